"""A rubric as those who mark by it see it."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from markupsafe import Markup

from porism.core import Rubric
from porism.look.shown import prose


class Worth(NamedTuple):
    """Something with its points."""

    points: str
    text: Markup


class Way(NamedTuple):
    """One way to a complete solution."""

    title: str
    parts: tuple[Worth, ...]


class Scheme(NamedTuple):
    """A rubric."""

    state: str
    version: int
    ways: tuple[Way, ...]
    deductions: tuple[Worth, ...]
    zero_credit: tuple[Markup, ...]


def scheme(rubric: Rubric) -> Scheme:
    """Return a rubric with its texts typeset."""
    return Scheme(
        rubric.state,
        rubric.version,
        tuple(
            Way(path.title, tuple(Worth(plain(p.points), prose(p.text)) for p in path.parts))
            for path in rubric.paths
        ),
        tuple(Worth(f"−{plain(d.points)}", prose(d.text)) for d in rubric.deductions),
        tuple(map(prose, rubric.zero_credit)),
    )


def plain(points: Decimal) -> str:
    """Write points without zeros that say nothing."""
    return f"{points.normalize():f}"
