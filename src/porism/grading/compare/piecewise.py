"""Functions given case by case: compared at points of every piece."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from flint import fmpq

from porism.grading.budget import Budget
from porism.grading.compare.collections import Same
from porism.grading.compare.decision import DIFFERENT_KIND, Decision, all_of
from porism.grading.compare.meaning import is_residue
from porism.grading.compare.reals import LINE, MINUS_INFINITY, NotReal, Piece, Reals, RealSet
from porism.grading.compare.solve import Solver
from porism.grading.evaluate.exact import Exact
from porism.grading.expression.shapes import Chain, Expression, Piecewise
from porism.grading.expression.terms import (
    INFINITY,
    Call,
    Number,
    Product,
    Sum,
    Symbol,
    Term,
    integer,
    negative,
)
from porism.grading.expression.walk import Changes, rebuilt, symbols

_SHARES = tuple(fmpq(share, 17) for share in (1, 4, 8, 11, 16))
"""Where a finite piece is tried."""
_STEPS = tuple(fmpq(step, 7) for step in (1, 6, 16, 31, 75))
"""How far from its end a half-line is tried."""
_WHOLE_POINTS = range(1, 14)
_UNDECIDED = Decision(equal=None, rule="the cases could not be compared")
_Cases = list[tuple[Expression, RealSet]]


def same_piecewise(a: Expression, b: Expression, same: Same, budget: Budget) -> Decision:
    """Decide whether two functions of one letter have the same values; one may be a formula."""
    if not isinstance(a, Piecewise | Term) or not isinstance(b, Piecewise | Term):
        return DIFFERENT_KIND
    letters = sorted(symbols(a) | symbols(b))
    if len(letters) != 1:
        return _same_as_written(a, b, same)
    letter = Symbol(letters[0])
    if _by_residues(a) or _by_residues(b):
        return _at_points(a, b, letter, same, budget)
    try:
        return _Pieces(letter, same, budget).compare(a, b)
    except NotReal:
        return _same_as_written(a, b, same)


class _Pieces:
    """Compares cases on the parts of the real line where both have one formula."""

    def __init__(self, letter: Symbol, same: Same, budget: Budget) -> None:
        self.letter, self.same = letter, same
        self.reals = Reals(budget)
        self.solver = Solver(letter.name, budget)

    def compare(self, a: Expression, b: Expression) -> Decision:
        left, right = self._cases(a), self._cases(b)
        domains = [self.reals.union([where for _, where in cases]) for cases in (left, right)]
        if not self.reals.same(*domains):
            return Decision(equal=False, rule="different-domain")
        decisions: list[Decision] = []
        for (value, where), (other, there) in product(left, right):
            for piece in self.reals.intersection(where, there).pieces:
                decisions += [self._at(point, value, other) for point in _points(piece)]
        return all_of(decisions, "same-cases")

    def _at(self, point: Expression, value: Expression, other: Expression) -> Decision:
        change: Changes = {self.letter: point}
        return self.same(rebuilt(value, change), rebuilt(other, change))

    def _cases(self, function: Expression) -> _Cases:
        """Return formulas with the sets where they hold; an earlier case goes before a later."""
        if not isinstance(function, Piecewise):
            return [(function, LINE)]
        rest = LINE
        found: _Cases = []
        for value, condition in function.cases:
            where = rest if condition is None else self.solver.solve(condition)
            found.append((value, self.reals.intersection(where, rest)))
            rest = self.reals.intersection(rest, self.reals.complement(where))
        return found


def _points(piece: Piece) -> Iterator[Expression]:
    low, high = piece.low, piece.high
    if low == high:
        yield low
    elif low == MINUS_INFINITY and high == INFINITY:
        yield from (Number(sign * step) for step in _STEPS for sign in (1, -1))
    elif high == INFINITY:
        yield from (Sum((low, Number(step))) for step in _STEPS)
    elif low == MINUS_INFINITY:
        yield from (Sum((high, Number(-step))) for step in _STEPS)
    else:
        width = Sum((high, negative(low)))
        yield from (Sum((low, Product((Number(share), width)))) for share in _SHARES)


# Cases by residues


def _by_residues(function: Expression) -> bool:
    return isinstance(function, Piecewise) and any(
        isinstance(condition, Chain) and is_residue(condition.sides[-1])
        for _, condition in function.cases
    )


def _at_points(
    a: Expression, b: Expression, letter: Symbol, same: Same, budget: Budget
) -> Decision:
    decisions: list[Decision] = []
    for n in _WHOLE_POINTS:
        values = [_value_at(f, letter, n, budget) for f in (a, b)]
        if values[0] is None or values[1] is None:
            return _UNDECIDED
        decisions.append(same(values[0], values[1]))
    return all_of(decisions, "same-cases")


def _value_at(function: Expression, letter: Symbol, n: int, budget: Budget) -> Expression | None:
    """Return a function's value at a whole number; ``None`` where no case applies for certain."""
    change: Changes = {letter: integer(n)}
    if not isinstance(function, Piecewise):
        return rebuilt(function, change)
    for value, condition in function.cases:
        if condition is None or _holds(rebuilt(condition, change), budget):
            return rebuilt(value, change)
    return None


def _holds(condition: Expression, budget: Budget) -> bool:
    match condition:
        case Chain((left, Call("residue", (rest, modulus))), ("equiv",)):
            exact = Exact({}, budget)
            values = [exact.value(term) for term in (left, rest, modulus)]
            return None not in values and bool(values[2]) and _divides(*values)  # type: ignore[arg-type]
    return False


def _divides(left: fmpq, rest: fmpq, modulus: fmpq) -> bool:
    return bool(((left - rest) / modulus).q == 1)


# Cases with several letters


def _same_as_written(a: Expression, b: Expression, same: Same) -> Decision:
    if not isinstance(a, Piecewise) or not isinstance(b, Piecewise):
        return DIFFERENT_KIND
    if len(a.cases) != len(b.cases):
        return _UNDECIDED
    decisions: list[Decision] = []
    for (value, condition), (other, wanted) in zip(a.cases, b.cases, strict=True):
        decisions.append(same(value, other))
        if condition is not None and wanted is not None:
            decisions.append(same(condition, wanted))
    return all_of(decisions, "same-cases")
