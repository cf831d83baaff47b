"""Fake judges: offline, seeded, of a known bias.

What a fake judge gives is what is right, moved by its lenience and its noise; after hearing
the others it moves towards their mean. Where nobody knows what is right, the work has a
quality that all fakes see, drawn from its text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from statistics import NormalDist, fmean
from typing import Annotated

from pydantic import Field

from porism.core import Noun

Share = Annotated[float, Field(ge=0, le=1)]
UNREADABLE = "A stand-in's opinion that cannot be read: the work is fine, or it is not."


class FakeJudge(Noun):
    """How a fake judges."""

    lenience: float = 0
    """Points that it gives above what is right; below, if negative."""
    noise: float = Field(0, ge=0)
    """Standard deviation of its marks around that, in points."""
    unread_rate: Share = 0
    """Share of its replies that cannot be read."""
    yields: Share = 0.5
    """How far it moves to the mean of all judges once it has heard them."""


@dataclass(frozen=True, slots=True)
class Marking:
    """What a fake judge may know of the work before it; nothing of it goes over a wire.

    Args:
        replies: replies that can be read, by the points that they give.
        about: a name of the work that depends on its text alone.
        right: the points that it should get, where that is known.
        others: what all judges gave in the round before, if there was one.
    """

    replies: Mapping[Decimal, str] = field(default_factory=dict)
    about: str = ""
    right: Decimal | None = None
    others: tuple[Decimal, ...] = ()


def opine(judge: FakeJudge, marking: Marking, quality: float, chances: tuple[float, float]) -> str:
    """Return what a fake judge says.

    Args:
        judge: how it judges.
        marking: what it knows.
        quality: in (0, 1): the share of the points that is right if nobody knows.
        chances: in (0, 1): whether it can be read, and the quantile of its noise.
    """
    if chances[0] < judge.unread_rate:
        return UNREADABLE
    right = quality * float(max(marking.replies)) if marking.right is None else float(marking.right)
    points = right + judge.lenience + judge.noise * NormalDist().inv_cdf(chances[1])
    if marking.others:
        points += judge.yields * (fmean(map(float, marking.others)) - points)
    nearest = min(marking.replies, key=lambda given: abs(float(given) - points))
    return marking.replies[nearest]
