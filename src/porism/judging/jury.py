"""A jury: which models judge, and how their opinions become points."""

from __future__ import annotations

import hashlib
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from porism.core import Noun, Sworn, ToolLimits
from porism.core.benchmark import Slug

Rule = Literal["minimum", "median", "mean"]
TEXTS = Path(__file__).with_name("texts")


class Rewriting(Noun):
    """How proofs are brought into uniform form before they are judged."""

    model: Slug
    """Who rewrites."""
    checker: Slug | None = None
    """A model that says whether the mathematics is still the same; none without it."""
    kept: float = Field(0.9, gt=0, le=1)
    """Share of formulas and numbers that must come through, in both directions."""
    shortest: float = Field(0.4, gt=0)
    """Least length of the new text, as a share of the old."""
    longest: float = Field(1.6, gt=0)
    """Greatest length of the new text, as a share of the old."""


class Jury(Noun):
    """Who judges, and how opinions become points."""

    id: Slug
    """Named so in verdicts; equal to the name of its file."""
    name: str = ""
    """As people are shown it."""
    judges: tuple[Slug, ...] = Field(min_length=1, max_length=15)
    """Identifiers of models, from any providers."""
    rule: Rule = "minimum"
    """Which of the opinions counts; judges tend to be generous, so the lowest."""
    threshold: Decimal = Field(Decimal(1), ge=0)
    """Judges agree if their marks are at most this far apart, on the scale below."""
    scale: Decimal = Field(Decimal(7), gt=0)
    """The highest mark that the threshold is meant for; others are scaled."""
    rounds: int = Field(1, ge=0, le=5)
    """How often judges who disagree hear each other and judge again."""
    tools: tuple[str, ...] = ()
    """What judges may use: ``execute_python``."""
    tool_limits: ToolLimits = ToolLimits()
    solve_first: bool = False
    """Each judge first solves the problem itself, before it sees any answer."""
    reasks: int = Field(2, ge=0, le=8)
    """How often a judge whose reply cannot be read is asked again."""
    rewriting: Rewriting | None = None
    """Rewrite proofs to uniform form first; as the model wrote them without it."""

    @model_validator(mode="after")
    def _each_judge_once(self) -> Self:
        if len(set(self.judges)) < len(self.judges):
            raise ValueError("a judge is there twice")
        return self

    @property
    def models(self) -> tuple[str, ...]:
        """All models that have to be asked, judges first, each once."""
        helpers = (self.rewriting.model, self.rewriting.checker) if self.rewriting else ()
        return tuple(dict.fromkeys((*self.judges, *filter(None, helpers))))

    def tolerance(self, most: Decimal) -> Fraction:
        """Return how far apart judges may be where ``most`` is the highest mark."""
        return Fraction(self.threshold) * Fraction(most) / Fraction(self.scale)


class SwornJury(Noun):
    """A jury with all that shapes its opinions: another digest is another version."""

    jury: Jury
    sworn: tuple[Sworn, ...]
    """Judges and helpers as they are now."""
    texts: str
    """Digest of what they are told."""


def texts_digest() -> str:
    """Return 32 hexadecimal digits that depend on all texts that judges are shown."""
    files = sorted(TEXTS.glob("*.txt"))
    joined = b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in files)
    return hashlib.sha256(joined).hexdigest()[:32]
