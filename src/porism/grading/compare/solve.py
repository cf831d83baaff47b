"""Conditions on one letter turned into the set of its values.

The real line is cut where a side of a relation can change its sign: at zeros, poles and
kinks. A condition is constant on each open piece between cuts, so it is tried at one
point of each piece and at every cut.
"""

from __future__ import annotations

from itertools import pairwise, product

from flint import fmpq, fmpq_poly

from porism.grading.budget import ITEMS, Budget, OverBudget
from porism.grading.compare.numbers import order
from porism.grading.compare.reals import LINE, NotReal, Piece, Reals, RealSet
from porism.grading.compare.signs import both_signs
from porism.grading.evaluate.outcome import Undefined
from porism.grading.evaluate.polynomials import NotRational, Rational, coefficients
from porism.grading.expression.shapes import (
    Chain,
    Either,
    Every,
    Expression,
    NumberSet,
)
from porism.grading.expression.terms import (
    INFINITY,
    ONE,
    ZERO,
    Call,
    Number,
    Power,
    Quotient,
    Sum,
    Symbol,
    integer,
    negative,
)
from porism.grading.expression.walk import Changes, has_plus_minus, nodes, rebuilt, symbols

_MOST_KINKS = 3
_TWO = fmpq(2)
_HOLDS = {
    "=": lambda sign: sign == 0,
    "!=": lambda sign: sign != 0,
    "<": lambda sign: sign < 0,
    "<=": lambda sign: sign <= 0,
    ">": lambda sign: sign > 0,
    ">=": lambda sign: sign >= 0,
}


class Solver:
    """Finds the values of one letter for which a condition holds."""

    def __init__(self, letter: str, budget: Budget) -> None:
        self.letter = letter
        self.symbol = Symbol(letter)
        self.budget = budget
        self.reals = Reals(budget)

    def solve(self, condition: Expression) -> RealSet:
        """Return the reals for which a condition holds; integers where it says so.

        Raises:
            NotReal: it is not a condition of a form that is understood.
        """
        match condition:
            case Either():
                return self.reals.union([self.solve(part) for part in condition.parts])
            case Every():
                return self._every(condition)
            case Chain(sides, ("in",)) if sides[0] == self.symbol:
                return self._member(sides[1])
            case Chain(sides, ("not in",)) if sides[0] == self.symbol:
                return self.reals.complement(self._member(sides[1]))
            case Chain():
                return self._relations(condition)
        raise NotReal

    def _every(self, condition: Every) -> RealSet:
        parts = [self.solve(part) for part in condition.parts]
        common = parts[0]
        for part in parts[1:]:
            common = self.reals.intersection(common, part)
        whole = any(part.domain == "Z" for part in parts)
        return self.reals.integers(common) if whole else common

    def _member(self, of: Expression) -> RealSet:
        match of:
            case NumberSet("Z"):
                return RealSet(LINE.pieces, "Z")
            case NumberSet("N"):
                return RealSet((Piece(ONE, INFINITY, low_closed=True, high_closed=False),), "Z")
        return self.reals.read(of)

    def _relations(self, chain: Chain) -> RealSet:
        if not all(operator in _HOLDS for operator in chain.operators):
            raise NotReal
        if has_plus_minus(chain):
            both = both_signs(chain)
            return self.solve(Every(both) if "!=" in chain.operators else Either(both))
        cuts: list[Expression] = []
        for left, right in pairwise(chain.sides):
            cuts += self._cuts(left, right)
        return self._cells(chain, self._sorted(cuts))

    # Where the line is cut

    def _cuts(self, left: Expression, right: Expression) -> list[Expression]:
        if left == self.symbol and not symbols(right):
            return [right]
        if right == self.symbol and not symbols(left):
            return [left]
        difference = Sum((left, negative(right)))
        kinks = list(dict.fromkeys(self._kinks(difference)))
        if len(kinks) > _MOST_KINKS:
            raise NotReal
        cuts: list[Expression] = []
        for kink in kinks:
            cuts += self._zeros(kink.arguments[0])
        for signs in product((ONE, None), repeat=len(kinks)):
            changes: Changes = {
                kink: kink.arguments[0] if sign else negative(kink.arguments[0])
                for kink, sign in zip(kinks, signs, strict=True)
            }
            cuts += self._zeros(rebuilt(difference, changes))
        return cuts

    def _kinks(self, term: Expression) -> list[Call]:
        return [
            node
            for node in nodes(term)
            if isinstance(node, Call) and node.name == "abs" and self.letter in symbols(node)
        ]

    def _zeros(self, term: Expression) -> list[Expression]:
        """Return zeros and poles of a rational function, or of a line with any coefficients."""
        try:
            over, under = Rational((self.letter,), self.budget).fraction(term)
        except NotRational:
            return self._zero_of_line(term)
        return [
            root
            for part in (over, under)
            if part.total_degree() > 0
            for root in roots(coefficients(part))
        ]

    def _zero_of_line(self, term: Expression) -> list[Expression]:
        values = [rebuilt(term, {self.symbol: integer(x)}) for x in (0, 1, 2)]
        bend = Sum((values[0], negative(values[1]), negative(values[1]), values[2]))
        if self.letter not in _plain_letters(term) or order(bend, ZERO, self.budget) != 0:
            raise NotReal
        slope = Sum((values[1], negative(values[0])))
        if order(slope, ZERO, self.budget) in (0, None):
            raise NotReal
        return [negative(Quotient(values[0], slope))]

    def _sorted(self, cuts: list[Expression]) -> list[Expression]:
        done: list[Expression] = []
        for cut in cuts:
            at = len(done)
            while at and self._order(cut, done[at - 1]) < 0:
                at -= 1
            if not (at and self._order(cut, done[at - 1]) == 0):
                done.insert(at, cut)
        if len(done) > ITEMS:
            raise OverBudget("a condition has too many cases")
        return done

    def _order(self, a: Expression, b: Expression) -> int:
        return self.reals.order(a, b)

    # Trying the pieces

    def _cells(self, chain: Chain, cuts: list[Expression]) -> RealSet:
        if not cuts:
            return LINE if self._holds(chain, ZERO) else RealSet(())
        ends = [negative(INFINITY), *cuts, INFINITY]
        pieces: list[RealSet] = []
        for low, high in pairwise(ends):
            if self._holds(chain, _between(low, high)):
                pieces.append(RealSet((Piece(low, high, low_closed=False, high_closed=False),)))
        pieces += [
            RealSet((Piece(cut, cut, low_closed=True, high_closed=True),))
            for cut in cuts
            if self._holds(chain, cut)
        ]
        return self.reals.union(pieces)

    def _holds(self, chain: Chain, value: Expression) -> bool:
        sides = [rebuilt(side, {self.symbol: value}) for side in chain.sides]
        for left, operator, right in zip(sides, chain.operators, sides[1:], strict=False):
            try:
                sign = order(left, right, self.budget)
            except Undefined:
                return False
            if sign is None:
                return False
            if not _HOLDS[operator](sign):
                return False
        return True


def _between(low: Expression, high: Expression) -> Expression:
    if high == INFINITY:
        return ZERO if low == negative(INFINITY) else Sum((low, ONE))
    if low == negative(INFINITY):
        return Sum((high, Number(fmpq(-1))))
    return Quotient(Sum((low, high)), Number(_TWO))


def _plain_letters(term: Expression) -> frozenset[str]:
    """Return the letters that stand only in sums, products and numerators."""
    for node in nodes(term):
        inner: frozenset[str] = frozenset()
        if isinstance(node, Power | Call):
            inner = symbols(node)
        elif isinstance(node, Quotient):
            inner = symbols(node.under)
        if inner:
            return frozenset()
    return symbols(term)


def roots(coefficients_: list[fmpq]) -> list[Expression]:
    """Return the real roots of a polynomial with factors of degree 1 and 2, or x^n - c.

    Raises:
        NotReal: a factor of higher degree has no roots in a form that is understood.
    """
    found: list[Expression] = []
    _, factors = fmpq_poly(coefficients_).factor()
    for factor, _ in factors:
        found += _roots_of_factor([fmpq(c) for c in factor.coeffs()])
    return found


def _roots_of_factor(c: list[fmpq]) -> list[Expression]:
    degree = len(c) - 1
    if degree == 1:
        return [Number(-c[0] / c[1])]
    if degree == 2:
        half = -c[1] / (2 * c[2])
        discriminant = half * half - c[0] / c[2]
        if discriminant < 0:
            return []
        root = Call("sqrt", (Number(discriminant),))
        return [Sum((Number(half), negative(root))), Sum((Number(half), root))]
    if not any(c[1:-1]):
        return _pure_roots(-c[0] / c[-1], degree)
    raise NotReal


def _pure_roots(value: fmpq, degree: int) -> list[Expression]:
    if degree % 2 == 0 and value < 0:
        return []
    root = Power(Number(abs(value)), Number(fmpq(1, degree)))
    if degree % 2:
        return [root if value > 0 else negative(root)]
    return [negative(root), root]
