"""Multiple choice by theorem type, month, subset, variant and place of the right answer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean
from typing import Literal

from porism.benchmarks.choices import present
from porism.core import Problem

Facet = Literal["type", "month", "subset", "variant", "position"]
PAPER = re.compile(r"^(?:[a-z-]+(?:\.[A-Z]{2})?/)?(\d\d)(0[1-9]|1[0-2])")
"""An arXiv identifier, old or new, begins with the year and month of its first version."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One attempt at a problem with choices, and what it scored."""

    problem: Problem
    permutation: str
    """The order in which the choices were shown, as the attempt keeps it."""
    score: float | None
    """``None`` where the attempt counts as missing."""
    variant: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The attempts that share a value of a facet; an attempt with two types is in both groups."""

    facet: Facet
    value: str
    answered: tuple[Answered, ...]

    @property
    def scores(self) -> tuple[float, ...]:
        """The scores that there are, in order."""
        return tuple(a.score for a in self.answered if a.score is not None)

    @property
    def missing(self) -> int:
        """How many attempts have no score."""
        return len(self.answered) - len(self.scores)

    @property
    def accuracy(self) -> float | None:
        """The mean score; ``None`` where nothing is scored."""
        return fmean(self.scores) if self.scores else None

    @property
    def chance(self) -> float:
        """What guessing would score on average: the chance line."""
        return fmean(chance(a.problem) for a in self.answered)


def chance(problem: Problem) -> Fraction:
    """Return what a blind guess scores on average: 1 in the number of choices, 0 without any."""
    choices = present(problem)
    return Fraction(1, len(choices.reference.labels)) if choices else Fraction(0)


def month(problem: Problem) -> str:
    """Return the month in which a problem could first be read, as ``2025-11``; empty if unknown."""
    origin = problem.provenance
    if origin.published:
        return f"{origin.published:%Y-%m}"
    found = PAPER.match(origin.paper)
    if not found:
        return ""
    year = int(found[1])
    return f"{1900 + year if year > 90 else 2000 + year}-{found[2]}"


def facets(answered: Answered) -> tuple[tuple[Facet, str], ...]:
    """Return the groups that an attempt belongs to; what is unknown of it makes no group."""
    problem = answered.problem
    choices = present(problem, answered.permutation)
    values: tuple[tuple[Facet, str], ...] = (
        *(("type", name) for name in problem.types),
        ("month", month(problem)),
        ("subset", problem.subset),
        ("position", choices.reference.label if choices else ""),
    )
    return (*((facet, value) for facet, value in values if value), ("variant", answered.variant))


def breakdown(attempts: Iterable[Answered]) -> tuple[Group, ...]:
    """Return every group that has an attempt, by facet and value."""
    groups: defaultdict[tuple[Facet, str], list[Answered]] = defaultdict(list)
    for answered in attempts:
        for group in facets(answered):
            groups[group].append(answered)
    return tuple(
        Group(facet, value, tuple(members)) for (facet, value), members in sorted(groups.items())
    )
