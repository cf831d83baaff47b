"""Quantities that an answer names by more than one letter: ``m + n = 7``, ``BC = 7``."""

from __future__ import annotations

from porism.grading.expression.shapes import Chain, Expression
from porism.grading.expression.terms import ZERO, Call, Term
from porism.grading.expression.walk import symbols

_PLANE = frozenset("xy")
"""Letters whose equations are curves."""


def named_value(answer: Expression) -> Expression | None:
    """Return the value of a quantity that an answer names; ``None`` where it names none.

    An equation in one unknown is none: it may have another solution. Nor is one with all
    moved to one side, ``ax + b = 0``.
    """
    if not isinstance(answer, Chain) or set(answer.operators) != {"="}:
        return None
    name, value = answer.sides[0], answer.sides[-1]
    if symbols(value) or value == ZERO or not isinstance(value, Term):
        return None
    if not _names_a_quantity(name):
        return None
    return value


def _names_a_quantity(side: Expression) -> bool:
    letters = symbols(side)
    if len(letters) == 1:
        return isinstance(side, Call) and next(iter(letters))[0].isupper()
    return len(letters) > 1 and not letters >= _PLANE
