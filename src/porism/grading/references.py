"""References checked before they judge: can they be read, and do they tell slips apart?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from porism.core import DecimalPolicy, FinalAnswer, MultipleChoice, Problem
from porism.grading.budget import Budget, OverBudget
from porism.grading.compare.answers import judge, reference_readings
from porism.grading.compare.same import Comparison
from porism.grading.compare.text import is_wording
from porism.grading.expression.shapes import Collection, Expression, Interval, Tuple
from porism.grading.expression.show import show
from porism.grading.expression.terms import ONE, Number, Sum, Term, negative

_EXACT = DecimalPolicy()


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about a reference that a person should look at.

    An ``error`` makes grading impossible; a ``warning`` may make it wrong.
    """

    problem: str
    level: Literal["error", "warning"]
    text: str


def lint(problems: Iterable[Problem]) -> Iterator[Finding]:
    """Yield what is wrong with the references of problems, in their order."""
    for problem in problems:
        reference = problem.reference
        if isinstance(reference, FinalAnswer):
            findings = iter(()) if reference.hidden else _lint_answer(reference.answer)
        elif isinstance(reference, MultipleChoice):
            findings = _lint_choice(reference)
        else:
            findings = iter(())
        for level, text in findings:
            yield Finding(problem.id, level, text)


_Found = tuple[Literal["error", "warning"], str]


def _lint_answer(answer: str) -> Iterator[_Found]:
    if not answer.strip():
        yield "error", "the reference is empty"
        return
    try:
        readings = reference_readings(answer.strip())
    except OverBudget as reason:
        yield "error", f"the reference cannot be read: {reason}"
        return
    if not readings:
        if not is_wording(answer):
            yield "error", f"the reference {answer[:80]!r} is neither mathematics nor words"
        return
    if not judge(answer, show(readings[0]), _EXACT).decision:
        yield "warning", f"the reference does not equal its own reading {show(readings[0])}"
    if len(readings) > 1:
        shown = " or ".join(dict.fromkeys(show(reading) for reading in readings))
        yield "warning", f"the reference has several readings, all of which count: {shown}"
    yield from _lint_variants(readings)


def _lint_variants(readings: tuple[Expression, ...]) -> Iterator[_Found]:
    """Warn where a slip would be taken for the reference."""
    comparison = Comparison(Budget())
    for name, variant in _variants(readings[0]):
        decisions = [comparison.same(reading, variant) for reading in readings]
        if any(decision.equal for decision in decisions):
            yield "warning", f"an answer with {name}, {show(variant)}, would be accepted"
        elif all(decision.equal is None for decision in decisions):
            yield "warning", f"an answer with {name}, {show(variant)}, would not be decided"


def _variants(reference: Expression) -> Iterator[tuple[str, Expression]]:
    if isinstance(reference, Term):
        yield "one more", Sum((reference, ONE))
        if not (isinstance(reference, Number) and reference.value == 0):
            yield "the other sign", negative(reference)
    elif isinstance(reference, Collection) and len(reference.items) > 1:
        yield "one element missing", Collection(reference.items[1:])
    elif isinstance(reference, Tuple) and reference.items[0] != reference.items[-1]:
        yield "its entries reversed", Tuple(tuple(reversed(reference.items)), reference.brackets)
    elif isinstance(reference, Interval):
        yield (
            "another end",
            Interval(
                reference.low, reference.high, not reference.low_closed, reference.high_closed
            ),
        )


def _lint_choice(reference: MultipleChoice) -> Iterator[_Found]:
    if reference.label:
        if reference.label not in reference.labels:
            yield "error", f"the label {reference.label!r} is not among {reference.labels!r}"
    elif not reference.correct:
        yield "error", "neither the right label nor the right text is given"
    for distractor in reference.distractors:
        if reference.correct and judge(reference.correct, distractor, _EXACT).decision:
            yield "error", f"the distractor {distractor[:80]!r} says the same as the right choice"
