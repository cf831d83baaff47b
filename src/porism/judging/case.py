"""A case: an answer before a jury, with all that judges are shown."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from porism.core import (
    FinalAnswer,
    JudgingTask,
    MultipleChoice,
    Problem,
    ProofScheme,
    Rubric,
    TrueStatement,
)


@dataclass(frozen=True, slots=True)
class Case:
    """What is judged.

    Args:
        task: how.
        problem: what was asked.
        answer: the judged text.
        rubric: what proofs are marked by; without one by the problem's own scheme, if it has one.
        original: the text that was rewritten to ``answer``, where that is what is judged.
    """

    task: JudgingTask
    problem: Problem
    answer: str
    rubric: Rubric | None = None
    original: str = ""

    @property
    def points(self) -> Decimal:
        """Highest mark."""
        return highest(self.task, self.problem)


def highest(task: JudgingTask, problem: Problem) -> Decimal:
    """Return the highest mark that a problem has in a task."""
    if task == "proof":
        scheme = problem.reference
        return scheme.points if isinstance(scheme, ProofScheme) else Decimal(7)
    return Decimal(2) if task == "broken_statement" else Decimal(1)


def material(case: Case, own: str = "") -> str:
    """Return what judges are given to judge by.

    Args:
        case: what is judged.
        own: the judge's own solution, if it was asked for one.
    """
    sections = [("Problem", case.problem.statement), *_references(case)]
    if own:
        sections.append(("Your own solution, found before you saw any other", own))
    return "\n\n".join(f"{title}:\n\n{text.strip()}" for title, text in sections if text.strip())


def _references(case: Case) -> list[tuple[str, str]]:
    match case.problem.reference:
        case ProofScheme() as scheme:
            if case.task == "content":
                return []
            count = len(scheme.solutions)
            numbers = [f" {n}" if count > 1 else "" for n in range(1, count + 1)]
            solutions = zip(numbers, scheme.solutions, strict=True)
            written = written_rubric(case.rubric) if case.rubric else scheme.rubric
            return [("Rubric", written), *((f"Reference solution{n}", s) for n, s in solutions)]
        case TrueStatement() as true:
            return [("The original true statement", true.original), ("Why the other is false",
                    true.why_false)]  # fmt: skip
        case FinalAnswer() as final:
            return [("Reference answer", final.answer)]
        case MultipleChoice() as choice:
            label = f"({choice.label}) " if choice.label else ""
            return [("Reference answer", label + choice.correct)]
        case _:
            return []


def written_rubric(rubric: Rubric) -> str:
    """Write a rubric out for judges."""
    lines = []
    for number, path in enumerate(rubric.paths, 1):
        if len(rubric.paths) > 1:
            lines.append(f"Way {number}{': ' if path.title else ''}{path.title}")
        lines += [f"- part {p.id} ({plain(p.points)} points): {p.text}" for p in path.parts]
    lines += [f"- deduct {plain(d.points)} points: {d.text}" for d in rubric.deductions]
    lines += [f"- earns nothing at all: {text}" for text in rubric.zero_credit]
    return "\n".join(lines)


def plain(number: Decimal) -> str:
    """Write a number without exponent and trailing zeros."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
