"""Functions of whole numbers, exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flint import fmpq, fmpz

from porism.grading.budget import TERMS, OverBudget
from porism.grading.evaluate.outcome import Undefined

_LARGEST_FACTORIAL = 25_000
_LARGEST_BINOMIAL = 300_000
_MOST_FACTORS = 400
"""Of a binomial coefficient that is multiplied out."""


def whole(value: fmpq) -> fmpz:
    """Return a rational as the whole number that it is.

    Raises:
        Undefined: it is none.
    """
    if value.q != 1:
        raise Undefined("a whole number was expected")
    return value.p


def factorial(n: fmpq) -> fmpq:
    """Return n! for a whole n >= 0.

    Raises:
        OverBudget: n is too large to write out.
    """
    k = whole(n)
    if k < 0:
        raise Undefined("a factorial of a negative number")
    if k > _LARGEST_FACTORIAL:
        raise OverBudget("a factorial is too large to write out")
    return fmpq(fmpz.fac_ui(k))


def double_factorial(n: fmpq) -> fmpq:
    """Return n!! for a whole n >= -1."""
    k = whole(n)
    if k < -1:
        raise Undefined("a double factorial of a negative number")
    if k > _LARGEST_FACTORIAL:
        raise OverBudget("a double factorial is too large to write out")
    half = (k + 1) // 2
    evens = fmpz.fac_ui(half) << half
    return fmpq(fmpz.fac_ui(2 * half) // evens if k % 2 else evens)


def binomial(n: fmpq, k: fmpq) -> fmpq:
    """Return n over k for a whole k; n may be any rational.

    Raises:
        OverBudget: too large to write out.
    """
    lower = whole(k)
    if lower < 0:
        return fmpq(0)
    if n.q == 1 and n >= 0:
        if lower > n:
            return fmpq(0)
        lower = min(lower, n.p - lower)
        if n > _LARGEST_BINOMIAL and lower > TERMS:
            raise OverBudget("a binomial coefficient is too large to write out")
        if n < 2**62:
            return fmpq(fmpz.bin_uiui(int(n.p), int(lower)))
    if lower > _MOST_FACTORS:
        raise OverBudget("a binomial coefficient has too many factors")
    result = fmpq(1)
    for i in range(int(lower)):
        result = result * (n - i) / (i + 1)
    return result


def modulo(a: fmpq, m: fmpq) -> fmpq:
    """Return a reduced modulo m, with the sign of m."""
    if m == 0:
        raise Undefined("a modulus of zero")
    return a - m * fmpq((a / m).floor())


def gcd(values: Sequence[fmpq]) -> fmpq:
    """Return the greatest common divisor of whole numbers."""
    result = fmpz(0)
    for value in values:
        result = result.gcd(whole(value))
    return fmpq(result)


def lcm(values: Sequence[fmpq]) -> fmpq:
    """Return the least common multiple of whole numbers."""
    result = fmpz(1)
    for value in values:
        result = result.lcm(whole(value))
    return fmpq(result)


def totient(n: fmpq) -> fmpq:
    """Return how many of 1 to n are coprime to n."""
    k = whole(n)
    if not 0 < k < 10**15:
        raise Undefined("a totient of a number out of range")
    return fmpq(k.euler_phi())


def sign(x: fmpq) -> fmpq:
    """Return -1, 0 or 1."""
    return fmpq((x > 0) - (x < 0))


def largest(values: Sequence[fmpq]) -> fmpq:
    """Return the largest."""
    return max(values)


def smallest(values: Sequence[fmpq]) -> fmpq:
    """Return the smallest."""
    return min(values)


ONE_ARGUMENT: dict[str, Callable[[fmpq], fmpq]] = {
    "factorial": factorial,
    "double_factorial": double_factorial,
    "floor": lambda x: fmpq(x.floor()),
    "ceil": lambda x: fmpq(x.ceil()),
    "abs": abs,
    "sign": sign,
    "totient": totient,
    "re": lambda x: x,
    "im": lambda _: fmpq(0),
    "conj": lambda x: x,
}
TWO_ARGUMENTS: dict[str, Callable[[fmpq, fmpq], fmpq]] = {"binomial": binomial, "modulo": modulo}
MANY_ARGUMENTS: dict[str, Callable[[Sequence[fmpq]], fmpq]] = {
    "gcd": gcd,
    "lcm": lcm,
    "max": largest,
    "min": smallest,
}
