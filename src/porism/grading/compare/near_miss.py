"""Wrong answers that look like slips: a sign, a power of ten, a rounding, an order."""

from __future__ import annotations

from flint import acb, arb, fmpq

from porism.grading.budget import PRECISIONS, Budget, OverBudget
from porism.grading.compare.meaning import body, meaning
from porism.grading.compare.precision import precision
from porism.grading.compare.same import Comparison
from porism.grading.compare.sets import open_pair
from porism.grading.evaluate.balls import Balls
from porism.grading.evaluate.exact import NOWHERE
from porism.grading.evaluate.outcome import Undefined
from porism.grading.expression.shapes import Collection, Expression, Interval, Tuple
from porism.grading.expression.terms import Number, Quantity, Term, negative
from porism.grading.expression.walk import symbols

_STEPS = 6_000
_FACTORS = (
    fmpq(1),
    fmpq(-1),
    fmpq(10),
    fmpq(1, 10),
    fmpq(100),
    fmpq(1, 100),
    fmpq(1000),
    fmpq(1, 1000),
)
_LARGEST_COLLECTION = 12
_LONGEST_BITS = 2_000


def near_miss(reference: Expression, answer: Expression) -> bool:
    """Return whether an answer that is wrong differs only by what looks like a slip."""
    a, b = body(meaning(reference)), body(meaning(answer))
    if isinstance(a, Interval) or isinstance(b, Interval):
        a, b = open_pair(a), open_pair(b)
    budget = Budget(_STEPS)
    try:
        if isinstance(a, Collection) and isinstance(b, Collection):
            return _one_element(a.items, b.items, budget)
        if isinstance(a, Tuple) and isinstance(b, Tuple):
            return _other_order(a.items, b.items, budget)
        if isinstance(a, Interval) and isinstance(b, Interval):
            return (a.low, a.high) == (b.low, b.high)
        return isinstance(a, Term) and isinstance(b, Term) and _close(a, b, budget)
    except (OverBudget, Undefined):
        return False


def _one_element(a: tuple[Expression, ...], b: tuple[Expression, ...], budget: Budget) -> bool:
    if max(len(a), len(b)) > _LARGEST_COLLECTION or abs(len(a) - len(b)) > 1:
        return False
    same = Comparison(budget).same
    return sum(not any(same(p, q).equal for q in b) for p in a) <= 1


def _other_order(a: tuple[Expression, ...], b: tuple[Expression, ...], budget: Budget) -> bool:
    if len(a) != len(b):
        return False
    return Comparison(budget).same(Collection(a), Collection(b)).equal is True


def _is_long(term: Expression) -> bool:
    return isinstance(term, Number) and term.value.height_bits() > _LONGEST_BITS


def _close(a: Expression, b: Expression, budget: Budget) -> bool:
    """Return whether two terms differ by a sign, a power of ten, a rounding or next to nothing."""
    if _is_long(a) or _is_long(b):
        return False
    letters = symbols(a) | symbols(b)
    if letters:
        return Comparison(budget).same(a, negative(b)).equal is True
    with precision(PRECISIONS[0]):
        balls = Balls(NOWHERE, budget)
        x, y = balls.value(a), balls.value(b)
        if any((x * factor).overlaps(y) for factor in _FACTORS):
            return True
        return _is_rounding(x, y, _places(b))


def _is_rounding(x: acb, y: acb, places: int | None) -> bool:
    if places is None:
        return False
    return bool(abs(x - y) <= arb(10) ** -places)


def _places(term: Expression) -> int | None:
    if isinstance(term, Quantity):
        return _places(term.value)
    return term.places if isinstance(term, Number) else None
