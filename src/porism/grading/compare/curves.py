"""Equations in several letters: equal when their solution sets are."""

from __future__ import annotations

from flint import fmpq_mpoly

from porism.grading.budget import Budget
from porism.grading.compare.decision import Decision
from porism.grading.compare.identity import is_constant, same_formula, vanishes
from porism.grading.compare.signs import both_signs
from porism.grading.evaluate.polynomials import NotRational, Rational
from porism.grading.expression.shapes import Chain, Expression
from porism.grading.expression.terms import Product, Quotient, Sum, Symbol, integer, negative
from porism.grading.expression.walk import has_plus_minus, rebuilt, symbols


def same_curve(a: Chain, b: Chain, budget: Budget) -> Decision:
    """Decide whether two equations have the same solutions."""
    left, right = _difference(a), _difference(b)
    letters = tuple(sorted(symbols(left) | symbols(right)))
    if symbols(left) != symbols(right):
        return Decision(equal=False, rule="different-letters")
    try:
        rational = Rational(letters, budget)
        p, q = rational.fraction(left), rational.fraction(right)
    except NotRational:
        return _same_up_to_factor(left, right, budget) or _same_where_solved(
            a, left, b, right, budget
        )
    return _same_zeros(p[0], q[0])


def _difference(chain: Chain) -> Expression:
    first, last = chain.sides[0], chain.sides[-1]
    difference = Sum((first, negative(last)))
    if has_plus_minus(difference):
        return Product(both_signs(difference))
    return difference


def _same_zeros(p: fmpq_mpoly, q: fmpq_mpoly) -> Decision:
    """Compare what is left of two numerators without repeated factors and constants."""
    if p.is_zero() or q.is_zero():
        return Decision(equal=p.is_zero() and q.is_zero(), rule="same-curve")
    return Decision(equal=_primitive(p) == _primitive(q), rule="same-curve")


def _primitive(p: fmpq_mpoly) -> fmpq_mpoly:
    _, factors = p.factor_squarefree()
    product = p.context().constant(1)
    for factor, _ in factors:
        product *= factor
    return product / product.leading_coefficient()


def _same_up_to_factor(left: Expression, right: Expression, budget: Budget) -> Decision | None:
    """Compare sides moved about and multiplied by a number."""
    for candidate in (right, negative(right)):
        if same_formula(left, candidate, budget):
            return Decision(equal=True, rule="same-curve")
    return (
        Decision(equal=True, rule="same-curve")
        if is_constant(Quotient(left, right), budget)
        else None
    )


def _same_where_solved(
    a: Chain, left: Expression, b: Chain, right: Expression, budget: Budget
) -> Decision:
    """Put the solution of one equation into the other."""
    both = 0
    for solved, other in ((a, right), (b, left)):
        letter, value = solved.sides[0], solved.sides[-1]
        if isinstance(letter, Symbol) and letter.name not in symbols(value):
            holds = vanishes(rebuilt(other, {letter: value}), budget)
            if holds is False:
                return Decision(equal=False, rule="different-curve")
            both += holds is True
            if both == 2 or (holds and _is_linear(other, letter, budget)):
                return Decision(equal=True, rule="same-curve")
    return Decision(equal=None, rule="the equations could not be compared")


def _is_linear(term: Expression, letter: Symbol, budget: Budget) -> bool:
    """Return whether a term is of first degree in a letter, so that it is zero only once."""
    steps = [rebuilt(term, {letter: Sum((letter, integer(k)))}) for k in range(3)]
    return bool(same_formula(Sum((steps[0], steps[2])), Sum((steps[1], steps[1])), budget))
