"""Which problems a person means by ``1,3-5,some-id``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porism.core import Problem
from porism.errors import UnknownName

_PLACES = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")


def select(problems: Sequence[Problem], wanted: str | None = None) -> tuple[Problem, ...]:
    """Return the problems that are asked, in the order of the definition, each once.

    Args:
        problems: all of the benchmark's, withdrawn ones included, so that places never move.
        wanted: identifiers and places counted from 1, or ranges of places, separated by
            commas; an identifier goes before a place. All problems without it.

    Raises:
        UnknownName: nothing answers to a name, a place or one end of a range.
    """
    if wanted is None:
        return tuple(problem for problem in problems if problem.withdrawn is None)
    places = {place for name in wanted.split(",") for place in _places(name.strip(), problems)}
    return tuple(problems[n] for n in sorted(places) if problems[n].withdrawn is None)


def _places(name: str, problems: Sequence[Problem]) -> Iterator[int]:
    """Yield indices, from 0."""
    ids = [problem.id for problem in problems]
    if name in ids:
        yield ids.index(name)
    elif match := _PLACES.fullmatch(name):
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= len(problems):
            raise UnknownName("problem", name, ids)
        yield from range(first - 1, last)
    else:
        raise UnknownName("problem", name, ids)
