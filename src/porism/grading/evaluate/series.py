"""Sums that are too long to add up, in closed form.

Understood are terms r(k) z^k times or over factorials, with a rational function r:
polynomials times powers by summation by parts, rational functions by partial fractions
(digamma and Hurwitz zeta), the rest as hypergeometric series.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flint import fmpq, fmpq_poly

from porism.grading.budget import Budget
from porism.grading.evaluate.exact import NOWHERE, Exact
from porism.grading.evaluate.polynomials import NotRational, Rational, coefficients
from porism.grading.expression.shapes import Expression, Tuple
from porism.grading.expression.terms import (
    INFINITY,
    ONE,
    Big,
    Call,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    negative,
)
from porism.grading.expression.walk import rebuilt, symbols

_LARGEST_DEGREE = 30


class NoClosedForm(Exception):  # noqa: N818 - reads as what it is
    """The sum is of no form that is understood."""


@dataclass(frozen=True, slots=True)
class _Term:
    """over(k) / under(k) * ratio^k * product of (slope k + shift)!^sign."""

    over: fmpq_poly
    under: fmpq_poly
    ratio: fmpq = fmpq(1)
    factorials: tuple[tuple[int, int, int], ...] = ()

    def __mul__(self, other: _Term) -> _Term:
        return _Term(
            self.over * other.over,
            self.under * other.under,
            self.ratio * other.ratio,
            self.factorials + other.factorials,
        )

    def inverse(self) -> _Term:
        """Return one over the term."""
        if not self.over or not self.ratio:
            raise NoClosedForm
        flipped = tuple((a, b, -s) for a, b, s in self.factorials)
        return _Term(self.under, self.over, 1 / self.ratio, flipped)


def summed(series: Big, budget: Budget) -> Expression:
    """Return the closed form of a sum whose ends are numbers or infinite.

    Raises:
        NoClosedForm: it has none that is understood.
        OverBudget: no steps are left.
    """
    exact = Exact(NOWHERE, budget)
    low = exact.value(series.low)
    high = None if series.high == INFINITY else exact.value(series.high)
    if series.kind == "integral" or low is None or (high is None and series.high != INFINITY):
        raise NoClosedForm
    if symbols(series.body) - {series.variable}:
        raise NoClosedForm
    term = _Reader(series.variable, budget).term(series.body)
    if series.kind == "product":
        return _infinite_product(term, low, high)
    if term.factorials or (abs(term.ratio) != 1 and term.under.degree() > 0):
        if high is not None:
            raise NoClosedForm
        return _hypergeometric(series, term, low)
    if term.under.degree() == 0:
        return _geometric(term, low, high)
    if term.ratio == -1:
        return _alternating(term, low, high)
    return _rational(term.over, term.under, low, high)


class _Reader:
    def __init__(self, letter: str, budget: Budget) -> None:
        self.letter = letter
        self.symbol = Symbol(letter)
        self.rational = Rational((letter,), budget)
        self.exact = Exact(NOWHERE, budget)

    def term(self, body: Expression) -> _Term:
        match body:
            case Product(factors):
                result = self.term(factors[0])
                for factor in factors[1:]:
                    result = result * self.term(factor)
                return result
            case Quotient(over, under):
                return self.term(over) * self.term(under).inverse()
            case Power(base, exponent) if self.letter in symbols(exponent):
                return self._geometric(base, exponent)
            case Power(base, exponent) if isinstance(base, Product | Quotient | Call):
                return self._repeated(base, exponent)
            case Call("factorial", (argument,)):
                slope, shift = self._line(argument)
                one = fmpq_poly([1])
                return _Term(one, one, factorials=((slope, shift, 1),))
        return self._rational(body)

    def _rational(self, body: Expression) -> _Term:
        try:
            over, under = self.rational.fraction(body)
        except NotRational:
            raise NoClosedForm from None
        return _Term(fmpq_poly(coefficients(over)), fmpq_poly(coefficients(under)))

    def _repeated(self, base: Expression, exponent: Expression) -> _Term:
        times = self.exact.value(exponent)
        if times is None or times.q != 1 or not 0 < abs(times) <= 4:
            return self._rational(Power(base, exponent))
        result = one = self.term(base)
        for _ in range(abs(int(times.p)) - 1):
            result = result * one
        return result if times > 0 else result.inverse()

    def _geometric(self, base: Expression, exponent: Expression) -> _Term:
        value = self.exact.value(base)
        slope, shift = self._line(exponent)
        if value is None or not value:
            raise NoClosedForm
        return _Term(fmpq_poly([value**shift]), fmpq_poly([1]), value**slope)

    def _line(self, argument: Expression) -> tuple[int, int]:
        """Read a k + b with whole a and b."""
        found = self._rational(argument)
        line = found.over / found.under[0] if found.under.degree() == 0 else None
        if line is None or line.degree() > 1 or line[0].q != 1 or line[1].q != 1:
            raise NoClosedForm
        if abs(line[0]) > 1000 or abs(line[1]) > 10:
            raise NoClosedForm
        return int(line[1].p), int(line[0].p)


# Polynomials times powers


def _geometric(term: _Term, low: fmpq, high: fmpq | None) -> Expression:
    over = term.over / term.under[0]
    if over.degree() > _LARGEST_DEGREE:
        raise NoClosedForm
    if high is None:
        if abs(term.ratio) >= 1:
            raise NoClosedForm
        return _tail(over, term.ratio, low)
    if term.ratio == 1:
        return Number(_power_sum(over, high + 1) - _power_sum(over, low))
    return Sum((_tail(over, term.ratio, low), negative(_tail(over, term.ratio, high + 1))))


def _tail(over: fmpq_poly, ratio: fmpq, start: fmpq) -> Expression:
    """Return the sum of p(k) z^k from a start on, as if it converged: by parts."""
    total = fmpq(0)
    difference, weight = over, 1 / (1 - ratio)
    while difference:
        total += difference(start) * weight
        difference = difference(fmpq_poly([1, 1])) - difference
        weight *= ratio / (1 - ratio)
    return Product((Number(total), Power(Number(ratio), Number(start))))


def _power_sum(over: fmpq_poly, end: fmpq) -> fmpq:
    """Return the sum of p(k) for 0 <= k < end by Newton's forward differences."""
    total, difference, binomial, j = fmpq(0), over, end, 1
    while difference:
        total += difference(fmpq(0)) * binomial
        difference = difference(fmpq_poly([1, 1])) - difference
        binomial = binomial * (end - j) / (j + 1)
        j += 1
    return total


# Rational functions


def _alternating(term: _Term, low: fmpq, high: fmpq | None) -> Expression:
    """Add terms in pairs: f(2j) - f(2j + 1)."""
    if high is not None:
        raise NoClosedForm
    start = fmpq(low)
    p, q = term.over, term.under
    even = fmpq_poly([start, 2])
    odd = fmpq_poly([start + 1, 2])
    over = p(even) * q(odd) - p(odd) * q(even)
    sign = -1 if int(start.p) % 2 else 1
    return _rational(over * sign, q(even) * q(odd), fmpq(0), None)


def _rational(over: fmpq_poly, under: fmpq_poly, low: fmpq, high: fmpq | None) -> Expression:
    """Sum a rational function with rational poles by partial fractions."""
    common = over.gcd(under)
    over, under = over / common, under / common
    whole, rest = divmod(over, under)
    if high is None and (whole or rest.degree() > under.degree() - 2):
        raise NoClosedForm
    parts = list(_partial_fractions(rest, under))
    terms = [_pole(c, root, order, low) for c, root, order in parts]
    if high is not None:
        terms += [negative(_pole(c, root, order, high + 1)) for c, root, order in parts]
        if whole:
            terms.append(Number(_power_sum(whole, high + 1) - _power_sum(whole, low)))
    return Sum(tuple(terms)) if terms else Number(fmpq(0))


def _infinite_product(term: _Term, low: fmpq, high: fmpq | None) -> Expression:
    """Multiply a rational function that tends to 1 fast enough, by values of gamma."""
    over, under = term.over, term.under
    degree = over.degree()
    if high is not None or term.factorials or term.ratio != 1 or degree != under.degree():
        raise NoClosedForm
    if over[degree] != under[degree] or (degree and over[degree - 1] != under[degree - 1]):
        raise NoClosedForm
    above, below = _roots(over), _roots(under)
    return Quotient(_gammas(low, below), _gammas(low, above))


def _roots(polynomial: fmpq_poly) -> list[fmpq]:
    found: list[fmpq] = []
    for factor, power in polynomial.factor()[1]:
        if factor.degree() != 1:
            raise NoClosedForm
        found += [-factor[0] / factor[1]] * power
    return found


def _gammas(low: fmpq, roots: list[fmpq]) -> Expression:
    """Return the product of gamma at low - root."""
    if any((low - root).q == 1 and low - root <= 0 for root in roots):
        raise NoClosedForm
    return Product((ONE, *(Call("gamma", (Number(low - root),)) for root in roots)))


def _partial_fractions(over: fmpq_poly, under: fmpq_poly) -> Iterable[tuple[fmpq, fmpq, int]]:
    """Yield coefficient, pole and order of the parts of a proper fraction."""
    for factor, power in under.factor()[1]:
        if factor.degree() != 1:
            raise NoClosedForm
        root = -factor[0] / factor[1]
        rest = under
        for _ in range(power):
            rest = rest / factor
        numerator, denominator = over(fmpq_poly([root, 1])), rest(fmpq_poly([root, 1]))
        for order, value in enumerate(_taylor(numerator, denominator, power)):
            if value:
                yield value / factor[1] ** power, root, power - order


def _taylor(over: fmpq_poly, under: fmpq_poly, count: int) -> list[fmpq]:
    """Return the first Taylor coefficients at 0 of a fraction."""
    values: list[fmpq] = []
    for n in range(count):
        known = sum((values[i] * under[n - i] for i in range(n)), fmpq(0))
        values.append((over[n] - known) / under[0])
    return values


def _pole(coefficient: fmpq, root: fmpq, order: int, start: fmpq) -> Expression:
    """Return the sum of c / (k - root)^order from a start on, up to what cancels."""
    at = start - root
    if at.q == 1 and at <= 0:
        raise NoClosedForm
    if order == 1:
        return Product((Number(-coefficient), Call("digamma", (Number(at),))))
    return Product((Number(coefficient), Call("hurwitz", (Number(fmpq(order)), Number(at)))))


# Hypergeometric series


def _hypergeometric(series: Big, term: _Term, low: fmpq) -> Expression:
    shift = fmpq_poly([low, 1])
    over, under = term.over(shift), term.under(shift)
    following = fmpq_poly([1, 1])
    numerator, denominator = over(following) * under, over * under(following)
    scale = term.ratio
    for slope, constant, sign in term.factorials:
        grown = fmpq_poly([1])
        for i in range(1, abs(slope) + 1):
            step = i if slope > 0 else 1 - i
            grown *= fmpq_poly([slope * low + constant + step, slope])
        if (slope > 0) == (sign > 0):
            numerator *= grown
        else:
            denominator *= grown
    common = numerator.gcd(denominator)
    numerator, denominator = numerator / common, denominator / common
    upper, lower = _parameters(numerator), _parameters(denominator)
    scale *= numerator.leading_coefficient() / denominator.leading_coefficient()
    if len(upper) > len(lower) or (len(upper) == len(lower) and abs(scale) >= 1):
        raise NoClosedForm
    upper = (*upper, ONE)
    first = rebuilt(series.body, {Symbol(series.variable): Number(low)})
    return Product((first, Call("hypergeometric", (Tuple(upper), Tuple(lower), Number(scale)))))


def _parameters(polynomial: fmpq_poly) -> tuple[Expression, ...]:
    """Return a for each factor k + a."""
    found: list[Expression] = []
    for factor, power in polynomial.factor()[1]:
        if factor.degree() != 1:
            raise NoClosedForm
        found += [Number(factor[0] / factor[1])] * power
    return tuple(found)
