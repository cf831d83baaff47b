"""Terms against terms: units, degrees, infinity, then numbers or formulas."""

from __future__ import annotations

from flint import fmpq

from porism.grading.budget import Budget
from porism.grading.compare.decision import Decision
from porism.grading.compare.identity import is_constant, same_formula
from porism.grading.compare.numbers import same_number
from porism.grading.evaluate.closed_forms import closed
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import (
    INFINITY,
    Call,
    Number,
    Product,
    Quantity,
    Sum,
    Symbol,
    Unit,
    negative,
)
from porism.grading.expression.walk import nodes, symbols

_CONSTANTS_OF_INTEGRATION = frozenset(
    ("C", "c", "K", "C_1", "c_1", "C_0", "mathrm C", "const", "constant")
)


def same_value(reference: Expression, answer: Expression, budget: Budget) -> Decision:
    """Decide whether two terms have the same value and do not conflict in unit."""
    if isinstance(reference, Quantity) or isinstance(answer, Quantity):
        return _same_quantity(reference, answer, budget)
    if _is_angle(reference) or _is_angle(answer):
        return _same_angle(reference, answer, budget)
    if _infinite(reference) or _infinite(answer):
        return Decision(
            equal=_sign_of_infinity(reference) == _sign_of_infinity(answer), rule="infinity"
        )
    if not symbols(reference) and not symbols(answer):
        return same_number(closed(reference, budget), closed(answer, budget), budget)
    constant = _constant_of_integration(reference)
    if constant is not None:
        return _same_antiderivative(reference, answer, constant, budget)
    return same_formula(reference, answer, budget)


# Units


def _same_quantity(reference: Expression, answer: Expression, budget: Budget) -> Decision:
    """Compare values; a unit that only one side has does not matter, a conflict does."""
    left, p = _measured(reference)
    right, q = _measured(answer)
    if p is not None and q is not None and {p.dimension, q.dimension} == {"angle", "radian"}:
        return _measured_in_radians(_in_radians(left, p), _in_radians(right, q), budget)
    if p is None or q is None or "" in (p.dimension, q.dimension):
        return same_value(left, right, budget)
    if p.dimension != q.dimension:
        if _same_noun(p, q):
            return same_value(left, right, budget)
        return Decision(equal=False, rule="unit-conflict")
    if p.factor == q.factor:
        return same_value(left, right, budget)
    return same_value(Product((left, Number(p.factor))), Product((right, Number(q.factor))), budget)


def _measured(term: Expression) -> tuple[Expression, Unit | None]:
    if isinstance(term, Quantity):
        return term.value, term.unit
    return term, _DEGREES if _is_angle(term) else None


_DEGREES = Unit("°", "angle", fmpq(1))


def _same_noun(p: Unit, q: Unit) -> bool:
    """Return whether two counted nouns have the same last word: "red apples" and "apples"."""
    if not (p.dimension.startswith("#") and q.dimension.startswith("#")):
        return False
    return p.dimension.split()[-1].lstrip("#") == q.dimension.split()[-1].lstrip("#")


# Angles


def _is_angle(term: Expression) -> bool:
    return isinstance(term, Call) and term.name == "degrees"


def _same_angle(reference: Expression, answer: Expression, budget: Budget) -> Decision:
    """Compare angles; where one side has no degree mark, it may be in degrees or radians."""
    if _is_angle(reference) and _is_angle(answer):
        return same_value(_without_mark(reference), _without_mark(answer), budget)
    plain = same_value(_without_mark(reference), _without_mark(answer), budget)
    return plain if plain.equal else _measured_in_radians(reference, answer, budget)


def _measured_in_radians(reference: Expression, answer: Expression, budget: Budget) -> Decision:
    if symbols(reference) or symbols(answer):
        return same_formula(reference, answer, budget)
    return same_number(reference, answer, budget)


def _in_radians(value: Expression, unit: Unit) -> Expression:
    in_degrees = unit.dimension == "angle" and not _is_angle(value)
    return Call("degrees", (value,)) if in_degrees else value


def _without_mark(term: Expression) -> Expression:
    return term.arguments[0] if isinstance(term, Call) and term.name == "degrees" else term


# Infinity


def _infinite(term: Expression) -> bool:
    return _sign_of_infinity(term) != 0


def _sign_of_infinity(term: Expression) -> int:
    if term == INFINITY:
        return 1
    return -1 if term == negative(INFINITY) else 0


# Antiderivatives


def _constant_of_integration(term: Expression) -> Symbol | None:
    """Return the C of ``F(x) + C``, where it stands nowhere else."""
    if not isinstance(term, Sum) or len(symbols(term)) < 2:
        return None
    found = [t for t in term.terms if isinstance(t, Symbol) and t.name in _CONSTANTS_OF_INTEGRATION]
    if len(found) != 1 or sum(node == found[0] for node in nodes(term)) != 1:
        return None
    return found[0]


def _same_antiderivative(
    reference: Expression, answer: Expression, constant: Symbol, budget: Budget
) -> Decision:
    """Compare up to a constant: the answer must have one too, under whatever letter."""
    own = _constant_of_integration(answer)
    if own is None:
        return same_formula(reference, answer, budget)
    difference = Sum((_dropped(reference, constant), negative(_dropped(answer, own))))
    if not symbols(difference) or is_constant(difference, budget):
        return Decision(equal=True, rule="up-to-a-constant")
    return same_formula(reference, answer, budget)


def _dropped(term: Expression, constant: Symbol) -> Expression:
    if not isinstance(term, Sum):
        return term
    return Sum(tuple(t for t in term.terms if t != constant))
