"""Multiple choice: the order in which choices are shown, and what that makes of the reference."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from string import ascii_uppercase, digits

from porism.core import MultipleChoice, Problem
from porism.errors import ConfigurationError

PLACES = digits + ascii_uppercase
"""How a permutation is written: ``0`` is the correct choice, ``1`` the first distractor."""


@dataclass(frozen=True, slots=True)
class Choices:
    """A problem's choices as a model sees them."""

    shown: tuple[tuple[str, str], ...]
    """Label and text of each, in order; empty where the statement itself shows them."""
    permutation: str
    """Which stored choice stands in each place, e.g. ``20143``; empty where none moves."""
    reference: MultipleChoice
    """What the grader holds an answer against: the right label among all of them."""


def order(problem_id: str, count: int) -> tuple[int, ...]:
    """Return the order in which a problem's choices are shown.

    A Fisher-Yates shuffle whose draws are the digits, in the factorial number system, of
    the SHA-256 of the identifier: exact integers alone, so that every machine agrees, and
    nothing but the identifier, so that no other problem has a say.
    """
    seed = int.from_bytes(hashlib.sha256(problem_id.encode()).digest())
    places = list(range(count))
    for last in range(count - 1, 0, -1):
        seed, drawn = divmod(seed, last + 1)
        places[last], places[drawn] = places[drawn], places[last]
    return tuple(places)


def present(problem: Problem, permutation: str = "") -> Choices | None:
    """Return a problem's choices as they are shown; ``None`` where it is no multiple choice.

    Args:
        problem: the problem.
        permutation: the order of an earlier attempt, as that attempt keeps it.

    Raises:
        ConfigurationError: there are more choices than letters, or the permutation is not
            one of this problem's choices.
    """
    reference = problem.reference
    if not isinstance(reference, MultipleChoice):
        return None
    if not reference.distractors:
        return Choices((), "", reference)
    stored = (reference.correct, *reference.distractors)
    if len(stored) > len(ascii_uppercase):
        raise ConfigurationError(
            f"problem {problem.id!r} has {len(stored)} choices; 26 is the most"
        )
    places = _read(permutation, problem, len(stored)) or order(problem.id, len(stored))
    labels = ascii_uppercase[: len(stored)]
    label = labels[places.index(0)]
    return Choices(
        shown=tuple((labels[n], stored[place]) for n, place in enumerate(places)),
        permutation="".join(PLACES[place] for place in places),
        reference=reference.model_copy(update={"label": label, "labels": labels}),
    )


def _read(permutation: str, problem: Problem, count: int) -> tuple[int, ...]:
    places = tuple(PLACES.find(place) for place in permutation)
    if places and sorted(places) != list(range(count)):
        raise ConfigurationError(
            f"{permutation!r} is no order of the {count} choices of problem {problem.id!r}"
        )
    return places
