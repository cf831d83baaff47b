"""A judging: one attempt before one jury, what each judge said and what came of it."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema

from porism.core.attempt import Origin, Usage
from porism.core.noun import Noun
from porism.core.rubric import Points

JudgingTask = Literal["proof", "broken_statement", "answer", "content"]
"""``proof`` by a rubric; ``broken_statement`` 0 to 2; ``answer`` right or wrong; ``content``
whether a rewritten proof is still the same."""

ConsultationPurpose = Literal["rewriting", "solution", "rubric"]
"""A proof in uniform form, a judge's own solution, a draft of a rubric."""

Exact = Annotated[
    Fraction,
    BeforeValidator(Fraction),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^-?\d+(/\d+)?$"}),
]
"""A number without rounding, in JSON as ``17/3``."""


class Sworn(Noun):
    """A judge as it was when the jury sat."""

    model: str
    asks: str
    """Digest of endpoint and settings: a changed judge is another one."""


class Judging(Noun):
    """One attempt before one jury; its id depends on all that shapes the opinions."""

    id: str
    attempt: str
    task: JudgingTask
    jury: str
    """The jury's name."""
    jury_version: int = Field(ge=1)
    """Given by the store: another definition, judge or text is another version."""
    judges: tuple[Sworn, ...]
    points: Points
    """Highest mark."""
    rubric: int | None = None
    """Version of the rubric; ``None`` where there is none in the store."""
    rubric_content: str = ""
    """Digest of what was marked by."""
    revision: int = Field(1, ge=1)
    """The problem's."""
    rewriting: str = ""
    """The consultation that the judged text came from; empty for the model's own words."""
    declined: str = ""
    """The consultation whose text was not judged, as content was lost in it."""


class PartMark(Noun):
    """What one part of a rubric earned."""

    part: str
    points: Points
    reason: str = ""


class Effort(Noun):
    """What it took to ask a model."""

    run: str
    origin: Origin
    usage: Usage = Usage()
    cost_usd: Decimal | None = None
    """``None`` where no price is known."""
    requests: int = Field(1, ge=0)
    retries: int = Field(0, ge=0)
    started_at: datetime
    duration_s: float = Field(ge=0)
    served_model: str = ""
    fingerprint: str = ""


class Opinion(Noun):
    """What one judge said in one round."""

    id: str
    judging: str
    """The judging that it belongs to: all opinions of one jury on one attempt."""
    attempt: str
    judge: str
    """Identifier of the model."""
    round: int = Field(ge=0)
    """0 for the first opinions, 1 for those after seeing all of them, and so on."""
    points: Points | None
    """``None`` where no reply could be read."""
    failure: str = ""
    """Why there are no points."""
    parts: tuple[PartMark, ...] = ()
    reason: str = ""
    """In the judge's words."""
    asked: str = ""
    """Digest of who was asked and of all that was said and offered: it is not asked twice."""
    repeats: str = ""
    """The opinion that is said again here, as the same judge had been asked the same before."""
    took: Effort


class Conclusion(Noun):
    """What came of a judging; with it its verdict was written."""

    judging: str
    points: Exact | None
    """``None`` where the jury came to none and a person is waited for."""
    rounds: int = Field(1, ge=1)
    """How often the judges were heard."""
    reason: str = ""
    """Who gave what and what counted, in a sentence."""


class Consultation(Noun):
    """A question to a model that judging needs besides opinions."""

    id: str
    """Digest of all that was asked: nothing is asked twice."""
    purpose: ConsultationPurpose
    benchmark: str
    problem: str
    attempt: str = ""
    """The attempt, for a rewriting."""
    model: str
    asks: str
    text: str
    """The answer; empty where there was none."""
    failure: str = ""
    """Why there is no answer."""
    took: Effort
