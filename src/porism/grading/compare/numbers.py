"""Whether two terms without letters are the same number."""

from __future__ import annotations

from flint import arb, fmpq

from porism.grading.budget import PRECISIONS, PROOF_BITS, Budget
from porism.grading.compare.decision import Decision
from porism.grading.compare.precision import precision
from porism.grading.evaluate.algebraic import separation_bits
from porism.grading.evaluate.balls import Balls
from porism.grading.evaluate.exact import NOWHERE, Exact
from porism.grading.evaluate.outcome import Undefined
from porism.grading.evaluate.powers import same_power
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import Big, Call, Sum, negative
from porism.grading.expression.walk import nodes

_BITS_A_STEP = 10
"""Precision that costs as much as one step."""
_ORDER = 4
"""Steps that an order of two numbers costs besides their evaluation."""
_EXTREME = 1500.0
"""Absolute logarithm beyond which a part may hide what a thousand digits do not show."""
_FAR = 6.0
"""Absolute logarithm of an argument beyond which a function may have reached its limit."""
_WITHOUT_LIMIT = frozenset(
    ("ln", "log", "sqrt", "root", "abs", "floor", "ceil", "sin", "cos", "factorial", "binomial")
)


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
    powers = same_power(a, b, budget)
    if powers is not None:
        return Decision(equal=powers, rule="exact-powers")
    return _by_balls(a, b, budget)


def _by_balls(a: Expression, b: Expression, budget: Budget) -> Decision:
    """Tell two numbers apart, prove them equal, or find them equal to a thousand digits."""
    first = _at(PRECISIONS[0], a, b, budget)
    if first is not None and first.equal is False:
        return first
    proof = _proved(a, b, budget)
    if proof is not None:
        return proof
    last = first
    for bits in _ladder(a, b):
        found = _at(bits, a, b, budget)
        if found is not None and found.equal is False:
            return found
        last = last if found is None else found
    if last is None:
        return Decision(equal=None, rule="the values could not be enclosed")
    return last


def _ladder(a: Expression, b: Expression) -> tuple[int, ...]:
    """Return the precisions to go through; integrals are too dear for the highest."""
    dear = any(isinstance(n, Big) and n.kind == "integral" for e in (a, b) for n in nodes(e))
    return PRECISIONS[1:2] if dear else PRECISIONS[1:]


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
        close = (left - right).abs_upper() < scale * arb(2) ** -(bits * 3 // 4)
        if close and bits == _ladder(a, b)[-1] and not _hides_something((a, b), balls):
            return Decision(equal=True, rule="many-digits")
    return Decision(equal=None, rule="the values could not be told apart")


def _hides_something(terms: tuple[Expression, ...], balls: Balls) -> bool:
    """Return whether a part is so large or small that a thousand digits may not show it.

    Also a function far out, where it has almost reached its limit.
    """
    return any(
        _size(part, balls) > _EXTREME
        or (isinstance(part, Call) and part.name not in _WITHOUT_LIMIT and _is_far(part, balls))
        for term in terms
        for part in nodes(term)
    )


def _is_far(call: Call, balls: Balls) -> bool:
    return any(_size(argument, balls) > _FAR for argument in call.arguments)


def _size(term: Expression, balls: Balls) -> float:
    """Return the absolute logarithm of a value; 0 where it has none."""
    try:
        size = balls.value(term).abs_lower()
    except Undefined:
        return 0.0
    return float(abs(size.log()).abs_upper()) if size > 0 else 0.0


def _proved(a: Expression, b: Expression, budget: Budget) -> Decision | None:
    """Prove two algebraic numbers equal: their difference is below what it must exceed."""
    difference = Sum((a, negative(b)))
    needed = separation_bits(difference, budget)
    if needed is None or needed > PROOF_BITS:
        return None
    bits = int(needed) + 64
    for precision_bits in (bits, bits + bits // 4):
        budget.spend(precision_bits // _BITS_A_STEP)
        found = _below(difference, needed, precision_bits, budget)
        if found is not None:
            return found
    return None


def _below(difference: Expression, bound: float, bits: int, budget: Budget) -> Decision | None:
    """Evaluate a difference so sharply that it is either not zero or below its bound."""
    with precision(bits):
        try:
            ball = Balls(NOWHERE, budget).value(difference)
        except Undefined:
            return None
        if not ball.contains(0):
            return Decision(equal=False, rule="disjoint-balls")
        small = ball.abs_upper() < arb(2) ** -int(bound + 1)
    return Decision(equal=True, rule="algebraic-bound") if small else None


def order(a: Expression, b: Expression, budget: Budget) -> int | None:
    """Return the sign of a - b for two real terms without letters; ``None`` if not known."""
    budget.spend(_ORDER)
    try:
        exact = Exact(NOWHERE, budget)
        left, right = exact.value(a), exact.value(b)
        if left is not None and right is not None:
            return (left > right) - (left < right)
        for bits in PRECISIONS:
            sign = _order_at(bits, a, b, budget)
            if sign is not None:
                return sign
    except Undefined:
        return None
    return 0 if same_number(a, b, budget) else None


def _order_at(bits: int, a: Expression, b: Expression, budget: Budget) -> int | None:
    with precision(bits):
        balls = Balls(NOWHERE, budget)
        difference = balls.value(a) - balls.value(b)
        if not difference.imag.contains(0):
            raise Undefined("these numbers are not real")
        if difference.real > 0:
            return 1
        return -1 if difference.real < 0 else None


def whole_value(term: Expression, budget: Budget) -> fmpq | None:
    """Return a rounded term as the whole number that it is; ``None`` if it is not settled."""
    exact = Exact(NOWHERE, budget).value(term)
    if exact is not None:
        return exact
    with precision(PRECISIONS[1]):
        try:
            found = Balls(NOWHERE, budget).value(term).real.unique_fmpz()
        except Undefined:
            return None
    return None if found is None else fmpq(found)
