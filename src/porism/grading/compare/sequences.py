"""Lists with dots and ratios."""

from __future__ import annotations

from flint import fmpq

from porism.grading.budget import ITEMS, Budget
from porism.grading.compare.collections import Same
from porism.grading.compare.decision import DIFFERENT_KIND, Decision, all_of
from porism.grading.evaluate.exact import Exact, Point
from porism.grading.evaluate.outcome import Undefined
from porism.grading.evaluate.progressions import extended, filled
from porism.grading.expression.shapes import (
    Clock,
    Collection,
    Expression,
    Progression,
    Ratio,
    Tuple,
)
from porism.grading.expression.terms import Number, Product
from porism.grading.expression.walk import symbols

_ENDS = (7, 8, 9, 12)
"""Values of the letters of a progression at which it is written out."""
_SHOWN = 12


def listed(progression: Progression, budget: Budget) -> Expression | None:
    """Write out a list with dots, where its ends are numbers."""
    values = _values(progression, {}, budget)
    if values is None or len(values) > ITEMS:
        return None
    items = tuple(Number(value) for value in values)
    return Tuple(items) if progression.ordered else Collection(items)


def same_progression(a: Progression, b: Progression, same: Same, budget: Budget) -> Decision:
    """Compare two lists with dots as written, or written out for some values of their letters."""
    if a.ordered != b.ordered:
        return DIFFERENT_KIND
    written = _same_as_written(a, b, same)
    if written is not None and written.equal:
        return written
    letters = sorted(symbols(a) | symbols(b))
    for end in _ENDS:
        point: Point = {name: fmpq(end + 3 * place) for place, name in enumerate(letters)}
        left, right = _values(a, point, budget), _values(b, point, budget)
        if left is None or right is None:
            return written or Decision(equal=None, rule="it is not clear what the dots stand for")
        if (left if a.ordered else sorted(left)) != (right if b.ordered else sorted(right)):
            return Decision(equal=False, rule="different-elements")
    return Decision(equal=True, rule="same-progression")


def _same_as_written(a: Progression, b: Progression, same: Same) -> Decision | None:
    if len(a.first) != len(b.first) or len(a.last) != len(b.last):
        return None
    pairs = zip((*a.first, *a.last), (*b.first, *b.last), strict=True)
    return all_of([same(p, q) for p, q in pairs], "same-progression")


def _values(progression: Progression, point: Point, budget: Budget) -> list[fmpq] | None:
    exact = Exact(point, budget)
    try:
        first = [exact.value(term) for term in progression.first]
        last = [exact.value(term) for term in progression.last]
    except Undefined:
        return None
    known = [value for value in (*first, *last) if value is not None]
    if len(known) < len(first) + len(last):
        return None
    if not last:
        return extended(known, _SHOWN)
    return filled(known[: len(first)], known[len(first) :], budget)


def same_ratio(a: Ratio, b: Ratio, same: Same, budget: Budget) -> Decision:
    """Compare ratios: proportional parts, in order; with dots by what they go on to."""
    if a.open != b.open:
        return Decision(equal=False, rule="different-ratio")
    if a.open:
        return same_progression(Progression(a.parts, ()), Progression(b.parts, ()), same, budget)
    if len(a.parts) != len(b.parts):
        return Decision(equal=False, rule="different-ratio")
    first = a.parts[0], b.parts[0]
    decisions = [
        same(Product((p, first[1])), Product((q, first[0])))
        for p, q in zip(a.parts[1:], b.parts[1:], strict=True)
    ]
    return all_of(decisions, "same-ratio")


def same_time(a: Expression, b: Expression) -> Decision:
    """Compare times of day; where one has no "am" or "pm", that does not matter."""
    p, q = _clock(a), _clock(b)
    if p is None or q is None:
        return DIFFERENT_KIND
    same_half = not p.half or not q.half or p.half == q.half
    return Decision(equal=p.minutes == q.minutes and same_half, rule="time-of-day")


def _clock(expression: Expression) -> Clock | None:
    """Return a time; a ratio beside a time is one too."""
    if isinstance(expression, Clock):
        return expression
    match expression:
        case Ratio((Number(hour), Number(minute))) if hour.q == minute.q == 1:
            return Clock(int(hour.p) * 60 + int(minute.p))
    return None
