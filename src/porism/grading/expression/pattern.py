"""What several terms have in common: the pattern that dots continue."""

from __future__ import annotations

from typing import cast

from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import Constant, Number, Symbol
from porism.grading.expression.walk import alike, parts

_ATOMS = (Number, Symbol, Constant)
Column = tuple[Expression, ...]


class Pattern:
    """A term with gaps, and for each gap what the given terms have in it."""

    def __init__(self, terms: tuple[Expression, ...]) -> None:
        self.gaps: dict[Symbol, Column] = {}
        self.body = self._common(terms)

    def _common(self, terms: Column) -> Expression:
        first = terms[0]
        if all(term == first for term in terms):
            return first
        if isinstance(first, _ATOMS) or any(type(term) is not type(first) for term in terms):
            return self._gap(terms)
        columns = list(zip(*(parts(term) for term in terms), strict=True))
        if not all(_fit(column) for column in columns):
            return self._gap(terms)
        return alike(first, [self._part(column) for column in columns])

    def _part(self, column: tuple[object, ...]) -> object:
        first = column[0]
        if isinstance(first, tuple):
            rows = cast("tuple[Column, ...]", column)
            return tuple(self._common(inner) for inner in zip(*rows, strict=True))
        if hasattr(first, "__dataclass_fields__"):
            return self._common(cast("Column", column))
        return first

    def _gap(self, terms: Column) -> Symbol:
        for gap, column in self.gaps.items():
            if column == terms:
                return gap
        gap = Symbol(f"gap {len(self.gaps)}")
        self.gaps[gap] = terms
        return gap


def _fit(column: tuple[object, ...]) -> bool:
    """Return whether parts can be compared one by one."""
    first = column[0]
    if isinstance(first, tuple):
        return all(isinstance(part, tuple) and len(part) == len(first) for part in column)
    return hasattr(first, "__dataclass_fields__") or all(part == first for part in column)
