"""The statements of porism-sample-false are false, and what they were made from is true."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product

import pytest

from porism.benchmarks import sample
from porism.core import Problem, TrueStatement

CHECKS: dict[str, Callable[[], None]] = {}


def statement(number: int) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def keep(check: Callable[[], None]) -> Callable[[], None]:
        CHECKS[str(number)] = check
        return check

    return keep


@pytest.mark.parametrize("problem", sample.load("porism-sample-false"), ids=lambda p: p.id)
def test_the_statement_is_false(problem: Problem):
    assert isinstance(problem.reference, TrueStatement)
    assert problem.reference.why_false
    assert problem.reference.original != problem.statement
    CHECKS[problem.id]()


@statement(1)
def unit_fractions() -> None:
    assert sum(Fraction(1, a) for a in (2, 4, 4)) == 1
    # The original: multiply by the product of the odd numbers and count modulo 2.
    for n in (2, 4):
        for denominators in product((3, 5, 7, 9, 15, 21, 45), repeat=n):
            assert sum(Fraction(1, a) for a in denominators) != 1


@statement(2)
def slowly_varying_function() -> None:
    def f(x: float) -> float:
        return math.sin(math.sqrt(x))

    far = [10.0**k for k in (4, 6, 8)]
    assert all(abs(f(x + 1) - f(x)) <= math.sqrt(x + 1) - math.sqrt(x) for x in far)
    peaks = [(2 * math.pi * k + math.pi / 2) ** 2 for k in (100, 1000)]
    troughs = [(2 * math.pi * k - math.pi / 2) ** 2 for k in (100, 1000)]
    assert all(f(x) > 0.99 for x in peaks)
    assert all(f(x) < -0.99 for x in troughs)


@statement(3)
def chromatic_numbers() -> None:
    pairs = set(combinations(range(9), 2))
    triangles = {(a, b) for a, b in pairs if a // 3 == b // 3}
    assert chromatic_number(triangles) == chromatic_number(pairs - triangles) == 3


def chromatic_number(edges: set[tuple[int, int]]) -> int:
    return next(
        colours
        for colours in range(1, 10)
        if any(
            all(paint[a] != paint[b] for a, b in edges)
            for paint in product(range(colours), repeat=9)
        )
    )


@statement(4)
def minimal_polynomials() -> None:
    a, b = ((0, 1), (0, 0)), ((0, 0), (0, 1))
    zero = ((0, 0), (0, 0))
    assert times(a, b) == a != zero
    assert times(a, a) == zero
    assert times(b, a) == zero


Matrix = tuple[tuple[int, ...], ...]


def times(a: Matrix, b: Matrix) -> Matrix:
    return tuple(tuple(sum(a[i][k] * b[k][j] for k in (0, 1)) for j in (0, 1)) for i in (0, 1))


@statement(5)
def empty_tetrahedron() -> None:
    # (x, y, z) = p (1,0,0) + q (0,1,0) + r (1,1,2) with p, q, r >= 0 and p + q + r <= 1.
    inside = []
    for x, y, z in product(range(-1, 3), repeat=3):
        r = Fraction(z, 2)
        p, q = x - r, y - r
        if min(p, q, r) >= 0 and p + q + r <= 1:
            inside.append((x, y, z))
    assert inside == [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 2)]
    assert Fraction(1 * 1 * 2, 6) == Fraction(1, 3)
