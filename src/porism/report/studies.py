"""Studies of the figures themselves: calibration of intervals, ranks, item response theory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from porism.errors import FitError, UserError
from porism.report.overall import connected, live_attempts
from porism.report.scores import Scores, scores_of
from porism.stats.calibration import Calibration, calibrate
from porism.stats.irt import Fit, fit
from porism.stats.irt.ablation import AblationStudy, ablate
from porism.stats.ranks import Ranking, rank_models

if TYPE_CHECKING:
    from porism.report.snapshot import Snapshot

LEAST_RUNS = 4
"""Runs a question that a pair of a model and a benchmark needs to be studied."""


@dataclass(frozen=True, slots=True, eq=False)
class BenchmarkRanks:
    """Ranks on one benchmark.

    Attributes:
        benchmark: which.
        models: (models,) identifiers, in the order of the ranking's arrays.
        ranking: ranks with what the data can tell apart.
    """

    benchmark: str
    models: tuple[str, ...]
    ranking: Ranking


@dataclass(frozen=True, slots=True, eq=False)
class ItemResponse:
    """A fit over all live benchmarks.

    Attributes:
        scores: what was fitted.
        fit: abilities of its models and parameters of its problems.
        notes: which models were left out, and why.
    """

    scores: Scores
    fit: Fit
    notes: tuple[str, ...]


def item_response(snapshot: Snapshot) -> ItemResponse:
    """Fit a two-parameter logistic model to all live benchmarks.

    Raises:
        UserError: there are too few scores.
    """
    scores, notes = live_scores(snapshot)
    with told("fit"):
        return ItemResponse(scores, fit(scores.tally), notes)


def ablation(snapshot: Snapshot, rng: np.random.Generator) -> tuple[Scores, AblationStudy]:
    """Vary form, priors and data of the fit.

    Raises:
        UserError: there are too few scores.
    """
    scores, _ = live_scores(snapshot)
    several = len(scores.benchmarks) > 1
    with told("ablation"):
        code = scores.benchmark if several else None
        return scores, ablate(scores.tally, rng=rng, benchmark=code)


def calibration(
    snapshot: Snapshot, rng: np.random.Generator, simulations: int = 1000
) -> Calibration:
    """Study whether intervals cover what they promise, on the live benchmarks as fitted.

    Every pair of a model and a benchmark takes part whose every question has four runs.

    Raises:
        UserError: there are too few scores, or no such pair.
    Source: "Beyond Benchmarks", App. C.3.
    """
    found = item_response(snapshot)
    pairs = [found.fit.rates()[cells] for cells in whole_pairs(found.scores)]
    if not pairs:
        raise UserError(f"no model has {LEAST_RUNS} runs of every question of a benchmark")
    with told("calibration study"):
        return calibrate(pairs, rng=rng, runs=LEAST_RUNS, simulations=simulations)


def whole_pairs(scores: Scores) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """Yield row and columns of the model-benchmark pairs that have runs enough."""
    for number in range(len(scores.benchmarks)):
        columns = np.flatnonzero(scores.benchmark == number)
        enough = (scores.tally.runs[:, columns] >= LEAST_RUNS).all(1)
        for row in np.flatnonzero(enough):
            yield int(row), columns


def ranks(
    snapshot: Snapshot, rng: np.random.Generator, benchmark: str | None = None
) -> list[BenchmarkRanks]:
    """Rank models on every live benchmark, or on one, by paired permutation tests.

    Raises:
        UserError: a benchmark without scores, or none with any.
    """
    import polars as pl

    attempts, _ = live_attempts(snapshot, deprecated=benchmark is not None)
    names = sorted(set(attempts["benchmark"])) if benchmark is None else [benchmark]
    found = []
    for name in names:
        scores = scores_of(attempts.filter(pl.col("benchmark") == name))
        if scores is not None:
            found.append(BenchmarkRanks(name, scores.models, rank_models(scores.tally, rng=rng)))
    if not found:
        raise UserError(f"no model has a score on {benchmark or 'a live benchmark'}")
    return found


def live_scores(snapshot: Snapshot) -> tuple[Scores, tuple[str, ...]]:
    """Return the scores on all live benchmarks of the models that can be compared."""
    attempts, notes = live_attempts(snapshot, deprecated=False)
    scores = scores_of(attempts)
    if scores is None:
        raise UserError("no live benchmark has a score yet")
    kept, left_out = connected(scores)
    if len(kept.models) < 2:
        raise UserError("no two models share a problem: there is nothing to compare")
    return kept, (*notes, *left_out)


@contextmanager
def told(study: str) -> Iterator[None]:
    """Tell a person what the data cannot carry."""
    try:
        yield
    except (FitError, ValueError) as why:
        raise UserError(f"no {study} of these scores: {why}") from why
