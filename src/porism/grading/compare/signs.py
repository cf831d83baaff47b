"""Plus-minus signs and joined finite sets written out as collections."""

from __future__ import annotations

from porism.grading.budget import ITEMS, OverBudget
from porism.grading.expression.shapes import (
    Builder,
    Chain,
    Collection,
    Expression,
    Interval,
    Matrix,
    NumberSet,
    Piecewise,
    Progression,
    SetOperation,
)
from porism.grading.expression.terms import PlusMinus, negative
from porism.grading.expression.walk import Changes, has_plus_minus, nodes, rebuilt

_WHOLE = (Interval, NumberSet, Builder, Matrix, Progression, Piecewise)
_MOST_SIGNS = 6
_MOST_SIGNED = 100
"""Elements with plus-minus signs of one collection."""


def spread(expression: Expression) -> Expression:
    """Write out plus-minus signs and unions of finite sets."""
    if isinstance(expression, Collection):
        return _flat(expression)
    if isinstance(expression, SetOperation):
        return _joined(expression)
    if isinstance(expression, _WHOLE) or not has_plus_minus(expression):
        return expression
    return Collection(both_signs(expression))


def both_signs(expression: Expression) -> tuple[Expression, ...]:
    """Return the two values of an expression whose plus-minus signs go together."""
    changes: tuple[Changes, Changes] = ({}, {})
    for sign in _signs(expression):
        changes[0][sign], changes[1][sign] = _signed(sign, upper=True), _signed(sign, upper=False)
    return rebuilt(expression, changes[0]), rebuilt(expression, changes[1])


def all_signs(expression: Expression) -> tuple[Expression, ...]:
    """Return the values of an expression with each plus-minus sign chosen for itself.

    Raises:
        OverBudget: there are too many signs.
    """
    signs = _signs(expression)
    if len(signs) > _MOST_SIGNS:
        raise OverBudget("the answer has too many plus-minus signs")
    values: tuple[Expression, ...] = (expression,)
    for sign in signs:
        values = tuple(
            rebuilt(value, {sign: _signed(sign, upper=upper)})
            for value in values
            for upper in (True, False)
        )
    return values


def sign_count(expression: Expression) -> int:
    """Return how many different plus-minus terms an expression has."""
    return len(_signs(expression))


def _signs(expression: Expression) -> tuple[PlusMinus, ...]:
    return tuple(dict.fromkeys(n for n in nodes(expression) if isinstance(n, PlusMinus)))


def _signed(sign: PlusMinus, *, upper: bool) -> Expression:
    return sign.body if upper != sign.lower else negative(sign.body)


def _flat(collection: Collection) -> Collection:
    items: list[Expression] = []
    signed = 0
    for item in collection.items:
        if isinstance(item, Chain) or not has_plus_minus(item):
            items.append(item)
        else:
            items += both_signs(item)
            signed += 1
        if len(items) > ITEMS or signed > _MOST_SIGNED:
            raise OverBudget("a collection has too many elements")
    return Collection(tuple(items))


def _joined(operation: SetOperation) -> Expression:
    """Join finite sets where that needs no comparison of elements."""
    operands = tuple(spread(operand) for operand in operation.operands)
    if operation.kind == "union" and all(isinstance(o, Collection) for o in operands):
        return Collection(tuple(i for o in operands if isinstance(o, Collection) for i in o.items))
    return SetOperation(operation.kind, operands)
