"""Terms as polynomials and rational functions of their letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from porism.grading.budget import Budget, OverBudget
from porism.grading.evaluate.exact import NOWHERE, Exact
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import Call, Number, Power, Product, Quotient, Sum, Symbol

_DEGREE = 60
_TERMS = 2_000


class NotRational(Exception):  # noqa: N818 - reads as what it is
    """The term is no rational function with rational coefficients."""


Fraction = tuple[fmpq_mpoly, fmpq_mpoly]
"""Numerator and denominator."""


class Rational:
    """Reads terms as fractions of polynomials in given letters."""

    def __init__(self, letters: tuple[str, ...], budget: Budget) -> None:
        self.context = fmpq_mpoly_ctx.get(letters, Ordering.degrevlex)
        self.generators = dict(zip(letters, self.context.gens(), strict=True))
        self.exact = Exact(NOWHERE, budget)
        self.one = self.context.constant(1)
        self.budget = budget

    def fraction(self, term: Expression) -> Fraction:
        """Return numerator and denominator of a term.

        Raises:
            NotRational: it is not a rational function, or divides by zero.
            OverBudget: it is too large.
        """
        self.budget.spend(5)
        rule = self._RULES.get(type(term))
        if rule is None:
            raise NotRational
        over, under = rule(self, term)
        if len(over) + len(under) > _TERMS:
            raise OverBudget("a polynomial has too many terms")
        return over, under

    def _number(self, term: Number) -> Fraction:
        return self.context.constant(term.value), self.one

    def _symbol(self, term: Symbol) -> Fraction:
        if term.name not in self.generators:
            raise NotRational
        return self.generators[term.name], self.one

    def _sum(self, term: Sum) -> Fraction:
        over, under = self.context.constant(0), self.one
        for part in term.terms:
            p, q = self.fraction(part)
            over, under = (over + p, under) if q == under else (over * q + p * under, under * q)
        return over, under

    def _product(self, term: Product) -> Fraction:
        over, under = self.one, self.one
        for part in term.factors:
            p, q = self.fraction(part)
            over, under = over * p, under * q
        return over, under

    def _quotient(self, term: Quotient) -> Fraction:
        p, q = self.fraction(term.over)
        r, s = self.fraction(term.under)
        if r.is_zero():
            raise NotRational
        return p * s, q * r

    def _power(self, term: Power) -> Fraction:
        exponent = self.exact.value(term.exponent)
        if exponent is None or exponent.q != 1 or abs(exponent) > _DEGREE:
            return self._constant(term)
        p, q = self.fraction(term.base)
        n = int(exponent.p)
        if n < 0:
            if p.is_zero():
                raise NotRational
            p, q = q, p
        if abs(n) * max(len(p), len(q), 1) > _TERMS:
            raise OverBudget("a power of a polynomial has too many terms")
        return p ** abs(n), q ** abs(n)

    def _constant(self, term: Expression) -> Fraction:
        value = self.exact.value(term)
        if value is None:
            raise NotRational
        return self.context.constant(value), self.one

    # Each rule takes its own kind of node.
    _RULES: ClassVar[dict[type, Callable[[Rational, Any], Fraction]]] = {
        Number: _number,
        Symbol: _symbol,
        Sum: _sum,
        Product: _product,
        Quotient: _quotient,
        Power: _power,
        Call: _constant,
    }


def coefficients(polynomial: fmpq_mpoly) -> list[fmpq]:
    """Return the coefficients of a polynomial in one letter, constant first."""
    result = [fmpq(0)] * (int(polynomial.total_degree()) + 1)
    for (exponent,), coefficient in polynomial.to_dict().items():
        result[int(exponent)] = coefficient
    return result
