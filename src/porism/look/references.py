"""References as pages show them."""

from __future__ import annotations

from typing import NamedTuple

from porism.benchmarks.choices import present
from porism.core import (
    FinalAnswer,
    MultipleChoice,
    Problem,
    ProofScheme,
    Reference,
    TrueStatement,
)
from porism.errors import ConfigurationError


class Choice(NamedTuple):
    """A choice as it was shown."""

    label: str
    text: str
    correct: bool


def choices(problem: str, reference: Reference | None, permutation: str = "") -> tuple[Choice, ...]:
    """Return the choices in an attempt's order, or in the usual one.

    Empty where there are none, where the statement shows them itself, or where they are
    withheld.

    Args:
        problem: the problem's identifier, on which the usual order depends.
        reference: what it has as its reference.
        permutation: the order of an attempt.
    """
    if not isinstance(reference, MultipleChoice):
        return ()
    try:
        shown = present(Problem(id=problem, reference=reference), permutation)
    except ConfigurationError:
        return ()
    if shown is None:
        return ()
    right = shown.reference.label
    return tuple(Choice(label, text, label == right) for label, text in shown.shown)


def answer(problem: str, reference: Reference | None, permutation: str = "") -> str:
    """Return a reference as a short answer; empty where there is none to show."""
    match reference:
        case FinalAnswer():
            return reference.answer
        case MultipleChoice():
            right = [c.label for c in choices(problem, reference, permutation) if c.correct]
            return right[0] if right else reference.label
        case _:
            return ""


def texts(reference: Reference | None) -> list[tuple[str, str]]:
    """Return what a reference says besides, each text with its heading."""
    match reference:
        case ProofScheme():
            found = [("Rubric", reference.rubric)]
            found += [("Solution", solution) for solution in reference.solutions]
        case TrueStatement():
            found = [
                ("The true statement", reference.original),
                ("Why the one above is false", reference.why_false),
            ]
        case _:
            found = []
    return [(head, text) for head, text in found if text]
