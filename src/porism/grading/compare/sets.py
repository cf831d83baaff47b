"""Sets and conditions: as sets of reals where that is possible, else as written."""

from __future__ import annotations

from porism.grading.budget import Budget
from porism.grading.compare.collections import Same, same_elements
from porism.grading.compare.decision import DIFFERENT_KIND, Decision, all_of
from porism.grading.compare.inequalities import same_relation
from porism.grading.compare.reals import MINUS_INFINITY, NotReal, Reals, RealSet
from porism.grading.compare.solve import Solver
from porism.grading.expression.shapes import (
    Builder,
    Chain,
    Collection,
    Either,
    Every,
    Expression,
    Interval,
    NumberSet,
    SetOperation,
    Tuple,
)
from porism.grading.expression.terms import INFINITY, Symbol, Term
from porism.grading.expression.walk import rebuilt, symbols

_COUNTING = ("n", "k")
"""Letters that stand for integers by convention."""
_CONDITIONS = (Chain, Either, Every)
_SETS = (Interval, NumberSet, SetOperation, Builder, *_CONDITIONS)


def is_set(expression: Expression) -> bool:
    """Return whether this is a set that is not just listed, or a condition."""
    return isinstance(expression, _SETS)


def same_sets(a: Expression, b: Expression, same: Same, budget: Budget) -> Decision:
    """Compare sets: by their elements where they are sets of reals, else by their parts."""
    names = _condition_letter(a), _condition_letter(b)
    if all(names) and names[0] != names[1]:
        return Decision(equal=False, rule="different-letters")
    a, b = _listed(open_pair(a), same, budget), _listed(open_pair(b), same, budget)
    a, b = _as_solution(a, names[1]), _as_solution(b, names[0])
    if isinstance(a, Collection) and isinstance(b, Collection):
        return same_elements(a.items, b.items, same, budget)
    left, right = as_reals(a, budget), as_reals(b, budget)
    if left is not None and right is not None:
        if names[0] in _COUNTING and (all(names) or left.domain != right.domain):
            left, right = _integers(left, right, budget)
        return Reals(budget).same(left, right)
    if left is not None or right is not None:
        return DIFFERENT_KIND
    return _same_as_written(a, b, same, budget)


def _integers(left: RealSet, right: RealSet, budget: Budget) -> tuple[RealSet, RealSet]:
    """Keep the integers of two sets, where either has any."""
    reals = Reals(budget)
    whole = reals.integers(left), reals.integers(right)
    return whole if whole[0].pieces and whole[1].pieces else (left, right)


def _as_solution(expression: Expression, letter: str) -> Expression:
    """Read a number beside a condition as the set of the one number."""
    alone = bool(letter) and isinstance(expression, Term) and not symbols(expression)
    return Collection((expression,)) if alone else expression


def _condition_letter(expression: Expression) -> str:
    letters = symbols(expression)
    return next(iter(letters)) if isinstance(expression, _CONDITIONS) and len(letters) == 1 else ""


def as_reals(expression: Expression, budget: Budget) -> RealSet | None:
    """Return an expression as a set of reals; ``None`` if it is none or its ends have letters."""
    try:
        letter = _condition_letter(expression)
        if letter:
            return Solver(letter, budget).solve(expression)
        if isinstance(expression, Builder):
            return _built(expression, budget)
        return Reals(budget).read(expression)
    except NotReal:
        return None


def is_interval(point: Tuple, budget: Budget) -> bool:
    """Return whether a pair in brackets can be read as an interval."""
    return len(point.items) == 2 and as_reals(point, budget) is not None


def _built(builder: Builder, budget: Budget) -> RealSet:
    match builder.element:
        case Symbol(name):
            return Solver(name, budget).solve(builder.condition)
        case Chain((Symbol(name), _), ("in",)):
            return Solver(name, budget).solve(Every((builder.element, builder.condition)))
    raise NotReal


def open_pair(expression: Expression) -> Expression:
    """Read a pair beside a set as an interval."""
    match expression:
        case Tuple((low, high), "()" | "[]" as brackets):
            closed = brackets == "[]"
            return Interval(low, high, closed, closed)
    return expression


# Finite sets


def _listed(expression: Expression, same: Same, budget: Budget) -> Expression:
    """List a set where its elements can be picked one by one."""
    match expression:
        case SetOperation("intersection" | "difference", operands) if all(
            isinstance(operand, Collection) for operand in operands
        ):
            return Collection(_kept(expression, same))
        case Builder(element, Chain((Symbol() as letter, Collection(items)), ("in",))):
            return Collection(tuple(rebuilt(element, {letter: item}) for item in items))
        case Builder(element, condition) if not isinstance(element, Symbol | Chain):
            return _counted(element, condition, budget) or expression
    return expression


def _counted(element: Expression, condition: Expression, budget: Budget) -> Collection | None:
    """List what is made of the whole numbers in a range: ``{k^2 : 1 <= k <= 3}``."""
    letter = _condition_letter(condition)
    if not letter or symbols(element) != {letter}:
        return None
    where = as_reals(condition, budget)
    if where is None or (where.domain == "R" and letter not in _COUNTING):
        return None
    ends = [end for piece in where.pieces for end in (piece.low, piece.high)]
    if INFINITY in ends or MINUS_INFINITY in ends:
        return None
    whole = Reals(budget).integers(where)
    if any(piece.low != piece.high for piece in whole.pieces):
        return None
    points = (piece.low for piece in whole.pieces)
    return Collection(tuple(rebuilt(element, {Symbol(letter): point}) for point in points))


def _kept(operation: SetOperation, same: Same) -> tuple[Expression, ...]:
    first, *rest = (o.items for o in operation.operands if isinstance(o, Collection))
    wanted = operation.kind == "intersection"
    for others in rest:
        first = tuple(i for i in first if any(same(o, i).equal for o in others) == wanted)
    return first


# As written


def _same_as_written(a: Expression, b: Expression, same: Same, budget: Budget) -> Decision:
    a, b = _as_range(a, b), _as_range(b, a)
    match a, b:
        case (Interval(), Interval()):
            return _same_ends(a, b, same)
        case (Chain(), Chain()):
            return same_relation(a, b, same, budget)
        case (Builder(), Builder()):
            return _same_builders(a, b, same)
        case (SetOperation(x, p), SetOperation(y, q)) if x == y:
            return same_elements(p, q, same, budget)
        case (Every(p), Every(q)) | (Either(p), Either(q)):
            return same_elements(p, q, same, budget)
    return DIFFERENT_KIND


def _as_range(chain: Expression, beside: Expression) -> Expression:
    """Read ``a <= x <= b`` beside an interval as one, with letters in its ends."""
    if isinstance(beside, Interval):
        match chain:
            case Chain((low, Symbol(), high), ("<" | "<=" as first, "<" | "<=" as second)):
                return Interval(low, high, first == "<=", second == "<=")
            case Chain((high, Symbol(), low), (">" | ">=" as first, ">" | ">=" as second)):
                return Interval(low, high, second == ">=", first == ">=")
    return chain


def _same_ends(a: Interval, b: Interval, same: Same) -> Decision:
    if (a.low_closed, a.high_closed) != (b.low_closed, b.high_closed):
        return Decision(equal=False, rule="different-ends")
    return all_of([same(a.low, b.low), same(a.high, b.high)], "same-ends")


def _same_builders(a: Builder, b: Builder, same: Same) -> Decision:
    """Compare elements and conditions, whatever the bound letter is called."""
    letters = _bound_letter(a), _bound_letter(b)
    if all(letters):
        changed = rebuilt(b, {Symbol(letters[1]): Symbol(letters[0])})
        b = changed if isinstance(changed, Builder) else b
    return all_of([same(a.element, b.element), same(a.condition, b.condition)], "same-set")


def _bound_letter(builder: Builder) -> str:
    common = symbols(builder.condition)
    return next(iter(common)) if len(common) == 1 else ""
