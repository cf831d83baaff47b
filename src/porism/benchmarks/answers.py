"""Answers in a file of their own, for problems that come without."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from porism.core import FinalAnswer, Noun, Problem
from porism.errors import ConfigurationError
from porism.records import Place, read_csv


class AnswerRow(Noun):
    """One row of such a file."""

    id: str
    """Of the problem."""
    answer: str
    """Plain, or hidden by ``porism grade hide``."""


def with_answers(
    found: Iterable[tuple[Place, Problem]], path: Path
) -> Iterator[tuple[Place, Problem]]:
    """Yield problems with the answers that a file has for them.

    Raises:
        ConfigurationError: there is no such file.
        DefinitionError: the file is wrong.
    """
    if not path.exists():
        raise ConfigurationError(f"there is no file {path} with answers")
    answers = {row.id: row.answer for _, row in read_csv(path, AnswerRow)}
    for place, problem in found:
        reference = problem.reference
        if isinstance(reference, FinalAnswer) and not reference.answer.strip():
            answer = FinalAnswer(answer=answers.get(problem.id, ""))
            yield place, problem.model_copy(update={"reference": answer})
        else:
            yield place, problem
