"""What an attempt is worth, and who says so."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from porism.core.noun import Noun

Flag = Literal[
    "unparsed",
    "truncated",
    "empty",
    "gold-in-text",
    "near-miss",
    "several-answers",
    "several-boxes",
    "guessed",
    "other-kind",
    "format",
    "last-number",
    "undecided",
    "reference-unread",
    "jury-split",
    "jury-incomplete",
    "judge-differs",
    "content-lost",
    "label-differs",
]
"""A reason for a person to look."""

Authority = Literal["imported", "grader", "jury", "person"]
"""Who speaks, from the least to the most heard: a standing verdict is a person's over a
jury's over a grader's over what another project's file said, the newest version first."""

REVEALING = ("reason", "extracted", "reading", "reference_reading")
"""Of a verdict: what gives away a withheld reference."""


class Verdict(Noun):
    """A score, or the reason why there is none."""

    outcome: Literal["graded", "unparsed", "ungraded"]
    score: float | None = Field(None, ge=0, le=1)
    """Share of the points; ``None`` exactly when the outcome is not ``graded``."""
    extracted: str | None = None
    """The answer as it stands in the text."""
    reading: str = ""
    """The extracted answer as it was understood, in LaTeX."""
    reference_reading: str = ""
    """The reference as it was understood, in LaTeX."""
    rule: str = ""
    """What decided, e.g. ``exact-rational`` or ``choice-letter``."""
    reason: str
    """One sentence for people."""
    flags: tuple[Flag, ...] = ()
    authority: Authority = "grader"
    grader: str
    """Who says so: ``rules``, a jury's name, a person's name."""
    version: int = Field(1, ge=1)

    @model_validator(mode="after")
    def _score_goes_with_outcome(self) -> Self:
        if (self.score is None) != (self.outcome != "graded"):
            raise ValueError("a graded verdict has a score, and only a graded one")
        return self

    @property
    def correct(self) -> bool | None:
        """Full marks; ``None`` where there is no score."""
        return None if self.score is None else self.score == 1

    @property
    def discreet(self) -> Verdict:
        """The same, without what gives away a withheld reference."""
        return self.model_copy(update={**dict.fromkeys(REVEALING, ""), "extracted": None})
