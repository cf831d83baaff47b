"""A decision: who, when, what, why, on which text, and what stood before."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, Self

from pydantic import Field, model_validator

from porism.core.noun import Noun
from porism.core.reviewer import PersonName

Choice = Literal[
    "graded",
    "unparsed",
    "ungraded",
    "approve",
    "reject",
    "revise",
    "explain",
    "waive",
    "withdraw",
]
"""``graded``, ``unparsed`` and ``ungraded`` judge an attempt; ``approve``, ``reject`` and
``revise`` a rubric or a candidate; ``explain`` and ``waive`` a claim that was not reproduced;
``withdraw`` takes an earlier decision back."""
LONGEST_REASON = 20_000
"""Characters."""


class Decision(Noun):
    """What a person decided at the desk; never changed once written."""

    id: str = Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")
    """Given by the form, so that a form that is sent twice decides once."""
    queue: str = Field(min_length=1, max_length=40)
    subject: str = Field(min_length=1, max_length=400)
    """An attempt; or what else the queue holds: a benchmark and a problem, a claim."""
    revision: int = Field(1, ge=1)
    """Of the text that was looked at."""
    reviewer: PersonName
    choice: Choice
    score: float | None = Field(None, ge=0, le=1)
    """Share of the points, exactly where the choice is ``graded``."""
    why: str = Field("", max_length=LONGEST_REASON)
    adjudicates: bool = False
    """Settles what two others disagree on."""
    before: str = ""
    """The last decision on the subject that the person had seen."""
    stood: int | None = None
    """Number of the verdict that the person saw standing, in the store it was decided in."""
    undoes: str = ""
    """The decision that is withdrawn."""
    made_at: datetime

    @model_validator(mode="after")
    def _facts_go_with_choice(self) -> Self:
        if (self.score is None) != (self.choice != "graded"):
            raise ValueError("a decision that grades has a score, and only such a one")
        if bool(self.undoes) != (self.choice == "withdraw"):
            raise ValueError("a decision that withdraws names another, and only such a one")
        return self
