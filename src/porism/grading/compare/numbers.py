"""Whether two terms without letters are the same number."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from flint import arb, ctx

from porism.grading.budget import PRECISIONS, PROOF_BITS, Budget
from porism.grading.compare.decision import Decision
from porism.grading.evaluate.algebraic import separation_bits
from porism.grading.evaluate.balls import Balls
from porism.grading.evaluate.exact import NOWHERE, Exact
from porism.grading.evaluate.outcome import Undefined
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import Sum, negative
from porism.grading.expression.walk import nodes

_PRECISION = RLock()
"""Flint's precision is one for the whole process: whoever changes it holds this."""
_EXTREME_BITS = 1500
"""Logarithm beyond which a part of a term may hide what a thousand digits do not show."""


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Compute with balls of this many bits, alone."""
    with _PRECISION, ctx.workprec(bits):
        yield


def same_number(a: Expression, b: Expression, budget: Budget) -> Decision:
    """Decide whether two terms without letters have the same value."""
    if a == b:
        return Decision(equal=True, rule="same-form")
    try:
        exact = Exact(NOWHERE, budget)
        left, right = exact.value(a), exact.value(b)
    except Undefined:
        return Decision(equal=False, rule="undefined")
    if left is not None and right is not None:
        return Decision(equal=left == right, rule="exact-rational")
    return _by_balls(a, b, budget)


def _by_balls(a: Expression, b: Expression, budget: Budget) -> Decision:
    """Tell two numbers apart, prove them equal, or find them equal to a thousand digits."""
    first = _at(PRECISIONS[0], a, b, budget)
    if first is not None and first.equal is False:
        return first
    proof = _proved(a, b, budget)
    if proof is not None:
        return proof
    decision = first
    for bits in PRECISIONS[1:]:
        decision = _at(bits, a, b, budget) or decision
        if decision is not None and decision.equal is False:
            return decision
    return decision or Decision(equal=None, rule="the values could not be enclosed")


def _at(bits: int, a: Expression, b: Expression, budget: Budget) -> Decision | None:
    """Compare at one precision; ``None`` where a value could not be enclosed."""
    with precision(bits):
        balls = Balls(NOWHERE, budget)
        try:
            left, right = balls.value(a), balls.value(b)
        except Undefined:
            return None
        if not left.overlaps(right):
            return Decision(equal=False, rule="disjoint-balls")
        scale = left.abs_upper().max(arb(1))
        close = (left - right).abs_upper() < scale * arb(2) ** (200 - PRECISIONS[-1])
        if close and not _hides_something((a, b), balls):
            return Decision(equal=True, rule="thousand-digits")
    return Decision(equal=None, rule="the values could not be told apart")


def _hides_something(terms: tuple[Expression, ...], balls: Balls) -> bool:
    """Return whether a part is so large or small that a thousand digits may not show it."""
    for term in terms:
        for part in nodes(term):
            try:
                size = balls.value(part).abs_lower()
            except (Undefined, TypeError):
                continue
            if size > 0 and abs(size.log()) > _EXTREME_BITS:
                return True
    return False


def _proved(a: Expression, b: Expression, budget: Budget) -> Decision | None:
    """Prove two algebraic numbers equal: their difference is below what it must exceed."""
    difference = Sum((a, negative(b)))
    needed = separation_bits(difference, budget)
    if needed is None or needed > PROOF_BITS:
        return None
    with precision(int(needed) + 64):
        try:
            ball = Balls(NOWHERE, budget).value(difference)
        except Undefined:
            return None
        if not ball.contains(0):
            return Decision(equal=False, rule="disjoint-balls")
        small = ball.abs_upper() < arb(2) ** -int(needed + 1)
    return Decision(equal=True, rule="algebraic-bound") if small else None
