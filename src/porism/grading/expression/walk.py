"""Walking through expressions: their parts, their letters, substitution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import cast

from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import Big, PlusMinus, Symbol

Changes = dict[Expression, Expression]
_CHILDREN: dict[type, tuple[str, ...]] = {}
_FIELDS: dict[type, tuple[str, ...]] = {}


def _children(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a node in which expressions stand."""
    names = tuple(f.name for f in fields(kind) if "Expression" in str(f.type))
    _CHILDREN[kind] = names
    return names


def _fields(kind: type) -> tuple[str, ...]:
    names = tuple(field.name for field in fields(kind))
    _FIELDS[kind] = names
    return names


def nodes(expression: Expression) -> list[Expression]:
    """Return the expression and all its parts, outermost first."""
    if _CHILDREN.get(type(expression)) == ():
        return [expression]
    found: list[Expression] = []
    stack: list[object] = [expression]
    while stack:
        item = stack.pop()
        kind = type(item)
        if kind is tuple:
            stack.extend(cast("tuple[object, ...]", item))
        elif item is not None:
            found.append(cast("Expression", item))
            names = _CHILDREN.get(kind)
            names = _children(kind) if names is None else names
            stack.extend([getattr(item, name) for name in names])
    return found


def symbols(expression: Expression) -> frozenset[str]:
    """Return the names of the free letters."""
    names: set[str] = set()
    bound: set[str] = set()
    for node in nodes(expression):
        kind = type(node)
        if kind is Symbol:
            names.add(cast("Symbol", node).name)
        elif kind is Big:
            bound.add(cast("Big", node).variable)
    return frozenset(names - bound) if bound else frozenset(names)


def has_plus_minus(expression: Expression) -> bool:
    """Return whether a plus-minus sign stands anywhere in it."""
    return any(type(node) is PlusMinus for node in nodes(expression))


def parts(node: Expression) -> list[object]:
    """Return the fields of a node in order."""
    kind = type(node)
    return [getattr(node, name) for name in _FIELDS.get(kind) or _fields(kind)]


def alike(node: Expression, fields_: list[object]) -> Expression:
    """Return a node of the same kind with other fields."""
    kind = cast("Callable[..., Expression]", type(node))
    return kind(*fields_)


def rebuilt(expression: Expression, change: Changes) -> Expression:
    """Return the expression with every part replaced that ``change`` knows, outermost first."""
    return cast("Expression", _rebuilt(expression, change, frozenset(type(k) for k in change)))


def _rebuilt(value: object, change: Changes, kinds: frozenset[type]) -> object:
    kind = type(value)
    if kind is tuple:
        items = cast("tuple[object, ...]", value)
        made = tuple(_rebuilt(item, change, kinds) for item in items)
        return made if any(new is not old for new, old in zip(made, items, strict=True)) else items
    names = _CHILDREN.get(kind)
    if names is None:
        if not hasattr(value, "__dataclass_fields__"):
            return value
        names = _children(kind)
    node = cast("Expression", value)
    if kind in kinds and node in change:
        return change[node]
    if not names:
        return node
    old = parts(node)
    new = [_rebuilt(part, change, kinds) for part in old]
    return alike(node, new) if any(a is not b for a, b in zip(new, old, strict=True)) else node
