"""What a change of a rubric did to scores: attempts judged under both versions, in pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from porism.core import Judging
from porism.store import Judged, Judgements

if TYPE_CHECKING:
    import numpy as np

    from porism.stats.raters import Estimate


class Both(NamedTuple):
    """One attempt under two versions."""

    attempt: str
    before: float
    """Score in [0, 1] under the older version."""
    after: float


@dataclass(frozen=True, slots=True)
class RubricEffect:
    """Two versions of one rubric, by the same jury."""

    problem: str
    jury: str
    jury_version: int
    before: int
    after: int
    pairs: tuple[Both, ...]
    change: Estimate
    """Mean of the newer less the older score, with its interval for attempts like these."""


def rubric_effects(
    judgements: Judgements, benchmark: str, rng: np.random.Generator, problem: str | None = None
) -> list[RubricEffect]:
    """Compare each version of a rubric with the one before it that the same jury used.

    Args:
        judgements: where judgings are.
        benchmark: whose rubrics.
        rng: draws signs for the test that goes with the interval.
        problem: only this one's.
    """
    rubrics = {
        (name, rubric.version): rubric.content
        for name in judgements.rubrics(benchmark)
        for rubric in judgements.rubric_versions(benchmark, name)
        if problem in {None, name}
    }
    names = {content: name for (name, _), content in rubrics.items()}
    scores: dict[tuple[str, str, int], dict[int, dict[str, float]]] = {}
    for judging, score in scored(judgements.judged_of(benchmark)):
        if judging.rubric is not None and judging.rubric_content in names:
            key = names[judging.rubric_content], judging.jury, judging.jury_version
            scores.setdefault(key, {}).setdefault(judging.rubric, {})[judging.attempt] = score
    return [
        effect
        for (name, jury, version), by_rubric in sorted(scores.items())
        for effect in effects(name, jury, version, by_rubric, rng)
    ]


def scored(judged: Sequence[Judged]) -> Iterator[tuple[Judging, float]]:
    """Yield the judgings of proofs that came to points, with their scores, the oldest first."""
    for one in reversed(judged):
        points = one.conclusion.points if one.conclusion else None
        if points is not None and one.judging.task == "proof":
            yield one.judging, float(points / Fraction(one.judging.points))


def effects(
    name: str,
    jury: str,
    version: int,
    by_rubric: dict[int, dict[str, float]],
    rng: np.random.Generator,
) -> Iterator[RubricEffect]:
    """Yield the effects of successive versions on the attempts that both have judged."""
    from porism.stats.comparison import compare
    from porism.stats.raters import Estimate

    versions = sorted(by_rubric)
    for before, after in pairwise(versions):
        old, new = by_rubric[before], by_rubric[after]
        pairs = tuple(Both(a, old[a], new[a]) for a in sorted(old.keys() & new.keys()))
        if pairs:
            table = [[[pair.after] for pair in pairs], [[pair.before] for pair in pairs]]
            found = compare(table, (0, 1), rng=rng).interval
            change = Estimate(float(found.estimate), float(found.low), float(found.high))
            yield RubricEffect(name, jury, version, before, after, pairs, change)
