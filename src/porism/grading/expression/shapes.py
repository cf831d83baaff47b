"""Shapes: what an answer may be besides a single term."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from porism.grading.expression.terms import Term


@dataclass(frozen=True, slots=True)
class Collection:
    """Unordered: a set in braces, a bare list, alternatives joined by "or"."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Progression:
    """A list or set with dots: what stands before and after them."""

    first: tuple[Expression, ...]
    last: tuple[Expression, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Tuple:
    """Ordered: a point, a vector, an ordered pair. Two in brackets may mean an interval."""

    items: tuple[Expression, ...]
    brackets: str = "()"


@dataclass(frozen=True, slots=True)
class Interval:
    """The reals between two ends."""

    low: Expression
    high: Expression
    low_closed: bool
    high_closed: bool


@dataclass(frozen=True, slots=True)
class NumberSet:
    """A set of numbers with a name: R, Q, Z, N, C."""

    name: Literal["R", "Q", "Z", "N", "C"]


@dataclass(frozen=True, slots=True)
class SetOperation:
    """Sets joined: union, intersection, difference."""

    kind: Literal["union", "intersection", "difference"]
    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Builder:
    """All values of an element for which a condition holds."""

    element: Expression
    condition: Expression


Operator = Literal[
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "in",
    "not in",
    "approx",
    "equiv",
    "subset",
    "divides",
    "to",
    "tends",
]


@dataclass(frozen=True, slots=True)
class Chain:
    """Sides with relations between them: ``a < b <= c``, ``x = 5``."""

    sides: tuple[Expression, ...]
    operators: tuple[Operator, ...]


@dataclass(frozen=True, slots=True)
class Every:
    """Statements that hold together."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Statements of which one holds."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Entries in rows."""

    rows: tuple[tuple[Expression, ...], ...]


@dataclass(frozen=True, slots=True)
class Ratio:
    """Parts in proportion: ``3:2``; with dots where ``open``."""

    parts: tuple[Expression, ...]
    open: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day in minutes; ``half`` is ``am`` or ``pm`` where stated."""

    minutes: int
    half: str = ""


@dataclass(frozen=True, slots=True)
class Piecewise:
    """Values with the conditions under which they hold; the last may be "otherwise"."""

    cases: tuple[tuple[Expression, Expression | None], ...]


Shape = (
    Collection
    | Progression
    | Tuple
    | Interval
    | NumberSet
    | SetOperation
    | Builder
    | Chain
    | Every
    | Either
    | Matrix
    | Ratio
    | Clock
    | Piecewise
)
Expression = Term | Shape

EMPTY = Collection(())
