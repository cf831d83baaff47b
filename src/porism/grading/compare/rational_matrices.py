"""Matrices of rational numbers, computed with exactly."""

from __future__ import annotations

from flint import fmpq, fmpq_mat

from porism.grading.budget import Budget, OverBudget
from porism.grading.evaluate.exact import NOWHERE, Exact
from porism.grading.evaluate.outcome import Undefined
from porism.grading.expression.shapes import Matrix
from porism.grading.expression.terms import Number

_ENTRY_BITS = 2_000
_RESULT_BITS = 20_000
"""Of one entry of a power."""
_OPERATIONS_A_STEP = 40
"""Multiplications of small rationals that cost as much as one step."""


def rational(matrix: Matrix, budget: Budget) -> fmpq_mat | None:
    """Return a matrix of rationals as one; ``None`` where an entry is not rational."""
    exact = Exact(NOWHERE, budget)
    entries: list[fmpq] = []
    for row in matrix.rows:
        for cell in row:
            value = exact.value(cell)
            if value is None or value.height_bits() > _ENTRY_BITS:
                return None
            entries.append(value)
    return fmpq_mat(len(matrix.rows), len(matrix.rows[0]), entries)


def written(matrix: fmpq_mat) -> Matrix:
    """Return a matrix of rationals as it is written."""
    return Matrix(tuple(tuple(Number(fmpq(cell)) for cell in row) for row in matrix.table()))


def product(a: fmpq_mat, b: fmpq_mat, budget: Budget) -> fmpq_mat:
    """Multiply."""
    budget.spend(1 + a.nrows() * a.ncols() * b.ncols() // _OPERATIONS_A_STEP)
    return a * b


def power(base: fmpq_mat, exponent: int, budget: Budget) -> fmpq_mat:
    """Raise to a whole power.

    Raises:
        Undefined: a singular or oblong matrix has none.
        OverBudget: the entries would be too large.
    """
    size, bits = base.nrows(), max(cell.height_bits() for cell in base.entries())
    if size != base.ncols():
        raise Undefined("a power of a matrix that is not square")
    if abs(exponent) * (bits + size.bit_length()) * size > _RESULT_BITS:
        raise OverBudget("a power of a matrix is too large")
    budget.spend(1 + size**3 * (1 + abs(exponent).bit_length()) // _OPERATIONS_A_STEP)
    if exponent < 0 and base.det() == 0:
        raise Undefined("an inverse of a singular matrix")
    return (base.inv() if exponent < 0 else base) ** abs(exponent)
