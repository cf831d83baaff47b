"""Products of powers with exponents too large to write out, compared exactly.

A product of rationals to whole exponents is 1 exactly if, written over numbers greater
than 1 that have no common factor, every exponent adds up to zero and the sign is plus.
"""

from __future__ import annotations

from flint import fmpq, fmpz

from porism.grading.budget import Budget, OverBudget
from porism.grading.evaluate.exact import NOWHERE, Exact
from porism.grading.evaluate.outcome import Undefined
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import Number, Power, Product, Quotient

_BASES = 12
_BASE_BITS = 2_000
_Factors = list[tuple[fmpz, fmpz]]
"""Whole bases with their exponents."""


def same_power(a: Expression, b: Expression, budget: Budget) -> bool | None:
    """Decide whether two products of powers are equal; ``None`` where one is none."""
    exact = Exact(NOWHERE, budget)
    try:
        factors = [*_factors(a, fmpz(1), exact), *_factors(b, fmpz(-1), exact)]
    except (_NoProduct, Undefined, OverBudget):
        return None
    if len(factors) > 2 * _BASES:
        return None
    if sum(int(exponent % 2) for base, exponent in factors if base < 0) % 2:
        return False
    return all(exponent == 0 for _, exponent in _coprime([(abs(b), e) for b, e in factors]))


class _NoProduct(Exception):  # noqa: N818 - never leaves this module
    pass


def _factors(term: Expression, times: fmpz, exact: Exact) -> _Factors:
    match term:
        case Product(parts):
            return [factor for part in parts for factor in _factors(part, times, exact)]
        case Quotient(over, under):
            return [*_factors(over, times, exact), *_factors(under, -times, exact)]
        case Power(base, exponent):
            value = exact.value(exponent)
            if value is not None and value.q == 1:
                return _factors(base, times * value.p, exact)
        case Number(value):
            return _of_number(value, times)
    value = exact.value(term)
    if value is None:
        raise _NoProduct
    return _of_number(value, times)


def _of_number(value: fmpq, times: fmpz) -> _Factors:
    if not value or value.height_bits() > _BASE_BITS:
        raise _NoProduct
    return [(value.p, times), (value.q, -times)]


def _coprime(factors: _Factors) -> _Factors:
    """Rewrite positive bases until no two of them have a common factor."""
    done: _Factors = []
    waiting = [(base, exponent) for base, exponent in factors if base != 1]
    while waiting:
        base, exponent = waiting.pop()
        for at, (other, power) in enumerate(done):
            common = base.gcd(other)
            if common != 1:
                del done[at]
                parts = (
                    (common, exponent + power),
                    (base // common, exponent),
                    (other // common, power),
                )
                waiting += [part for part in parts if part[0] != 1]
                break
        else:
            done.append((base, exponent))
    return done
