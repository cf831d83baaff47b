"""The true/false form of false statements: each beside the true one that it was made from.

Who believes everything is right on every true statement, who doubts everything on every false
one; only telling them apart is worth more than half. Source: the binary form in MathArena's
BrokenArXiv, which asks whether a statement holds, of originals and perturbed ones alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from porism.core import Benchmark, MultipleChoice, Problem, ProblemSource, TrueStatement

TRUE, FALSE = "True", "False"
ORIGINAL = "-original"
"""Ends the id of the problem that asks the true statement."""


def of_statements(benchmark: Benchmark, statements: ProblemSource) -> Benchmark:
    """Return a benchmark as if it asked the false statements themselves."""
    others = {"problems": statements, "kind": "broken_statement", "problem_count": None}
    return benchmark.model_copy(update=others)


def apart(stated: Iterable[Problem]) -> Iterator[Problem]:
    """Yield two problems for each false statement: it, and the true one behind it."""
    for problem in stated:
        if isinstance(problem.reference, TrueStatement):
            original = {"id": problem.id + ORIGINAL, "statement": problem.reference.original}
            yield asked(problem, right=FALSE, wrong=TRUE)
            yield asked(problem.model_copy(update=original), right=TRUE, wrong=FALSE)


def asked(problem: Problem, *, right: str, wrong: str) -> Problem:
    """Return a statement as the question whether it is true."""
    reference = MultipleChoice(correct=right, distractors=(wrong,))
    return problem.model_copy(update={"reference": reference, "sketch": None})
