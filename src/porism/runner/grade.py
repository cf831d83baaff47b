"""Grading by a benchmark's chain of graders."""

from __future__ import annotations

from porism.benchmarks.choices import Choices
from porism.core import Benchmark, Problem, Verdict
from porism.grading import VERSION, grade


def grade_answer(
    text: str, problem: Problem, choices: Choices | None, benchmark: Benchmark
) -> Verdict:
    """Return the verdict of the first grader in the chain that comes to one.

    Graders that wait for others (a jury, a person) come to none here: they add their
    verdicts later, and until then the attempt is ungraded.
    """
    if "rules" not in benchmark.graders:
        waits_for = " or ".join(benchmark.graders)
        return Verdict(outcome="ungraded", reason=f"waits for {waits_for}", grader="chain")
    reference = choices.reference if choices else problem.reference
    try:
        return grade(text, reference, decimals=benchmark.decimals)
    except Exception as error:  # noqa: BLE001 - a fault of the grader is no verdict on the answer
        return Verdict(
            outcome="ungraded",
            reason=f"the grader failed: {error!r}",
            flags=("undecided",),
            grader="rules",
            version=VERSION,
        )
