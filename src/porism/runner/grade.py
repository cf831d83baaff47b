"""Grading by a benchmark's chain of graders."""

from __future__ import annotations

from porism.benchmarks.choices import Choices
from porism.core import Benchmark, DecimalPolicy, Problem, Transcript, Verdict
from porism.grading import VERSION, grade, requested


def grade_answer(
    text: str,
    problem: Problem,
    choices: Choices | None,
    benchmark: Benchmark,
    *,
    boxed: bool = False,
) -> Verdict:
    """Return the verdict of the first grader in the chain that comes to one.

    Graders that wait for others (a jury, a person) come to none here: they add their
    verdicts later, and until then the attempt is ungraded. ``boxed`` says that the prompt
    asked for a box.
    """
    if "rules" not in benchmark.graders:
        waits_for = " or ".join(benchmark.graders)
        return Verdict(outcome="ungraded", reason=f"waits for {waits_for}", grader="chain")
    reference = choices.reference if choices else problem.reference
    try:
        return grade(text, reference, decimals=decimals_for(problem, benchmark), boxed=boxed)
    except Exception as error:  # noqa: BLE001 - a fault of the grader is no verdict on the answer
        return Verdict(
            outcome="ungraded",
            reason=f"the grader failed: {error!r}",
            flags=("undecided",),
            grader="rules",
            version=VERSION,
        )


def decimals_for(problem: Problem, benchmark: Benchmark) -> DecimalPolicy:
    """Return the benchmark's policy; where it is to be exact, what the problem itself asks for."""
    if benchmark.decimals.rule != "exact":
        return benchmark.decimals
    return requested(problem.statement) or benchmark.decimals


def asks_for_box(transcript: Transcript) -> bool:
    """Tell whether the model was told to put its answer into a box."""
    return any(r"\boxed" in m.text for m in transcript.messages if m.role != "assistant")
