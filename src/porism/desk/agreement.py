"""How far the people at the desk agree with each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from porism.core import Decision
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
    """Compare the marks that people gave to the same attempts; each by themselves."""
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
    """Return the last mark that each person gave by themselves to what several people decided on.

    Those that were taken back, or given after seeing what somebody else had decided, are left out.
    """
    every = [(made, made.decision) for made in Decisions(store).all()]
    alone = independent([one for _, one in every])
    found: dict[str, dict[str, Given]] = defaultdict(dict)
    points: dict[str, dict[str, float]] = {}
    people: dict[str, set[str]] = defaultdict(set)
    for _, one in every:
        people[one.subject].add(one.reviewer)
    for made, one in every:
        if one.score is None or made.withdrawn or one.id not in alone:
            continue
        if len(people[one.subject]) < 2:
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


def independent(decisions: Sequence[Decision]) -> frozenset[str]:
    """Return which decisions were made without seeing what others had decided on the same.

    Args:
        decisions: all of them, in the order of writing; each names the last one that its author
            could see, and with it could see all before it.
    """
    places = {one.id: place for place, one in enumerate(decisions)}
    by_subject: dict[str, list[Decision]] = defaultdict(list)
    for one in decisions:
        by_subject[one.subject].append(one)

    def saw_others(one: Decision) -> bool:
        last = places.get(one.before, -1 if not one.before else len(places))
        earlier = (other for other in by_subject[one.subject] if places[other.id] <= last)
        return any(other.reviewer != one.reviewer for other in earlier)

    return frozenset(one.id for one in decisions if not saw_others(one))


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
