"""Sets of reals as sorted intervals: built, joined, compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from porism.grading.budget import ITEMS, Budget, OverBudget
from porism.grading.compare.decision import Decision
from porism.grading.compare.numbers import order, same_number, whole_value
from porism.grading.expression.shapes import (
    Collection,
    Expression,
    Interval,
    NumberSet,
    SetOperation,
    Tuple,
)
from porism.grading.expression.terms import INFINITY, MINUS_ONE, Call, Number, Product, integer
from porism.grading.expression.walk import symbols

MINUS_INFINITY = Product((MINUS_ONE, INFINITY))


class NotReal(Exception):  # noqa: N818 - reads as what it is
    """Not a set of reals that intervals can describe."""


@dataclass(frozen=True, slots=True)
class Piece:
    """An interval that is not empty; a single point where both ends are one."""

    low: Expression
    high: Expression
    low_closed: bool
    high_closed: bool


@dataclass(frozen=True, slots=True)
class RealSet:
    """Pieces in ascending order that neither overlap nor touch; of integers only, perhaps."""

    pieces: tuple[Piece, ...]
    domain: Literal["R", "Z"] = "R"


LINE = RealSet((Piece(MINUS_INFINITY, INFINITY, low_closed=False, high_closed=False),))


class Reals:
    """Computes with sets of reals within one budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def read(self, expression: Expression) -> RealSet:
        """Return the set of reals that an expression writes down.

        Raises:
            NotReal: it is none, or its ends have letters.
        """
        match expression:
            case Interval():
                return self._interval(expression)
            case Tuple((low, high), "()" | "[]"):
                closed = expression.brackets == "[]"
                return self._interval(Interval(low, high, closed, closed))
            case Collection(items) if any(_is_range(item) for item in items):
                return self.union([self._operand(item) for item in items])
            case Collection():
                return self.union([self._point(item) for item in expression.items])
            case NumberSet("R"):
                return LINE
            case SetOperation():
                return self._operation(expression)
        raise NotReal

    def _interval(self, interval: Interval) -> RealSet:
        low, high = _end(interval.low), _end(interval.high)
        if symbols(low) or symbols(high):
            raise NotReal
        ordered = self.order(low, high)
        if ordered > 0 or (ordered == 0 and not (interval.low_closed and interval.high_closed)):
            if ordered > 0:
                raise NotReal
            return RealSet(())
        piece = Piece(
            low,
            high,
            interval.low_closed and low != MINUS_INFINITY,
            interval.high_closed and high != INFINITY,
        )
        return RealSet((piece,))

    def _point(self, item: Expression) -> RealSet:
        if isinstance(item, Interval | Collection | Tuple) or symbols(item) or _end(item) in _ENDS:
            raise NotReal
        return RealSet((Piece(item, item, low_closed=True, high_closed=True),))

    def _operation(self, operation: SetOperation) -> RealSet:
        first, *rest = [self._operand(operand) for operand in operation.operands]
        if operation.kind == "union":
            return self.union([first, *rest])
        for other in rest:
            first = self.intersection(
                first, other if operation.kind == "intersection" else self.complement(other)
            )
        return first

    def _operand(self, operand: Expression) -> RealSet:
        try:
            return self.read(operand)
        except NotReal:
            return self._point(operand)

    def order(self, a: Expression, b: Expression) -> int:
        """Return the sign of a - b, where either may be infinite."""
        if a == b:
            return 0
        if a == MINUS_INFINITY or b == INFINITY:
            return -1
        if a == INFINITY or b == MINUS_INFINITY:
            return 1
        sign = order(a, b, self.budget)
        if sign is None:
            raise NotReal
        return sign

    def union(self, sets: list[RealSet]) -> RealSet:
        """Return the reals that are in one of the sets."""
        pieces = [piece for one in sets for piece in one.pieces]
        if len(pieces) > ITEMS:
            raise OverBudget(f"a set has more than {ITEMS} pieces")
        merged: list[Piece] = []
        for piece in self._sorted(pieces):
            if merged and self._touches(merged[-1], piece):
                merged[-1] = self._merge(merged[-1], piece)
            else:
                merged.append(piece)
        return RealSet(tuple(merged))

    def _sorted(self, pieces: list[Piece]) -> list[Piece]:
        """Sort by the lower end, closed before open, by insertion: comparisons may be dear."""
        done: list[Piece] = []
        for piece in pieces:
            at = len(done)
            while at and self._before(piece, done[at - 1]):
                at -= 1
            done.insert(at, piece)
        return done

    def _before(self, a: Piece, b: Piece) -> bool:
        ordered = self.order(a.low, b.low)
        return ordered < 0 or (ordered == 0 and a.low_closed and not b.low_closed)

    def _touches(self, a: Piece, b: Piece) -> bool:
        ordered = self.order(b.low, a.high)
        return ordered < 0 or (ordered == 0 and (a.high_closed or b.low_closed))

    def _merge(self, a: Piece, b: Piece) -> Piece:
        ordered = self.order(a.high, b.high)
        high, closed = (b.high, b.high_closed) if ordered < 0 else (a.high, a.high_closed)
        if ordered == 0:
            closed = a.high_closed or b.high_closed
        return Piece(a.low, high, a.low_closed, closed)

    def complement(self, one: RealSet) -> RealSet:
        """Return the reals that are not in the set."""
        pieces: list[Piece] = []
        low: Expression = MINUS_INFINITY
        closed = False
        for piece in one.pieces:
            if self.order(low, piece.low) < 0 or (closed and not piece.low_closed):
                pieces.append(
                    Piece(
                        low, piece.low, closed, not piece.low_closed and piece.low != MINUS_INFINITY
                    )
                )
            low, closed = piece.high, not piece.high_closed
        if low != INFINITY:
            pieces.append(Piece(low, INFINITY, closed, high_closed=False))
        return RealSet(tuple(pieces))

    def intersection(self, a: RealSet, b: RealSet) -> RealSet:
        """Return the reals that are in both sets."""
        return self.complement(self.union([self.complement(a), self.complement(b)]))

    def integers(self, one: RealSet) -> RealSet:
        """Keep the integers of a set: single points where they are few, else closed pieces."""
        points: list[RealSet] = []
        for piece in one.pieces:
            if piece.low == MINUS_INFINITY or piece.high == INFINITY:
                return RealSet(tuple(self._rounded(p) for p in one.pieces), "Z")
            points += self._integer_points(self._rounded(piece))
        return self.union(points)

    def _rounded(self, piece: Piece) -> Piece:
        low, high = piece.low, piece.high
        if low != MINUS_INFINITY:
            low = self._whole_end(low, "ceil", 0 if piece.low_closed else 1)
        if high != INFINITY:
            high = self._whole_end(high, "floor", 0 if piece.high_closed else -1)
        return Piece(low, high, low != MINUS_INFINITY, high != INFINITY)

    def _whole_end(self, end: Expression, rounding: str, step: int) -> Number:
        """Round an end inwards; an open end that is whole moves one further."""
        value = whole_value(Call(rounding, (end,)), self.budget)
        if value is None:
            raise NotReal
        at_end = self.order(Number(value), end) == 0
        return Number(value + step if at_end else value)

    def _integer_points(self, piece: Piece) -> list[RealSet]:
        if not isinstance(piece.low, Number) or not isinstance(piece.high, Number):
            raise NotReal
        low, high = int(piece.low.value.p), int(piece.high.value.p)
        if high - low > ITEMS:
            return [RealSet((piece,), "Z")]
        return [self._point(integer(n)) for n in range(low, high + 1)]

    def same(self, a: RealSet, b: RealSet) -> Decision:
        """Decide whether two sets have the same elements."""
        if len(a.pieces) != len(b.pieces) or a.domain != b.domain:
            return Decision(equal=False, rule="different-set")
        for left, right in zip(a.pieces, b.pieces, strict=True):
            if (left.low_closed, left.high_closed) != (right.low_closed, right.high_closed):
                return Decision(equal=False, rule="different-ends")
            for p, q in ((left.low, right.low), (left.high, right.high)):
                decision = self._same_end(p, q)
                if not decision:
                    return decision
        return Decision(equal=True, rule="same-set")

    def _same_end(self, a: Expression, b: Expression) -> Decision:
        if a in _ENDS or b in _ENDS:
            return Decision(equal=a == b, rule="different-ends")
        return same_number(a, b, self.budget)


_ENDS = (INFINITY, MINUS_INFINITY)


def _is_range(item: Expression) -> bool:
    """Return whether an element is certainly an interval, not a point."""
    match item:
        case Interval():
            return True
        case Tuple((low, high)):
            return _end(low) in _ENDS or _end(high) in _ENDS
    return False


def _end(end: Expression) -> Expression:
    """Return an end with its infinity in one form."""
    match end:
        case Product((first, inner)) if first == MINUS_ONE and inner == INFINITY:
            return MINUS_INFINITY
    return end
