"""Whether an answer says what a reference says, whatever kind of thing that is."""

from __future__ import annotations

from porism.grading.budget import Budget
from porism.grading.compare.decision import Decision
from porism.grading.compare.numbers import same_number
from porism.grading.expression.shapes import Expression


def same(reference: Expression, answer: Expression, budget: Budget) -> Decision:
    """Decide whether two expressions mean the same, in the reference's terms."""
    if reference == answer:
        return Decision(equal=True, rule="same-form")
    return same_number(reference, answer, budget)
