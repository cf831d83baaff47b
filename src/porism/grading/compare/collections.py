"""Unordered collections: matched element by element."""

from __future__ import annotations

from collections.abc import Callable

from porism.grading.budget import Budget
from porism.grading.compare.decision import Decision
from porism.grading.evaluate.exact import NOWHERE, Exact
from porism.grading.evaluate.outcome import Undefined
from porism.grading.expression.shapes import Expression

Same = Callable[[Expression, Expression], Decision]


def same_elements(
    reference: tuple[Expression, ...], answer: tuple[Expression, ...], same: Same, budget: Budget
) -> Decision:
    """Decide whether two collections hold the same, however often and in whatever order."""
    exact = _exact_elements(reference, budget), _exact_elements(answer, budget)
    if exact[0] is not None and exact[1] is not None:
        return Decision(equal=exact[0] == exact[1], rule="same-elements")
    forth = _contained(answer, reference, same)
    if not forth:
        return forth
    return _contained(reference, answer, same)


def _exact_elements(items: tuple[Expression, ...], budget: Budget) -> set[object] | None:
    exact = Exact(NOWHERE, budget)
    try:
        values = [exact.value(item) for item in items]
    except Undefined:
        return None
    return None if any(value is None for value in values) else set(values)


def _contained(
    items: tuple[Expression, ...], among: tuple[Expression, ...], same: Same
) -> Decision:
    """Decide whether each element has an equal among the others."""
    for item in items:
        undecided: Decision | None = None
        for other in among:
            decision = same(other, item)
            if decision.equal:
                break
            if decision.equal is None:
                undecided = decision
        else:
            return undecided or Decision(equal=False, rule="different-elements")
    return Decision(equal=True, rule="same-elements")
