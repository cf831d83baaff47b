"""How close to zero an algebraic number can be without being zero.

For a number built from integers by the four operations and k-th roots, U bounds the
conjugates of a numerator and L those of a denominator, both algebraic integers of a
field of degree at most D. If the number is not zero, it is at least 1 / (U^(D-1) L)
in absolute value.

Source: Burnikel, Funke, Mehlhorn, Schirra, Schmitt, "A separation bound for real
algebraic expressions", ESA 2001, in its form for radicals; i is a square root and a
cosine of a rational angle a sum of two roots of unity.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from flint import fmpq, fmpz

from porism.grading.budget import Budget, OverBudget
from porism.grading.evaluate.exact import NOWHERE, Exact
from porism.grading.evaluate.outcome import Undefined
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import (
    PI,
    Call,
    Constant,
    E,
    I,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
)

_LARGEST_EXPONENT = 10**7


class _Bound(NamedTuple):
    """Binary logarithms of U and L."""

    over: float
    under: float


class _NotAlgebraic(Exception):  # noqa: N818 - never leaves this module
    pass


def separation_bits(term: Expression, budget: Budget) -> float | None:
    """Return b such that a nonzero value of the term is at least 2^-b in absolute value.

    ``None`` where the term is not built from integers by operations and roots.
    """
    walk = _Walk(budget)
    try:
        bound = walk.bound(term)
    except (_NotAlgebraic, Undefined, OverBudget):
        return None
    return (walk.degree - 1) * max(bound.over, 0.0) + max(bound.under, 0.0) + 1


class _Walk:
    def __init__(self, budget: Budget) -> None:
        self.exact = Exact(NOWHERE, budget)
        self.degree = 1.0
        self.radicals: set[Expression] = set()

    def bound(self, term: Expression) -> _Bound:
        rule = _RULES.get(type(term))
        if rule is None:
            raise _NotAlgebraic
        return rule(self, term)

    def number(self, term: Number) -> _Bound:
        return _Bound(_log2(term.value.p), _log2(term.value.q))

    def constant(self, term: Constant) -> _Bound:
        if term != I:
            raise _NotAlgebraic
        self._extend(term, 2)
        return _Bound(0.0, 0.0)

    def sum(self, term: Sum) -> _Bound:
        return _added([self.bound(part) for part in term.terms])

    def product(self, term: Product) -> _Bound:
        bounds = [self.bound(part) for part in term.factors]
        return _Bound(sum(b.over for b in bounds), sum(b.under for b in bounds))

    def quotient(self, term: Quotient) -> _Bound:
        over, under = self.bound(term.over), self.bound(term.under)
        return _Bound(over.over + under.under, over.under + under.over)

    def power(self, term: Power) -> _Bound:
        exponent = self.exact.value(term.exponent)
        if exponent is None:
            return self._root_of_unity(term)
        if max(abs(exponent.p), exponent.q) > _LARGEST_EXPONENT:
            raise _NotAlgebraic
        base = self.bound(term.base)
        n = float(int(abs(exponent.p)))
        raised = _Bound(base.over * n, base.under * n)
        if exponent < 0:
            raised = _Bound(raised.under, raised.over)
        return raised if exponent.q == 1 else self._rooted(term, raised, int(exponent.q))

    def _root_of_unity(self, term: Power) -> _Bound:
        """Read ``e^{i pi r}`` with a rational r."""
        if term.base != E:
            raise _NotAlgebraic
        turn = self._turn(Quotient(term.exponent, I), term)
        self._extend(term, 2 * int(turn.q))
        return _Bound(0.0, 0.0)

    def call(self, term: Call) -> _Bound:
        if term.name == "sqrt":
            return self._rooted(term, self.bound(term.arguments[0]), 2)
        if term.name == "root":
            index = self.exact.value(term.arguments[0])
            if index is None or index.q != 1 or not 2 <= index <= _LARGEST_EXPONENT:
                raise _NotAlgebraic
            return self._rooted(term, self.bound(term.arguments[1]), int(index.p))
        if term.name in ("sin", "cos", "cis", "tan"):
            return self._of_rational_turn(term)
        if term.name in ("conj", "re", "im"):
            inner = self.bound(term.arguments[0])
            self._extend(I, 2)
            return _Bound(inner.over + inner.under + 1, 2 * inner.under + 1)
        value = self.exact.value(term)
        if value is None:
            raise _NotAlgebraic
        return self.number(Number(value))

    def _of_rational_turn(self, term: Call) -> _Bound:
        turn = self._turn(term.arguments[0], term)
        self._extend(Call("turn", (Number(fmpq(1, 2 * turn.q)),)), 4 * int(turn.q))
        return _Bound(2.0, 2.0 if term.name == "tan" else 1.0)

    def _turn(self, angle: Expression, term: Expression) -> fmpq:
        """Return an angle over pi, where that is rational and not too fine."""
        turn = _over_pi(angle, self.exact)
        if turn is None or turn.q > 400:
            raise _NotAlgebraic
        return turn

    def _rooted(self, term: Expression, inner: _Bound, index: int) -> _Bound:
        self._extend(term, index)
        if inner.over >= inner.under:
            return _Bound((inner.over + (index - 1) * inner.under) / index, inner.under)
        return _Bound(inner.over, ((index - 1) * inner.over + inner.under) / index)

    def _extend(self, radical: Expression, degree: float) -> None:
        if radical not in self.radicals:
            self.radicals.add(radical)
            self.degree *= float(degree)
            if self.degree > 1e6:
                raise _NotAlgebraic


def _added(bounds: Iterable[_Bound]) -> _Bound:
    """Bound a sum: numerators over the product of all denominators."""
    listed = list(bounds)
    under = sum(b.under for b in listed)
    largest = max(b.over + under - b.under for b in listed)
    return _Bound(largest + math.log2(len(listed)), under)


def _over_pi(angle: Expression, exact: Exact) -> fmpq | None:
    """Divide an angle by pi: rational multiples of pi, ``i`` cancelled, and degrees."""
    if angle == PI:
        return fmpq(1)
    if isinstance(angle, Call) and angle.name == "degrees":
        value = exact.value(angle.arguments[0])
        return None if value is None else value / 180
    if isinstance(angle, Quotient):
        if angle.under == I:
            return _over_pi(_without_i(angle.over), exact)
        over, under = _over_pi(angle.over, exact), exact.value(angle.under)
        return None if over is None or not under else over / under
    if isinstance(angle, Product):
        return _product_over_pi(angle, exact)
    return None


def _product_over_pi(angle: Product, exact: Exact) -> fmpq | None:
    turns = [_over_pi(factor, exact) for factor in angle.factors]
    if sum(turn is not None for turn in turns) != 1:
        return None
    result = fmpq(1)
    for factor, turn in zip(angle.factors, turns, strict=True):
        value = turn if turn is not None else exact.value(factor)
        if value is None:
            return None
        result *= value
    return result


def _without_i(term: Expression) -> Expression:
    """Divide a term by i where that is plain to see; else return what cannot be an angle."""
    if isinstance(term, Product) and term.factors.count(I) == 1:
        rest = tuple(f for f in term.factors if f != I)
        return rest[0] if len(rest) == 1 else Product(rest)
    if isinstance(term, Product):
        for at, factor in enumerate(term.factors):
            inner = _without_i(factor)
            if inner != factor:
                return Product((*term.factors[:at], inner, *term.factors[at + 1 :]))
    if isinstance(term, Quotient):
        return Quotient(_without_i(term.over), term.under)
    return term


def _log2(n: fmpz) -> float:
    return float(n.bit_length())


# Each rule takes its own kind of node.
_RULES: dict[type, Callable[[_Walk, Any], _Bound]] = {
    Number: _Walk.number,
    Constant: _Walk.constant,
    Sum: _Walk.sum,
    Product: _Walk.product,
    Quotient: _Walk.quotient,
    Power: _Walk.power,
    Call: _Walk.call,
}
