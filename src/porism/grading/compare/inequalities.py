"""Relations between several letters: the same once their sides are moved together."""

from __future__ import annotations

from flint import fmpq

from porism.grading.budget import Budget
from porism.grading.compare.collections import Same
from porism.grading.compare.decision import Decision, all_of
from porism.grading.compare.identity import is_constant
from porism.grading.compare.meaning import is_residue
from porism.grading.compare.numbers import order
from porism.grading.evaluate.exact import Exact
from porism.grading.evaluate.outcome import Undefined
from porism.grading.expression.shapes import Chain, Expression
from porism.grading.expression.terms import (
    ZERO,
    Call,
    Number,
    Quotient,
    Sum,
    Symbol,
    integer,
    negative,
)
from porism.grading.expression.walk import rebuilt, symbols

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_ORDERED = frozenset(_FLIPPED)


def same_relation(a: Chain, b: Chain, same: Same, budget: Budget) -> Decision:
    """Decide whether two relations say the same."""
    if _is_congruence(a) and _is_congruence(b):
        return _same_congruence(a, b, same)
    if len(a.operators) == len(b.operators) == 1 and {*a.operators, *b.operators} <= _ORDERED:
        return _same_inequality(a, b, budget)
    for candidate in (b, _turned(b)):
        if candidate is not None and a.operators == candidate.operators:
            decision = all_of(
                [same(p, q) for p, q in zip(a.sides, candidate.sides, strict=True)],
                "same-relation",
            )
            if decision:
                return decision
    return Decision(equal=None, rule="the relations could not be compared")


def _turned(chain: Chain) -> Chain | None:
    """Read a chain from its other end."""
    operators = tuple(_FLIPPED.get(o, o) for o in reversed(chain.operators))
    if not set(operators) <= _ORDERED | {"=", "!="}:
        return None
    return Chain(tuple(reversed(chain.sides)), operators)  # type: ignore[arg-type]


def _same_inequality(a: Chain, b: Chain, budget: Budget) -> Decision:
    """Move all to one side: the quotient of the two must be a number of the right sign."""
    left, right = _difference(a), _difference(b)
    if symbols(left) != symbols(right):
        return Decision(equal=False, rule="different-letters")
    ratio = Quotient(left, right)
    if not is_constant(ratio, budget):
        return Decision(equal=False, rule="different-relation")
    sign = _sign(ratio, budget)
    wanted = a.operators[0] if sign > 0 else _FLIPPED[a.operators[0]]
    return Decision(equal=sign != 0 and b.operators[0] == wanted, rule="same-relation")


def _difference(chain: Chain) -> Expression:
    return Sum((chain.sides[0], negative(chain.sides[1])))


def _sign(constant: Expression, budget: Budget) -> int:
    at = rebuilt(
        constant, {Symbol(n): integer(k + 2) for k, n in enumerate(sorted(symbols(constant)))}
    )
    return order(at, ZERO, budget) or 0


# Congruences


def _is_congruence(chain: Chain) -> bool:
    return chain.operators == ("equiv",) and is_residue(chain.sides[1])


def _same_congruence(a: Chain, b: Chain, same: Same) -> Decision:
    return all_of([same(a.sides[0], b.sides[0]), same(a.sides[1], b.sides[1])], "same-congruence")


def as_residue(term: Expression, budget: Budget) -> Expression:
    """Read ``7k + 3`` as 3 modulo 7."""
    letters = symbols(term)
    if is_residue(term) or len(letters) != 1:
        return term
    letter = Symbol(next(iter(letters)))
    values = [Exact({letter.name: fmpq(k)}, budget).value(term) for k in range(3)]
    rest, one, two = values
    if rest is None or one is None or two is None or two - one != one - rest:
        return term
    return Call("residue", (Number(rest), Number(abs(one - rest))))


def same_residue(a: Expression, b: Expression, budget: Budget) -> Decision:
    """Decide whether two numbers are congruent to the same modulus."""
    if not (isinstance(a, Call) and isinstance(b, Call) and is_residue(a) and is_residue(b)):
        return Decision(equal=False, rule="different-kind")
    exact = Exact({}, budget)
    values = [exact.value(argument) for argument in (*a.arguments, *b.arguments)]
    r, m, s, n = values
    if r is None or m is None or s is None or n is None or m == 0:
        raise Undefined("the residue is not a number")
    return Decision(equal=m == n and ((r - s) / m).q == 1, rule="same-residue")
