"""How far the people at the desk agree with each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from porism.report.marks import points_of
from porism.store import Store
from porism.store.asked import attempt_named
from porism.store.decisions import Decisions

if TYPE_CHECKING:
    from porism.stats.raters import JudgeAgreement

RESAMPLES = 500


class Given(NamedTuple):
    """A mark that a person gave by themselves."""

    attempt: str
    problem: str
    points: float
    score: float


class Pair(NamedTuple):
    """Two people who judged the same attempts."""

    first: str
    second: str
    found: JudgeAgreement


@dataclass(frozen=True, slots=True)
class People:
    """How far people agree.

    Attributes:
        pairs: of two who judged the same attempts, those with most in common first.
        alpha: Krippendorff's, over all; ``None`` where there is nothing to agree on.
        attempts: how many were judged by several.
    """

    pairs: tuple[Pair, ...]
    alpha: float | None
    attempts: int


def agreement_of(store: Store) -> People:
    """Compare the marks that people gave to the same attempts; settling ones are left out."""
    marks = given(store)
    pairs = [
        Pair(first, second, compared(marks[first], marks[second]))
        for first, second in combinations(sorted(marks), 2)
        if marks[first].keys() & marks[second].keys()
    ]
    pairs.sort(key=lambda pair: -pair.found.count)
    shared = {
        a for one, other in combinations(marks.values(), 2) for a in one.keys() & other.keys()
    }
    return People(tuple(pairs), alpha_of(marks, sorted(shared)), len(shared))


def given(store: Store) -> dict[str, dict[str, Given]]:
    """Return the last mark of each person on each attempt, taken-back ones left out."""
    found: dict[str, dict[str, Given]] = defaultdict(dict)
    points: dict[str, dict[str, float]] = {}
    for made in Decisions(store).all():
        one = made.decision
        if one.score is None or one.adjudicates or made.withdrawn:
            continue
        attempt = attempt_named(store, one.subject)
        if attempt is None:
            continue
        if attempt.benchmark not in points:
            problems = store.problems(attempt.benchmark)
            points[attempt.benchmark] = {p.id: points_of(p.reference) for p in problems}
        most = points[attempt.benchmark].get(attempt.problem, 1.0)
        place = f"{attempt.benchmark} {attempt.problem}"
        found[one.reviewer][one.subject] = Given(one.subject, place, most, one.score)
    return found


def compared(first: Mapping[str, Given], second: Mapping[str, Given]) -> JudgeAgreement:
    """Hold two people's marks against each other; the same marks give the same intervals."""
    from numpy.random import default_rng

    from porism.stats.raters import Marks, judge_agreement

    shared = [(first[a], second[a]) for a in sorted(first.keys() & second.keys())]
    marks = Marks(
        judge=[one.score for one, _ in shared],
        person=[other.score for _, other in shared],
        points=[one.points for one, _ in shared],
        problems=[one.problem for one, _ in shared],
    )
    return judge_agreement(marks, default_rng(0), resamples=RESAMPLES)


def alpha_of(marks: Mapping[str, Mapping[str, Given]], shared: Sequence[str]) -> float | None:
    """Return Krippendorff's alpha over the attempts that several judged."""
    from porism.stats.raters import krippendorff

    nothing = float("nan")
    table = [
        [mine[attempt].score if attempt in mine else nothing for mine in marks.values()]
        for attempt in shared
    ]
    try:
        return krippendorff(table) if table else None
    except ValueError:
        return None
