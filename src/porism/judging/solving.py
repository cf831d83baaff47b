"""A judge's own solution, asked for before it sees any other."""

from __future__ import annotations

from decimal import Decimal

from porism.core import Problem, user
from porism.judging.questions import Question, written

OWN = "A stand-in's own solution; nobody thought about the problem."


def solving_question(problem: Problem) -> Question[str]:
    """Return what a judge is asked to solve."""
    asked = written("solve", statement=problem.statement)
    return Question((user(asked, *problem.images),), str.strip, {Decimal(1): OWN})
