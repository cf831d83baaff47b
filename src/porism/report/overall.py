"""The overall leaderboard: what models would score on all live problems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from porism.errors import FitError
from porism.report.claims import held_back
from porism.report.scores import Scores, scores_of, standing
from porism.stats.costs import expected_cost
from porism.stats.irt import fit
from porism.stats.irt.design import parts
from porism.stats.irt.performance import Performance, expected_performance
from porism.stats.ranks import Ranking, rank_estimates

if TYPE_CHECKING:
    import polars as pl

    from porism.report.snapshot import Snapshot

MINIMUM_PROBLEMS = 10
"""Live problems that a model must have been run on to get an expected performance."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a model costs a run of one problem."""

    usd: float
    imputed: float
    """Share of the live problems whose cost is predicted by the log-additive model."""


@dataclass(frozen=True, slots=True)
class OverallRow:
    """A model over all live benchmarks."""

    rank: int
    rank_interval: tuple[int, int]
    """Ranks that the data allow, for all models at once at 95 %."""
    model: str
    name: str
    performance: float
    """Expected performance: mean chance of success over all live problems, in [0, 1]."""
    interval: tuple[float, float]
    """Its 95 % interval, by item response theory."""
    observed: int
    """Live problems that the model was run on."""
    imputed: float
    """Share of the live problems that it was not: where it is not 0, the figure is imputed."""
    cost: Cost | None
    """Nothing where no cost is known."""
    sample: bool


@dataclass(frozen=True, slots=True)
class Overall:
    """The overall leaderboard, and what a reader of it should know."""

    benchmarks: tuple[str, ...]
    """The live ones."""
    problems: int
    minimum_problems: int
    rows: tuple[OverallRow, ...]
    notes: tuple[str, ...]
    held_back: dict[str, str]
    """Models that are not to be published yet, with the reason."""


def overall(
    snapshot: Snapshot, *, minimum: int = MINIMUM_PROBLEMS, deprecated: bool = False
) -> Overall:
    """Rank models by expected performance.

    Every small or odd store has an answer: where there is none for a model, or for all, a note
    says why.

    Args:
        snapshot: what to read.
        minimum: live problems that a model must have been run on to get a figure.
        deprecated: let deprecated models and benchmarks take part.
    """
    attempts, notes = live_attempts(snapshot, deprecated=deprecated)
    found = scores_of(attempts)
    if found is None:
        said = (*notes, "no live benchmark has a score yet")
        return Overall((), 0, minimum, (), said, held_back(snapshot))
    scores, left_out = connected(found)
    notes += left_out
    rows: tuple[OverallRow, ...] = ()
    if len(scores.models) < 2:
        notes.append("only one model has scores: there is nothing to compare it with")
    else:
        try:
            rows, more = standings(snapshot, scores, attempts, minimum)
            notes += more
        except (FitError, ValueError) as why:
            notes.append(f"no expected performances: {why}")
    problems, held = len(scores.problems), held_back(snapshot)
    return Overall(scores.benchmarks, problems, minimum, rows, tuple(notes), held)


def live_attempts(snapshot: Snapshot, *, deprecated: bool) -> tuple[pl.DataFrame, list[str]]:
    """Return the attempts that overall standings are made of, with notes on the others.

    Benchmarks that are active and no samples are live; where all are samples, those are.
    Models that are unstable or held back are left out.
    """
    import polars as pl

    attempts = standing(snapshot)
    tried = set(attempts["benchmark"])
    shown = [
        b
        for b in snapshot.benchmarks.values()
        if b.id in tried and (b.status == "active" or (deprecated and b.status == "deprecated"))
    ]
    live = [b.id for b in shown if not b.sample] or [b.id for b in shown]
    held = held_back(snapshot)
    out = {model: f"is held back: {why}" for model, why in held.items()}
    out |= {model: f"is kept out: {why}" for model, why in snapshot.unstable.items()}
    models = [
        m.id
        for m in snapshot.models.values()
        if m.id not in out and (deprecated or m.status == "active")
    ]
    told = set(attempts["model"])
    notes = [f"{model} {why}" for model, why in sorted(out.items()) if model in told]
    if shown and all(b.sample for b in shown):
        notes.append("sample data: no measurement of anything")
    kept = attempts.filter(pl.col("benchmark").is_in(live) & pl.col("model").is_in(models))
    return kept, notes


def connected(scores: Scores) -> tuple[Scores, list[str]]:
    """Keep the largest group of models that a chain of shared problems joins."""
    of_model, of_problem = parts(scores.tally)
    largest = np.bincount(of_model).argmax()
    if (of_model == largest).all():
        return scores, []
    apart = [name for name, part in zip(scores.models, of_model, strict=True) if part != largest]
    note = f"left out, as they share no problem with the others: {listed(apart)}"
    return scores.part(of_model == largest, of_problem == largest), [note]


def standings(
    snapshot: Snapshot, scores: Scores, attempts: pl.DataFrame, minimum: int
) -> tuple[tuple[OverallRow, ...], list[str]]:
    """Return rows with expected performances, and notes on what has none."""
    performance = expected_performance(fit(scores.tally), scores.tally, minimum_cells=minimum)
    ranking = rank_estimates(performance.interval.estimate, performance.covariance)
    costs, notes = expected_costs(scores, attempts)
    names = [scores.models[n] for n in performance.model]
    rows = [
        overall_row(snapshot, name, (performance, ranking, n), costs.get(name))
        for n, name in enumerate(names)
    ]
    if performance.withheld.size:
        few = listed([scores.models[n] for n in performance.withheld])
        notes.append(f"run on fewer than {minimum} live problems, so without a figure: {few}")
    return tuple(sorted(rows, key=lambda r: (r.rank, r.model))), notes


def overall_row(
    snapshot: Snapshot, model: str, figures: tuple[Performance, Ranking, int], cost: Cost | None
) -> OverallRow:
    """Return a row."""
    performance, ranking, n = figures
    interval, definition = performance.interval, snapshot.models[model]
    return OverallRow(
        rank=int(ranking.rank[n]),
        rank_interval=(int(ranking.low[n]), int(ranking.high[n])),
        model=model,
        name=definition.name,
        performance=float(interval.estimate[n]),
        interval=(float(interval.low[n]), float(interval.high[n])),
        observed=int(performance.observed[n]),
        imputed=float(performance.imputed[n]),
        cost=cost,
        sample=definition.sample,
    )


def expected_costs(scores: Scores, attempts: pl.DataFrame) -> tuple[dict[str, Cost], list[str]]:
    """Return what a run of a problem costs each model, over the benchmarks that have a cost."""
    amounts = mean_costs(scores, attempts)
    priced = np.asarray(~np.isnan(amounts).all(0))
    if not priced.any():
        return {}, []
    notes = []
    if not priced.all():
        without = [b for b, known in zip(scores.benchmarks, priced, strict=True) if not known]
        notes.append(f"costs leave out benchmarks without any: {listed(without)}")
    problems = np.bincount(scores.benchmark)[priced]
    try:
        found = expected_cost(amounts[:, priced], problems)
    except (FitError, ValueError) as why:
        return {}, [*notes, f"no expected costs: {why}"]
    figures = zip(found.model, found.amount, found.imputed, strict=True)
    return {scores.models[n]: Cost(float(usd), float(share)) for n, usd, share in figures}, notes


def mean_costs(scores: Scores, attempts: pl.DataFrame) -> NDArray[np.float64]:
    """(models, benchmarks) mean cost of an attempt in US dollars; NaN where free or unknown."""
    import polars as pl

    rows = {name: n for n, name in enumerate(scores.models)}
    columns = {name: n for n, name in enumerate(scores.benchmarks)}
    means = attempts.group_by("model", "benchmark").agg(pl.col("cost_usd").mean()).drop_nulls()
    amounts = np.full((len(rows), len(columns)), np.nan)
    for model, benchmark, usd in means.rows():
        if model in rows and benchmark in columns and usd > 0:
            amounts[rows[model], columns[benchmark]] = usd
    return amounts


def listed(names: Sequence[str], most: int = 10) -> str:
    """Write a list of names, cut where it grows long."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
