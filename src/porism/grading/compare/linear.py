"""Vectors and matrices: arithmetic on them, entry by entry comparison."""

from __future__ import annotations

from porism.grading.budget import Budget, OverBudget
from porism.grading.compare.rational_matrices import power, product, rational, written
from porism.grading.evaluate.exact import NOWHERE, Exact
from porism.grading.evaluate.outcome import Undefined
from porism.grading.expression.shapes import Expression, Matrix, Tuple
from porism.grading.expression.terms import (
    ONE,
    ZERO,
    Call,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    negative,
)
from porism.grading.expression.walk import nodes

_BASIS = ("vec i", "vec j", "vec k")
_TRANSPOSED = Symbol("T")
_LARGEST_POWER = 12
_LARGEST_DETERMINANT = 4
_LARGEST_RESULT = 4_000
"""Parts of all entries of a product together."""


def has_matrix(term: Expression) -> bool:
    """Return whether a matrix, a point or a basis vector stands anywhere in an expression."""
    return any(
        isinstance(node, Matrix | Tuple)
        or (isinstance(node, Symbol) and node.name in _BASIS)
        or (isinstance(node, Call) and node.name == "diag")
        for node in nodes(term)
    )


def evaluated(expression: Expression, budget: Budget) -> Expression:
    """Carry out the matrix arithmetic of an expression; what has none comes back as it is."""
    if not has_matrix(expression):
        return expression
    vector = _of_basis(expression)
    return vector if vector is not None else _value(expression, budget)


def _value(expression: Expression, budget: Budget) -> Expression:
    budget.spend(10)
    match expression:
        case Sum(terms):
            return _sum([_value(term, budget) for term in terms])
        case Product(factors):
            return _product([_value(factor, budget) for factor in factors], budget)
        case Quotient(over, under):
            parts = [_value(over, budget), Quotient(ONE, _value(under, budget))]
            return _product(parts, budget)
        case Power(base, exponent):
            return _power(_value(base, budget), exponent, budget)
        case Call():
            return _called(expression, budget)
    return expression


def _called(call: Call, budget: Budget) -> Expression:
    if call.name == "diag":
        return _diagonal(call.arguments)
    if call.name not in _NUMBERS_OF or len(call.arguments) != 1:
        return call
    value = _value(call.arguments[0], budget)
    return _NUMBERS_OF[call.name](value, budget) if isinstance(value, Matrix) else call


def _sum(terms: list[Expression]) -> Expression:
    if not any(isinstance(term, Matrix) for term in terms):
        return Sum(tuple(terms))
    if not all(isinstance(term, Matrix) for term in terms):
        raise Undefined("a number added to a matrix")
    first, *rest = (term for term in terms if isinstance(term, Matrix))
    for other in rest:
        if _shape(first) != _shape(other):
            raise Undefined("matrices of different size added")
        first = Matrix(
            tuple(
                tuple(Sum((p, q)) for p, q in zip(r, s, strict=True))
                for r, s in zip(first.rows, other.rows, strict=True)
            )
        )
    return first


def _product(factors: list[Expression], budget: Budget) -> Expression:
    scalars = [f for f in factors if not isinstance(f, Matrix)]
    matrices = [f for f in factors if isinstance(f, Matrix)]
    if not matrices:
        return Product(tuple(factors))
    result = matrices[0]
    for other in matrices[1:]:
        result = _times(result, other, budget)
    if not scalars:
        return result
    scale = scalars[0] if len(scalars) == 1 else Product(tuple(scalars))
    return Matrix(tuple(tuple(Product((scale, cell)) for cell in row) for row in result.rows))


def _times(a: Matrix, b: Matrix, budget: Budget) -> Matrix:
    if _shape(a)[1] != _shape(b)[0]:
        raise Undefined("matrices of sizes that do not fit multiplied")
    p, q = rational(a, budget), rational(b, budget)
    if p is not None and q is not None:
        return written(product(p, q, budget))
    if _size(a) * _shape(b)[1] + _size(b) * _shape(a)[0] > _LARGEST_RESULT:
        raise OverBudget("a product of matrices is too large")
    columns = list(zip(*b.rows, strict=True))
    return Matrix(
        tuple(
            tuple(
                Sum(tuple(Product((p, q)) for p, q in zip(row, column, strict=True)))
                for column in columns
            )
            for row in a.rows
        )
    )


def _size(matrix: Matrix) -> int:
    """Return how many parts the entries have together."""
    return sum(len(nodes(cell)) for row in matrix.rows for cell in row)


def _power(base: Expression, exponent: Expression, budget: Budget) -> Expression:
    if isinstance(base, Tuple) and exponent == _TRANSPOSED:
        return base
    if not isinstance(base, Matrix):
        return Power(base, exponent)
    if exponent == _TRANSPOSED:
        return Matrix(tuple(zip(*base.rows, strict=True)))
    n = Exact(NOWHERE, budget).value(exponent)
    if n is None or n.q != 1 or n == 0:
        raise OverBudget("a power of a matrix that is not carried out")
    numbers = rational(base, budget)
    if numbers is not None:
        return written(power(numbers, int(n.p), budget))
    if abs(n) > _LARGEST_POWER:
        raise OverBudget("a power of a matrix that is not carried out")
    result = base = _inverse(base, budget) if n < 0 else base
    for _ in range(abs(int(n.p)) - 1):
        result = _times(result, base, budget)
    return result


def _inverse(matrix: Matrix, budget: Budget) -> Matrix:
    """Invert by cofactors: for the small matrices of answers, with letters too."""
    size, width = _shape(matrix)
    if size != width or size > 3:
        raise OverBudget("an inverse that is not carried out")
    whole = _determinant(matrix, budget)
    if size == 1:
        return Matrix(((Quotient(ONE, whole),),))
    return Matrix(
        tuple(
            tuple(Quotient(_cofactor(matrix, j, i, budget), whole) for j in range(size))
            for i in range(size)
        )
    )


def _cofactor(matrix: Matrix, row: int, column: int, budget: Budget) -> Expression:
    minor = _determinant(_without(matrix, row, column), budget)
    return negative(minor) if (row + column) % 2 else minor


def _without(matrix: Matrix, row: int, column: int) -> Matrix:
    return Matrix(
        tuple(
            tuple(cell for j, cell in enumerate(cells) if j != column)
            for i, cells in enumerate(matrix.rows)
            if i != row
        )
    )


def _determinant(matrix: Matrix, budget: Budget) -> Expression:
    """Return the determinant; one with letters or roots is expanded along the first row.

    Raises:
        Undefined: the matrix is not square.
        OverBudget: it is too large to expand.
    """
    size, width = _shape(matrix)
    if size != width:
        raise Undefined("a determinant of a matrix that is not square")
    numbers = rational(matrix, budget)
    if numbers is not None:
        budget.spend(size**3)
        return Number(numbers.det())
    if size == 1:
        return matrix.rows[0][0]
    if size > _LARGEST_DETERMINANT:
        raise OverBudget("a determinant is too large to expand")
    return Sum(
        tuple(
            Product((cell, _cofactor(matrix, 0, column, budget)))
            for column, cell in enumerate(matrix.rows[0])
        )
    )


def _diagonal(items: tuple[Expression, ...]) -> Matrix:
    return Matrix(
        tuple(tuple(x if i == j else ZERO for j in range(len(items))) for i, x in enumerate(items))
    )


def identity(size: int) -> Matrix:
    """Return the identity matrix of a size."""
    return _diagonal((ONE,) * size)


def _trace(matrix: Matrix, _budget: Budget) -> Expression:
    return Sum(tuple(row[i] for i, row in enumerate(matrix.rows) if i < len(row)))


def _shape(matrix: Matrix) -> tuple[int, int]:
    return len(matrix.rows), len(matrix.rows[0])


def _factors(term: Expression) -> tuple[Expression, ...]:
    if isinstance(term, Product):
        return tuple(factor for inner in term.factors for factor in _factors(inner))
    return (term,)


def _of_basis(expression: Expression) -> Expression | None:
    """Return ``2i + 3j`` in bold letters as a vector of three entries."""
    terms = expression.terms if isinstance(expression, Sum) else (expression,)
    parts: list[list[Expression]] = [[], [], []]
    for term in terms:
        factors = _factors(term)
        at = [f.name for f in factors if isinstance(f, Symbol) and f.name in _BASIS]
        if len(at) != 1:
            return None
        rest = tuple(f for f in factors if not (isinstance(f, Symbol) and f.name in _BASIS))
        parts[_BASIS.index(at[0])].append(Product(rest) if rest else ONE)
    return Matrix(tuple((Sum(tuple(part)) if part else ZERO,) for part in parts))


_NUMBERS_OF = {"det": _determinant, "abs": _determinant, "trace": _trace}
