"""Walking through expressions: their parts, their letters, substitution."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import cast

from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import Big, PlusMinus, Symbol

_NAMES: dict[type, tuple[str, ...]] = {}


def _field_names(node: Expression) -> tuple[str, ...]:
    kind = type(node)
    if kind not in _NAMES:
        _NAMES[kind] = tuple(f.name for f in fields(node))
    return _NAMES[kind]


def parts(node: Expression) -> list[object]:
    """Return the fields of a node in order."""
    return [getattr(node, name) for name in _field_names(node)]


def alike(node: Expression, fields_: list[object]) -> Expression:
    """Return a node of the same kind with other fields."""
    kind = cast("Callable[..., Expression]", type(node))
    return kind(*fields_)


def nodes(expression: Expression) -> Iterator[Expression]:
    """Yield the expression and all its parts, outermost first."""
    stack: list[object] = [expression]
    while stack:
        item = stack.pop()
        if isinstance(item, tuple):
            stack.extend(reversed(item))
        elif hasattr(item, "__dataclass_fields__"):
            yield item  # type: ignore[misc]
            stack.extend(getattr(item, name) for name in reversed(_field_names(item)))  # type: ignore[arg-type]


def symbols(expression: Expression) -> frozenset[str]:
    """Return the names of the free letters."""
    names = {node.name for node in nodes(expression) if isinstance(node, Symbol)}
    bound = {node.variable for node in nodes(expression) if isinstance(node, Big)}
    return frozenset(names - bound)


def rebuilt(expression: Expression, change: Changes) -> Expression:
    """Return the expression with every part replaced that ``change`` knows, innermost first."""
    if expression in change:
        return change[expression]
    return alike(expression, [_rebuilt(part, change) for part in parts(expression)])


Changes = dict[Expression, Expression]


def _rebuilt(value: object, change: Changes) -> object:
    if isinstance(value, tuple):
        return tuple(_rebuilt(item, change) for item in value)
    if hasattr(value, "__dataclass_fields__"):
        return rebuilt(value, change)  # type: ignore[arg-type]
    return value


def has_plus_minus(expression: Expression) -> bool:
    """Return whether a plus-minus sign stands anywhere in it."""
    return any(isinstance(node, PlusMinus) for node in nodes(expression))
