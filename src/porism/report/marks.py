"""Marks that judges and people gave to the same answers, and how far they agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from porism.core import ProofScheme, Reference, TrueStatement, Verdict
from porism.errors import UserError
from porism.store import Filter, Judgements, Store

if TYPE_CHECKING:
    import numpy as np
    import polars as pl

    from porism.stats.raters import JudgeAgreement

MARKED = ("proof", "broken_statement")
"""What judges are held against people in."""
HEARD = ", after hearing all"
"""Said behind the name of a judge that has seen what the others said."""


class Mark(NamedTuple):
    """What a judge and a person gave to one answer."""

    judge: str
    """The judge's name."""
    problem: str
    model: str
    """Whose answer it is."""
    given: float
    """By the judge, as a share of the points."""
    right: float
    """By the person, likewise."""
    points: float
    """Highest mark."""


@dataclass(frozen=True, slots=True)
class JudgeStudy:
    """One judge against people."""

    judge: str
    overall: JudgeAgreement
    alpha: float | None
    """Krippendorff's, with interval distances; ``None`` where all marks are equal."""
    by_model: tuple[tuple[str, JudgeAgreement], ...]
    """Agreement on each model's answers: to whom the judge is lenient."""


def study_judges(marks: Iterable[Mark], rng: np.random.Generator) -> tuple[JudgeStudy, ...]:
    """Hold every judge against people.

    Raises:
        UserError: no answer was marked by both.
    """
    found = sorted(marks)
    if not found:
        raise UserError("no answer has a mark of a person and one of a judge")
    return tuple(
        _study(judge, list(of_judge), rng)
        for judge, of_judge in groupby(found, key=lambda mark: mark.judge)
    )


def _study(judge: str, marks: Sequence[Mark], rng: np.random.Generator) -> JudgeStudy:
    from porism.stats.raters import krippendorff

    try:
        alpha = krippendorff([(mark.given, mark.right) for mark in marks])
    except ValueError:
        alpha = None
    by_model = sorted(marks, key=lambda mark: mark.model)
    groups = groupby(by_model, key=lambda mark: mark.model)
    parts = tuple((model, _agreement(list(part), rng)) for model, part in groups)
    return JudgeStudy(judge, _agreement(marks, rng), alpha, parts)


def _agreement(marks: Sequence[Mark], rng: np.random.Generator) -> JudgeAgreement:
    from porism.stats.raters import Marks, judge_agreement

    _, problems, _, given, right, points = zip(*marks, strict=True)
    return judge_agreement(Marks(given, right, points, problems), rng)


def stored_marks(store: Store, benchmarks: Sequence[str]) -> Iterator[Mark]:
    """Yield the marks of people in a store beside those of every jury, grader and judge.

    A judge's first opinion is a mark by its name; what it said after hearing all others is one
    by its name with :data:`HEARD`.

    Args:
        store: where attempts, verdicts and opinions are.
        benchmarks: identifiers.
    """
    for benchmark in benchmarks:
        points = {p.id: points_of(p.reference) for p in store.problems(benchmark)}
        opinions = newest_opinions(Judgements(store), benchmark)
        for line in store.attempts(Filter(benchmark=benchmark)):
            highest = points.get(line.problem, 1.0)
            verdicts = store.verdicts(line.id)
            person = _person(verdicts)
            if person is not None:
                given = {**_by_grader(verdicts), **opinions.get(line.id, {})}
                for judge, share in given.items():
                    yield Mark(judge, line.problem, line.model, share, person, highest)


def published_marks(
    attempts: pl.DataFrame,
    verdicts: pl.DataFrame,
    opinions: pl.DataFrame,
    points: Mapping[str, float],
) -> Iterator[Mark]:
    """Yield what :func:`stored_marks` does, from the tables of a snapshot.

    Args:
        attempts: at one benchmark.
        verdicts: the whole table, in the order of saying.
        opinions: likewise; one of an older snapshot tells no tasks, and all of it counts.
        points: highest marks, by problem.
    """
    import polars as pl

    scored = verdicts.filter(pl.col("score").is_not_null()).join(
        attempts.select("attempt"), on="attempt", how="semi"
    )
    people = dict(scored.filter(authority="person").select("attempt", "score").rows())
    newest = scored.sort("grader_version", maintain_order=True).filter(
        pl.col("authority") != "person", pl.col("attempt").is_in(list(people))
    )
    given: dict[str, dict[str, float]] = {name: {} for name in people}
    for attempt, grader, share in newest.select("attempt", "grader", "score").iter_rows():
        given[attempt][grader] = share
    if "task" in opinions.columns:
        opinions = opinions.filter(pl.col("task").is_in(MARKED))
    marked = opinions.filter(pl.col("points").is_not_null(), pl.col("attempt").is_in(list(people)))
    shares = marked.select("attempt", "judge", "round", pl.col("points") / pl.col("of"))
    for attempt, judge, turn, share in shares.iter_rows():
        given[attempt][judge + (HEARD if turn else "")] = share
    for attempt, problem, model in attempts.select("attempt", "problem", "model").iter_rows():
        for judge, share in given.get(attempt, {}).items():
            highest = points.get(problem, 1.0)
            yield Mark(judge, problem, model, share, people[attempt], highest)


def newest_opinions(judgements: Judgements, benchmark: str) -> dict[str, dict[str, float]]:
    """Return what each judge last gave each attempt, as a share of the points, by judge."""
    found: dict[str, dict[str, float]] = {}
    for judging, opinions, _ in reversed(judgements.judged_of(benchmark)):
        for opinion in opinions if judging.task in MARKED else ():
            if opinion.points is not None:
                name = opinion.judge + (HEARD if opinion.round else "")
                share = float(opinion.points / judging.points)
                found.setdefault(judging.attempt, {})[name] = share
    return found


class Reviewed(NamedTuple):
    """A model's mean score before people looked at it, and after."""

    judge: str
    model: str
    answers: int
    before: float
    """By the judge, in [0, 1]."""
    after: float
    """By people, in [0, 1]."""
    ends: tuple[float, float]
    """Where that may lie after what the judge gave: the 95 % interval of the change."""


def reviewed(marks: Iterable[Mark], rng: np.random.Generator) -> tuple[Reviewed, ...]:
    """Return what a review by people did to the scores that each judge gave each model.

    Args:
        marks: of judges and people on the same answers.
        rng: draws whole problems for the intervals.
    """
    groups = groupby(sorted(marks, key=_judged_whom), key=_judged_whom)
    parts = ((judge, model, list(part)) for (judge, model), part in groups)
    return tuple(_reviewed(judge, model, part, rng) for judge, model, part in parts)


def _reviewed(judge: str, model: str, marks: Sequence[Mark], rng: np.random.Generator) -> Reviewed:
    before, bias = fmean(mark.given for mark in marks), _agreement(marks, rng).bias
    after = fmean(mark.right for mark in marks)
    ends = max(0.0, before - bias.high), min(1.0, before - bias.low)
    return Reviewed(judge, model, len(marks), before, after, ends)


def _judged_whom(mark: Mark) -> tuple[str, str]:
    return mark.judge, mark.model


def points_of(reference: Reference | None) -> float:
    """Return a problem's highest mark; 1 where answers are right or wrong."""
    match reference:
        case ProofScheme():
            return float(reference.points)
        case TrueStatement():
            return 2.0
        case _:
            return 1.0


def _by_grader(verdicts: Sequence[Verdict]) -> dict[str, float]:
    """Return the newest score of every jury and grader, by name."""
    found: dict[str, float] = {}
    for verdict in verdicts:
        if verdict.authority != "person" and verdict.score is not None:
            found.setdefault(verdict.grader, verdict.score)
    return found


def _person(verdicts: Sequence[Verdict]) -> float | None:
    """Return the newest score that a person gave."""
    said = (v.score for v in verdicts if v.authority == "person" and v.score is not None)
    return next(said, None)
