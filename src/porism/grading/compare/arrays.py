"""Points, vectors and matrices: entry by entry."""

from __future__ import annotations

from collections.abc import Callable

from porism.grading.budget import Budget
from porism.grading.compare.collections import Same
from porism.grading.compare.decision import DIFFERENT_KIND, Decision, all_of
from porism.grading.compare.linear import evaluated, has_matrix, identity
from porism.grading.expression.shapes import Expression, Matrix, Tuple
from porism.grading.expression.terms import ZERO, Symbol, Term

Rows = tuple[tuple[Expression, ...], ...]


def is_array(expression: Expression) -> bool:
    """Return whether this is a point, or has a matrix or basis vector in it."""
    return isinstance(expression, Tuple) or has_matrix(expression)


def same_arrays(
    a: Expression, b: Expression, same: Same, budget: Budget, is_interval: Callable[[Tuple], bool]
) -> Decision:
    """Compare points, vectors and matrices; a point may stand for a row or a column."""
    left, right = evaluated(a, budget), evaluated(b, budget)
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        return _same_points(left, right, same, is_interval)
    if isinstance(left, Term) and isinstance(right, Term):
        return same(left, right) if (left, right) != (a, b) else DIFFERENT_KIND
    rows = _rows(left, right), _rows(right, left)
    if rows[0] is None or rows[1] is None:
        return DIFFERENT_KIND
    return _same_entries(*_in_one_space(rows[0], rows[1]), same)


def _same_points(a: Tuple, b: Tuple, same: Same, is_interval: Callable[[Tuple], bool]) -> Decision:
    if len(a.items) != len(b.items):
        return Decision(equal=False, rule="different-length")
    if a.brackets != b.brackets and is_interval(a) and is_interval(b):
        return Decision(equal=False, rule="different-ends")
    return all_of([same(p, q) for p, q in zip(a.items, b.items, strict=True)], "same-coordinates")


def _rows(array: Expression, beside: Expression) -> Rows | None:
    """Return the rows of an array; a point lies as the matrix beside it does."""
    if isinstance(array, Matrix):
        return array.rows
    if isinstance(array, Symbol) and isinstance(beside, Matrix):
        size = len(beside.rows)
        return identity(size).rows if array.name in ("I", f"I_{size}") else None
    if not isinstance(array, Tuple):
        return None
    nested = [item.items for item in array.items if isinstance(item, Tuple)]
    if len(nested) == len(array.items) and len({len(row) for row in nested}) == 1:
        return tuple(nested)
    if isinstance(beside, Matrix) and len(beside.rows) == 1:
        return (array.items,)
    return tuple((item,) for item in array.items)


def _in_one_space(a: Rows, b: Rows) -> tuple[Rows, Rows]:
    """Drop the third entry of a vector in the plane that was written with basis vectors."""
    if len(a) == 3 and len(b) == 2 and a[2] == (ZERO,):
        return a[:2], b
    if len(b) == 3 and len(a) == 2 and b[2] == (ZERO,):
        return a, b[:2]
    return a, b


def _same_entries(a: Rows, b: Rows, same: Same) -> Decision:
    if len(a) != len(b) or len(a[0]) != len(b[0]):
        return Decision(equal=False, rule="different-size")
    pairs = [(p, q) for r, s in zip(a, b, strict=True) for p, q in zip(r, s, strict=True)]
    return all_of([same(p, q) for p, q in pairs], "same-entries")
