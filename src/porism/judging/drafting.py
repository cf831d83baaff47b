"""Drafts of rubrics: a model writes one from the reference solutions, people mend it."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from porism.core import Deduction, Noun, Problem, ProofScheme, Rubric, RubricPath, user
from porism.errors import ConfigurationError, DefinitionError
from porism.judging.case import highest, plain
from porism.judging.questions import Question, written
from porism.judging.rubrics import lint
from porism.judging.said import Unread
from porism.judging.sealing import seal, sealed_block
from porism.records import parse_yaml

LONGEST = 200_000
"""Characters of a scheme; none comes near."""


class Scheme(Noun):
    """What a model writes of a rubric."""

    paths: tuple[RubricPath, ...]
    deductions: tuple[Deduction, ...] = ()
    zero_credit: tuple[str, ...] = ()


def draft_question(benchmark: str, problem: Problem, author: str) -> Question[Rubric]:
    """Return what a model is asked to draft the rubric of a problem.

    Args:
        benchmark: the problem's.
        problem: what solutions are of.
        author: who is named as the one that drafted it.

    Raises:
        ConfigurationError: the problem is none of proofs, or has no reference solution.
    """
    scheme = problem.reference
    if not isinstance(scheme, ProofScheme) or not scheme.solutions:
        raise ConfigurationError(
            f"problem {problem.id} of {benchmark} has no reference solution to draft a rubric from"
        )
    solutions = "\n\n".join(
        f"Reference solution {number}:\n\n{text.strip()}"
        for number, text in enumerate(scheme.solutions, 1)
    )
    word = seal(problem.statement, solutions)
    asked = written("draft", statement=problem.statement, solutions=solutions, seal=word,
                    points=plain(scheme.points))  # fmt: skip
    blank = Rubric(
        benchmark=benchmark, problem=problem.id, points=highest("proof", problem), paths=(),
        author=author,
    )  # fmt: skip
    turn = user(asked, *problem.images)
    return Question((turn,), lambda reply: read_draft(reply, word, blank), stand_in(word, blank))


def stand_in(word: str, blank: Rubric) -> dict[Decimal, str]:
    """Return a draft that stand-ins write."""
    part = f"{{id: a1, points: {plain(blank.points)}, text: A complete proof.}}"
    path = f"paths: [{{id: a, title: a stand-in's draft, parts: [{part}]}}]"
    return {Decimal(1): f"<scheme-{word}>\n{path}\n</scheme-{word}>"}


def read_draft(reply: str, word: str, blank: Rubric) -> Rubric:
    """Read a drafted rubric.

    Args:
        reply: all that the model said.
        word: the seal of the request.
        blank: the rubric without what was drafted.

    Raises:
        Unread: there is no scheme, or one that the linter finds fault with.
    """
    text = sealed_block(reply, "scheme", word)
    if len(text) > LONGEST:
        raise Unread("the scheme is too long")
    try:
        scheme, _ = parse_yaml(text, Scheme, Path("scheme"))
        rubric = Rubric.model_validate({**blank.model_dump(), **scheme.model_dump()})
    except (DefinitionError, ValueError) as error:
        raise Unread(str(error)) from error
    if faults := lint(rubric, blank.points):
        raise Unread("; ".join(fault.problem for fault in faults))
    return rubric
