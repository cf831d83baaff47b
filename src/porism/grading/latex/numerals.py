"""Numerals as numbers: decimals, exponents, repeating digits."""

from __future__ import annotations

from flint import fmpq, fmpz

from porism.grading.budget import DIGITS, OverBudget
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import Number, Power, Product, integer


def decimal(text: str) -> Expression:
    """Return a decimal numeral, with its exponent as a power of ten.

    Raises:
        OverBudget: more digits than one numeral may have.
    """
    mantissa, _, exponent = text.partition("e")
    whole, point, fraction = mantissa.partition(".")
    value = fmpq(int(whole_number(whole + fraction).p), 1) / fmpz(10) ** len(fraction)
    number = Number(value, len(fraction) if point else None)
    if not exponent:
        return number
    return Product((number, Power(integer(10), Number(whole_number(exponent.lstrip("+"))))))


def whole_number(digits: str) -> fmpq:
    """Return a run of digits as a number.

    Raises:
        OverBudget: more digits than one numeral may have.
    """
    if len(digits) > DIGITS:
        raise OverBudget(f"a number has more than {DIGITS} digits")
    return fmpq(fmpz(digits or "0"))


def whole_pair(over: Expression, under: Expression) -> tuple[int, int] | None:
    """Return numerator and denominator where both are small positive integers."""
    if isinstance(over, Number) and isinstance(under, Number):
        values = over.value, under.value
        if all(v.q == 1 and 0 < v < 10**9 for v in values):
            return int(values[0].p), int(values[1].p)
    return None


def repeating_value(text: str, period: str) -> fmpq:
    """Return a decimal behind which a block of digits repeats for ever."""
    whole, _, fixed = text.partition(".")
    shift = fmpz(10) ** len(fixed)
    repeated = fmpq(fmpz(period), fmpz(10) ** len(period) - 1)
    return (whole_number(whole + fixed) + repeated) / shift


def period_of(digits: str) -> str:
    """Return the block that digits end by repeating: three of one digit, two of more."""
    for length in range(1, min(len(digits) // 2, 30) + 1):
        block = digits[-length:]
        repeated = 3 if length == 1 and len(digits) > 2 else 2
        if digits.endswith(block * repeated):
            return block
    return ""
