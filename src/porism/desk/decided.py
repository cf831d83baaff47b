"""Decisions as pages show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from markupsafe import Markup

from porism.core import Choice, Decision
from porism.look.figures import points
from porism.look.shown import prose
from porism.store.decisions import Made

WORDS: Mapping[Choice, str] = {
    "unparsed": "no answer",
    "ungraded": "cannot tell",
    "approve": "approved",
    "revise": "kept as a draft",
    "reject": "sent back",
    "explain": "explained",
    "waive": "published unexplained",
    "withdraw": "took a decision back",
}
OF_CANDIDATES: Mapping[Choice, str] = {"approve": "kept", "reject": "dropped"}


class Past(NamedTuple):
    """A decision that was made."""

    id: str
    queue: str
    subject: str
    place: str
    """What it is about, in words; empty where that is clear."""
    who: str
    made_at: datetime
    mark: str
    words: str
    why: Markup
    withdrawn: bool
    adjudicates: bool
    can_undo: bool
    """Whether it is one that can be taken back at all."""


def past(made: Sequence[Made], most: float = 1) -> tuple[Past, ...]:
    """Return decisions on one thing, the newest first; see :func:`told`."""
    return tuple(told(one, most) for one in reversed(made))


def told(made: Made, most: float = 1, place: str = "") -> Past:
    """Return one decision.

    Args:
        made: what was decided.
        most: how many points there are; 1 where answers are right or wrong.
        place: what it is about.
    """
    one = made.decision
    return Past(
        one.id,
        one.queue,
        one.subject,
        place,
        one.reviewer,
        one.made_at,
        mark(one),
        words(one, most),
        prose(one.why),
        made.withdrawn,
        one.adjudicates,
        not made.withdrawn and one.choice != "withdraw",
    )


def mark(one: Decision) -> str:
    """Return the class that colours a decision."""
    if one.score is None:
        return {"approve": "right", "reject": "wrong"}.get(one.choice, one.choice)
    return {0.0: "wrong", 1.0: "right"}.get(one.score, "partial")


def words(one: Decision, most: float) -> str:
    """Say what was decided."""
    if one.score is None:
        own = OF_CANDIDATES if one.queue == "candidates" else {}
        return own.get(one.choice, WORDS[one.choice])
    if most > 1:
        return points(one.score, most)
    return {0.0: "wrong", 1.0: "right"}.get(one.score, f"{100 * one.score:.0f} %")
