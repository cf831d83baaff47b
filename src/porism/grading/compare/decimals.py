"""Rounded decimals against exact references, where a policy allows them."""

from __future__ import annotations

from flint import arb, fmpq

from porism.core import DecimalPolicy
from porism.grading.budget import PRECISIONS, Budget
from porism.grading.compare.decision import Decision
from porism.grading.compare.precision import precision
from porism.grading.evaluate.balls import Balls
from porism.grading.evaluate.exact import NOWHERE, Exact
from porism.grading.evaluate.outcome import Undefined
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import Number
from porism.grading.expression.walk import nodes, symbols

_FINE = fmpq(1, 100)
"""The coarsest rounding for which the exact value answers a rounded reference."""


def near_enough(
    reference: Expression, answer: Expression, policy: DecimalPolicy, budget: Budget
) -> Decision | None:
    """Accept a decimal that is near an exact reference, if the policy allows it."""
    if policy.rule == "exact" or symbols(reference) or symbols(answer):
        return None
    try:
        return _RULES[policy.rule](reference, answer, policy, budget)
    except Undefined:
        return None


def _within(
    reference: Expression, answer: Expression, policy: DecimalPolicy, budget: Budget
) -> Decision | None:
    """Compare up to a relative difference, or to some significant digits."""
    if not (_is_decimal(answer) or _is_decimal(reference)):
        return None
    with precision(PRECISIONS[1]):
        balls = Balls(NOWHERE, budget)
        wanted, given = balls.value(reference), balls.value(answer)
        size = abs(wanted)
        if policy.rule == "tolerance" and policy.tolerance is not None:
            over, under = policy.tolerance.as_integer_ratio()
            allowed = size * arb(fmpq(over, under))
        else:
            allowed = arb(_unit(size, policy.digits or 3)) / 2
        near = abs(wanted - given) <= allowed
    return Decision(equal=True, rule=f"decimal-{policy.rule}") if near else None


def _rounded(
    reference: Expression, answer: Expression, policy: DecimalPolicy, budget: Budget
) -> Decision | None:
    """Accept the reference rounded, or the exact value where the reference is rounded finely."""
    exact = Exact(NOWHERE, budget)
    with precision(PRECISIONS[1]):
        balls = Balls(NOWHERE, budget)
        wanted, given = balls.value(reference), balls.value(answer)
        unit = _asked_unit(policy, abs(wanted))
        near = unit > 0 and abs(wanted - given) <= arb(unit) / 2
    if not near:
        return None
    plain, found = exact.value(reference), exact.value(answer)
    is_rounding = found is not None and (found / unit).q == 1 and not _whole(plain, unit)
    unrounded = found is None and _whole(plain, unit) and unit <= _FINE
    return Decision(equal=True, rule="rounded-as-asked") if is_rounding or unrounded else None


def _whole(value: fmpq | None, unit: fmpq) -> bool:
    return value is not None and (value / unit).q == 1


def _asked_unit(policy: DecimalPolicy, size: arb) -> fmpq:
    if policy.unit is not None:
        return fmpq(*policy.unit.as_integer_ratio())
    return _unit(size, policy.digits or 3)


def _unit(size: arb, digits: int) -> fmpq:
    """Return a unit in the last of so many significant digits; 0 where that is not known."""
    if size.contains(0):
        return fmpq(0)
    magnitude = (size.log() / arb(10).log()).floor().unique_fmpz()
    return fmpq(0) if magnitude is None else fmpq(10) ** (int(magnitude) - digits + 1)


def _is_decimal(term: Expression) -> bool:
    return any(isinstance(node, Number) and node.places is not None for node in nodes(term))


_RULES = {"digits": _within, "tolerance": _within, "rounded": _rounded}
