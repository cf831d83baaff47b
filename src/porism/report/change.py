"""What changed between two snapshots of the same store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING

import numpy as np

from porism.core import Benchmark, Model
from porism.errors import ConfigurationError
from porism.report.board import Ends, boards
from porism.report.corrections import Corrections, corrections
from porism.report.overall import OverallRow, live_attempts, overall
from porism.report.scores import Scores, scores_of
from porism.report.spending import Spent, spent
from porism.stats import Tally
from porism.stats.comparison import compare
from porism.stats.multiplicity import adjust
from porism.stats.saturation import Advice, saturation

if TYPE_CHECKING:
    from porism.report.snapshot import Snapshot

SEED = 0
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Placement:
    """A model's place on a benchmark."""

    benchmark: str
    rank: int | None
    score: float
    these_problems: Ends | None
    """95 % interval, about these problems."""


@dataclass(frozen=True, slots=True)
class NewModel:
    """A model that took no part in standings before."""

    model: str
    developer: str
    released: date | None
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class NewBenchmark:
    """A live benchmark that nobody had been put to before."""

    benchmark: str
    problems: int
    models: int
    leader: str | None


@dataclass(frozen=True, slots=True)
class Lead:
    """A benchmark whose best model is another one now."""

    benchmark: str
    leader: str
    former: str
    score: float
    former_score: float
    """As it is now."""
    difference: Ends | None
    """95 % interval of the mean difference on the problems that both were run on."""
    p_value: float | None
    """Of the paired sign-flip test, adjusted for all new leaders (Holm)."""

    @property
    def significant(self) -> bool:
        """Whether the lead is more than chance."""
        return self.p_value is not None and self.p_value < 1 - LEVEL


@dataclass(frozen=True, slots=True)
class Move:
    """A score that is another one now."""

    benchmark: str
    model: str
    before: float
    after: float
    change: float
    """Mean difference on the problems that were run both then and now."""
    interval: Ends
    """Its 95 % interval, paired by problem."""


@dataclass(frozen=True, slots=True)
class Room:
    """How much room a live benchmark has at the top."""

    benchmark: str
    advice: Advice
    formerly: Advice | None
    """Nothing where there was too little to judge by."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed; benchmarks and models are named by their identifiers."""

    since: datetime
    until: datetime
    sample: bool
    """Whether all of it is sample data."""
    new_benchmarks: tuple[NewBenchmark, ...]
    new_models: tuple[NewModel, ...]
    leaders: tuple[Lead, ...]
    moves: tuple[Move, ...]
    """The largest first."""
    room: tuple[Room, ...]
    """Where the advice is another one now, or is to deprecate."""
    deprecated: tuple[str, ...]
    """Benchmarks and models that are not active any more."""
    corrections: Corrections
    spent: tuple[Spent, ...]
    """By model, the dearest first."""
    standings: tuple[OverallRow, ...]
    """The overall leaderboard as it is now."""
    former_standings: tuple[OverallRow, ...]
    names: Mapping[str, str]
    """As people are shown benchmarks and models, by identifier."""


def changes(before: Snapshot, after: Snapshot) -> Changes:
    """Compare two snapshots.

    Args:
        before: the earlier one.
        after: the later one; with its verdicts, where reasons of overruled ones are wanted.

    Raises:
        ConfigurationError: the first is not the earlier one.
    """
    since, until = before.manifest.as_of, after.manifest.as_of
    if since >= until:
        raise ConfigurationError(
            f"nothing lies between {since:%Y-%m-%d %H:%M} and {until:%Y-%m-%d %H:%M} UTC: "
            "the store was not written to since, or the days are the wrong way round"
        )
    then, now = tables_of(before), tables_of(after)
    shown = [after.benchmarks[name] for name in now]
    return Changes(
        since=since,
        until=until,
        sample=bool(shown) and all(benchmark.sample for benchmark in shown),
        new_benchmarks=tuple(new_benchmarks(then, now)),
        new_models=tuple(new_models(then, now, after)),
        leaders=tuple(leaders(then, now)),
        moves=tuple(moves(then, now)),
        room=tuple(room(then, now)),
        deprecated=tuple(deprecated(before, after)),
        corrections=corrections(before, after),
        spent=tuple(spent(after, since)),
        standings=overall(after).rows,
        former_standings=overall(before).rows,
        names={one.id: one.name for one in definitions(after)},
    )


Tables = Mapping[str, Scores]
"""Scores of models that take part in standings, by live benchmark."""


def tables_of(snapshot: Snapshot) -> Tables:
    """Return what is compared."""
    attempts, _ = live_attempts(snapshot, deprecated=False)
    found = {str(name): scores_of(part) for (name,), part in sorted(attempts.group_by("benchmark"))}
    return {name: scores for name, scores in found.items() if scores is not None}


def best(scores: Scores) -> int:
    """Return the row of the best model, the first by name where several are."""
    return int(np.argmax(scores.tally.pooled_mean.round(12)))


def new_benchmarks(then: Tables, now: Tables) -> Iterator[NewBenchmark]:
    """Yield the benchmarks that are new."""
    for name in sorted(now.keys() - then.keys()):
        found = now[name]
        yield NewBenchmark(name, len(found.problems), len(found.models), found.models[best(found)])


def new_models(then: Tables, now: Tables, after: Snapshot) -> Iterator[NewModel]:
    """Yield the models that are new, with their places on the live benchmarks."""
    known = {model for scores in then.values() for model in scores.models}
    new = sorted({model for scores in now.values() for model in scores.models} - known)
    if not new:
        return
    shown = [board for board in boards(after) if board.benchmark in now and not board.variant]
    for name in new:
        model = after.models[name]
        placements = tuple(
            Placement(board.benchmark, row.rank, row.score, row.these_problems)
            for board in shown
            for row in board.rows
            if row.model == name and row.score is not None
        )
        yield NewModel(name, model.developer, model.released, placements)


def leaders(then: Tables, now: Tables) -> list[Lead]:
    """Return the benchmarks that another model leads now, with tests."""
    found = [lead(name, then[name], now[name]) for name in sorted(now.keys() & then.keys())]
    new = [one for one in found if one is not None]
    tested = [one.p_value for one in new if one.p_value is not None]
    adjusted = iter(adjust(tested).tolist() if tested else ())
    return [one if one.p_value is None else replace(one, p_value=next(adjusted)) for one in new]


def lead(benchmark: str, then: Scores, now: Scores) -> Lead | None:
    """Compare the best model with the one that was best, if it is another."""
    first, former = best(now), then.models[best(then)]
    if former not in now.models or now.models[first] == former:
        return None
    second = now.models.index(former)
    score = now.tally.pooled_mean
    difference, p_value = None, None
    if (now.tally.asked[first] & now.tally.asked[second]).any():
        found = compare(now.tally, (first, second), rng=np.random.default_rng(SEED))
        difference = (float(found.interval.low), float(found.interval.high))
        p_value = found.p_value
    scores = float(score[first]), float(score[second])
    return Lead(benchmark, now.models[first], former, *scores, difference, p_value)


def moves(then: Tables, now: Tables) -> list[Move]:
    """Return the scores that are others now."""
    found = [
        move(benchmark, model, then[benchmark], now[benchmark])
        for benchmark in now.keys() & then.keys()
        for model in set(now[benchmark].models) & set(then[benchmark].models)
    ]
    moved = [one for one in found if one is not None]
    return sorted(moved, key=lambda one: (-abs(one.change), one.benchmark, one.model))


def move(benchmark: str, model: str, then: Scores, now: Scores) -> Move | None:
    """Compare a score with the former one; nothing if it is the same."""
    rows = now.models.index(model), then.models.index(model)
    after, before = (float(s.tally.pooled_mean[n]) for s, n in zip((now, then), rows, strict=True))
    if abs(after - before) < 1e-9:
        return None
    change, interval = after - before, (-1.0, 1.0)
    tally = both_times(now, then, rows)
    if tally is not None:
        found = compare(tally, (0, 1), rng=np.random.default_rng(SEED)).interval
        change, interval = float(found.estimate), (float(found.low), float(found.high))
    return Move(benchmark, model, before, after, change, interval)


def both_times(now: Scores, then: Scores, rows: tuple[int, int]) -> Tally | None:
    """Return a model's runs now and then, on the problems that have some at both times."""
    place = {problem: n for n, problem in enumerate(then.problems)}
    shared = [(n, place[p]) for n, p in enumerate(now.problems) if p in place]
    if not shared:
        return None
    columns = np.array(shared).T
    new, old = (
        Tally(t.runs[row, column], t.total[row, column], t.squares[row, column])
        for t, row, column in zip((now.tally, then.tally), rows, columns, strict=True)
    )
    kept = new.asked & old.asked
    if not kept.any():
        return None
    return Tally(
        np.stack([new.runs, old.runs])[:, kept],
        np.stack([new.total, old.total])[:, kept],
        np.stack([new.squares, old.squares])[:, kept],
    )


def room(then: Tables, now: Tables) -> Iterator[Room]:
    """Yield the benchmarks whose room at the top is another one now, or used up."""
    for name, scores in sorted(now.items()):
        advice = advice_on(scores)
        formerly = advice_on(then[name]) if name in then else None
        if advice is not None and (advice == "deprecate" or advice != (formerly or advice)):
            yield Room(name, advice, formerly)


def advice_on(scores: Scores) -> Advice | None:
    """Judge whether a benchmark tells the best models apart; nothing for a single model."""
    if len(scores.models) < 2:
        return None
    return saturation(scores.tally, rng=np.random.default_rng(SEED)).advice


def deprecated(before: Snapshot, after: Snapshot) -> list[str]:
    """Return the benchmarks and models that are not active any more."""
    then = {one.id: one.status for one in definitions(before)}
    return sorted(
        one.id
        for one in definitions(after)
        if one.status == "deprecated" and then.get(one.id) == "active"
    )


def definitions(snapshot: Snapshot) -> list[Benchmark | Model]:
    """Return all benchmarks and models."""
    return [*snapshot.benchmarks.values(), *snapshot.models.values()]
