"""How opinions become points: exact arithmetic, no rounding."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from statistics import median
from typing import NamedTuple

from porism.core import Opinion
from porism.judging.jury import Jury, Rule


class Decision(NamedTuple):
    """What a jury came to."""

    points: Fraction | None
    """``None`` where a judge could not be read: a person is waited for."""
    rounds: int
    """How often the judges were heard."""
    split: bool = False
    """They were far apart to the last."""
    unread: tuple[str, ...] = ()
    """The judges that could not be read."""


class Round(NamedTuple):
    """One hearing of all judges."""

    before: tuple[Opinion, ...]
    """What they said in the round before, in the order of the jury."""
    owed: tuple[str, ...]
    """The judges that have not spoken yet."""


def round_of(jury: Jury, number: int, opinions: Sequence[Opinion]) -> Round:
    """Return who is to be heard in a round, and after what.

    Args:
        jury: names the judges.
        number: the round's.
        opinions: what was said so far.
    """
    said = {(one.round, one.judge): one for one in opinions}
    before = [said[number - 1, judge] for judge in jury.judges if (number - 1, judge) in said]
    owed = [judge for judge in jury.judges if (number, judge) not in said]
    return Round(tuple(before), tuple(owed))


def next_step(jury: Jury, most: Decimal, opinions: Sequence[Opinion]) -> int | Decision:
    """Return the round in which judges have to be heard, or what the jury has come to.

    Args:
        jury: its judges, rule, threshold and rounds.
        most: highest mark of the problem.
        opinions: what was said so far, at most one opinion a judge and round.
    """
    for number in range(jury.rounds + 1):
        said = {one.judge: one for one in opinions if one.round == number}
        if any(judge not in said for judge in jury.judges):
            return number
        unread = tuple(judge for judge in jury.judges if said[judge].points is None)
        if unread:
            return Decision(None, number + 1, unread=unread)
        points = [Fraction(one.points) for one in said.values() if one.points is not None]
        agreed = max(points) - min(points) <= jury.tolerance(most)
        if agreed:
            break
    return Decision(combine(jury.rule, points), number + 1, split=not agreed)


def combine(rule: Rule, points: Sequence[Fraction]) -> Fraction:
    """Return what opinions come to by a rule."""
    match rule:
        case "minimum":
            return min(points)
        case "median":
            return Fraction(median(points))
        case "mean":
            return sum(points, Fraction(0)) / len(points)
