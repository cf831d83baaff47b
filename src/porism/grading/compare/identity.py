"""Whether two formulas with letters are the same: held against each other at points.

Where both have a rational value it is compared exactly, elsewhere by balls. One point at
which they differ proves them different; agreement at many points, one of them to three
hundred digits, is taken for identity.
"""

from __future__ import annotations

from flint import acb, arb, fmpq

from porism.grading.budget import PRECISIONS, Budget, OverBudget
from porism.grading.compare.decision import Decision
from porism.grading.compare.precision import precision
from porism.grading.evaluate.balls import Balls
from porism.grading.evaluate.exact import Exact, Point
from porism.grading.evaluate.outcome import Undefined
from porism.grading.evaluate.points import points
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import ZERO, Number, Sum, Symbol
from porism.grading.expression.walk import rebuilt, symbols

_ENOUGH = 3
"""Points at which both must have a value."""
_PLENTY = 9
"""Points after which agreement is no longer doubted."""
_WORKING_BITS = 128
_CONFIRMING_BITS = PRECISIONS[2]


def same_formula(a: Expression, b: Expression, budget: Budget) -> Decision:
    """Decide whether two terms agree for all values of their letters."""
    agreed = complex_agreed = 0
    differs_off_the_reals = False
    confirmed = False
    for point in points((a, b)):
        try:
            found = _at(point, a, b, budget, confirm=not confirmed and agreed > 0)
        except (Undefined, OverBudget):
            if budget.remaining <= 0:
                break
            continue
        if found is None:
            continue
        equal, real, surely = found
        confirmed = confirmed or surely
        if real and not equal:
            return Decision(equal=False, rule="differs-at-a-point")
        agreed += real
        complex_agreed += not real and equal
        differs_off_the_reals = differs_off_the_reals or not equal
        if agreed >= _PLENTY and confirmed:
            break
    if agreed >= _ENOUGH:
        return Decision(equal=True, rule="identity")
    if differs_off_the_reals:
        return Decision(equal=False, rule="differs-at-a-point")
    if agreed + complex_agreed >= _ENOUGH:
        return Decision(equal=True, rule="identity")
    return Decision(equal=None, rule="the formulas could not be evaluated")


def _at(
    point: Point, a: Expression, b: Expression, budget: Budget, *, confirm: bool
) -> tuple[bool, bool, bool] | None:
    """Compare at a point: whether equal, whether both are real, whether very sharply."""
    exact = Exact(point, budget)
    left, right = exact.value(a), exact.value(b)
    if left is not None and right is not None:
        return left == right, True, True
    with precision(_CONFIRMING_BITS if confirm else _WORKING_BITS):
        balls = Balls(point, budget)
        x, y = balls.value(a), balls.value(b)
        real = not balls.off_the_reals and x.imag.contains(0) and y.imag.contains(0)
        if not x.overlaps(y):
            return False, real, True
        return (True, real, confirm) if _sharp(x, y) else None


def _sharp(x: acb, y: acb) -> bool:
    """Return whether two balls that overlap are small enough for that to mean something."""
    scale = x.abs_upper().max(arb(1))
    return bool((x - y).abs_upper() < scale * arb(2) ** -40)


def vanishes(term: Expression, budget: Budget) -> bool | None:
    """Return whether a term is zero for all values of its letters; ``None`` if not known."""
    return same_formula(term, ZERO, budget).equal


def is_constant(term: Expression, budget: Budget) -> bool:
    """Return whether a term has one value for all values of its letters."""
    shifted = rebuilt(
        term, {Symbol(n): Sum((Symbol(n), Number(fmpq(3, 7)))) for n in symbols(term)}
    )
    return bool(same_formula(term, shifted, budget))
