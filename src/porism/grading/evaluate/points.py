"""Where two formulas are held against each other: values for their letters."""

from __future__ import annotations

import random
from collections.abc import Iterator
from zlib import crc32

from flint import fmpq

from porism.grading.evaluate.exact import Point
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import MINUS_ONE, Big, Call, Dotted, Power
from porism.grading.expression.walk import nodes, symbols

_COUNTING = frozenset(("n", "k"))
"""Letters that stand for positive integers by convention."""
_WHOLE_ARGUMENTS = frozenset(
    ("factorial", "double_factorial", "binomial", "gcd", "lcm", "modulo", "totient", "residue")
)
_FIRST_INTEGERS = (5, 4, 7, 3, 9, 6, 2, 11, 8, 1, 12, 10, 13)
_INTEGER_POINTS = 12
_REAL_POINTS = 14


def integer_letters(expressions: tuple[Expression, ...]) -> frozenset[str]:
    """Return the letters that stand for positive integers.

    These are n and k, and letters in factorials, binomials, ends of sums, indices of
    sequences and exponents of -1.
    """
    found = set(_COUNTING)
    for expression in expressions:
        for node in nodes(expression):
            if isinstance(node, Call) and node.name in _WHOLE_ARGUMENTS:
                found |= _letters(*node.arguments)
            elif isinstance(node, Big) and node.kind != "integral":
                found |= _letters(node.low, node.high)
            elif isinstance(node, Dotted):
                found |= _letters(*node.last)
            elif isinstance(node, Power) and node.base == MINUS_ONE:
                found |= _letters(node.exponent)
    return frozenset(found)


def _letters(*terms: Expression) -> set[str]:
    return {name for term in terms for name in symbols(term)}


def points(expressions: tuple[Expression, ...]) -> Iterator[Point]:
    """Yield values for the letters of some formulas, the same ones every time.

    Letters for integers get small positive ones; the others rationals of both signs,
    at first positive ones.
    """
    names = sorted(frozenset().union(*(symbols(e) for e in expressions)))
    whole = integer_letters(expressions)
    draw = random.Random(crc32("".join(names).encode()))  # noqa: S311 - repeatable on purpose
    count = _INTEGER_POINTS if whole.issuperset(names) else _REAL_POINTS
    for turn in range(count):
        yield {
            name: _integer(draw, turn, place) if name in whole else _real(draw, turn)
            for place, name in enumerate(names)
        }


def _integer(draw: random.Random, turn: int, place: int) -> fmpq:
    """Return a small integer; letters differ, and at times a later one is the smaller."""
    if place == 0:
        return fmpq(_FIRST_INTEGERS[turn % len(_FIRST_INTEGERS)])
    return fmpq(draw.randint(1, 9))


def _real(draw: random.Random, turn: int) -> fmpq:
    size = fmpq(draw.randint(5, 95), draw.choice((31, 37, 41)))
    return -size if turn >= 4 and draw.random() < 0.5 else size
