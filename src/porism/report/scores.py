"""From a snapshot to arrays: models by problems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from porism.stats import Tally

if TYPE_CHECKING:
    import polars as pl

    from porism.report.snapshot import Snapshot


SUMS = ("runs", "total", "squares")
"""What a tally is made of."""


@dataclass(frozen=True, eq=False)
class Scores:
    """The attempts that take part in standings and have a score.

    Attributes:
        models: identifiers of the rows.
        problems: (benchmark, problem) of the columns.
        benchmarks: identifiers of the benchmarks, in the order of the columns.
        benchmark: (problems,) number of each column's benchmark.
        tally: (models, problems) sums of their scores.
    """

    models: tuple[str, ...]
    problems: tuple[tuple[str, str], ...]
    benchmarks: tuple[str, ...]
    benchmark: NDArray[np.intp]
    tally: Tally

    def part(self, models: NDArray[np.bool_], problems: NDArray[np.bool_]) -> Scores:
        """Return some rows and columns; every row that is kept must have a score in them."""
        columns = np.flatnonzero(problems)
        tally = Tally(self.tally.runs[models], self.tally.total[models], self.tally.squares[models])
        names = [self.problems[n] for n in columns]
        rows = tuple(self.models[n] for n in np.flatnonzero(models))
        return _labelled(rows, names, tally.questions(columns))


def standing(snapshot: Snapshot, variant: str = "") -> pl.DataFrame:
    """Return the attempts that take part in standings, of one variant."""
    import polars as pl

    return snapshot.attempts.filter(pl.col("stands") & (pl.col("variant") == variant))


def summed(scored: pl.DataFrame, *by: str) -> pl.DataFrame:
    """Add up what attempts scored: how many, their sum, and that of squares, as floats."""
    import polars as pl

    score = pl.col("score")
    return scored.group_by(by).agg(
        runs=pl.len().cast(pl.Float64), total=score.sum(), squares=(score**2).sum()
    )


def scores_of(attempts: pl.DataFrame, models: Sequence[str] | None = None) -> Scores | None:
    """Add up attempts by model and problem.

    Args:
        attempts: as :func:`standing` gives them.
        models: whose; all that have a score without it.

    Returns:
        ``None`` where no attempt has a score.
    """
    import polars as pl

    known = attempts.drop_nulls("score")
    if models is not None:
        known = known.filter(pl.col("model").is_in(list(models)))
    if known.is_empty():
        return None
    cells = summed(known, "model", "benchmark", "problem")
    rows = cells.select("model").unique().sort("model").with_row_index("row")
    columns = cells.select("benchmark", "problem").unique().sort("benchmark", "problem")
    cells = cells.join(rows, on="model").join(
        columns.with_row_index("column"), on=["benchmark", "problem"]
    )
    shape = rows.height, columns.height
    place = cells["row"].to_numpy().astype(np.intp), cells["column"].to_numpy().astype(np.intp)
    sums = {}
    for name in SUMS:
        sums[name] = np.zeros(shape)
        sums[name][place] = cells[name].to_numpy()
    return _labelled(tuple(rows["model"]), columns.rows(), Tally(**sums))


def _labelled(models: tuple[str, ...], problems: Sequence[tuple[str, str]], tally: Tally) -> Scores:
    benchmarks = tuple(dict.fromkeys(benchmark for benchmark, _ in problems))
    code = {name: n for n, name in enumerate(benchmarks)}
    numbers = np.array([code[benchmark] for benchmark, _ in problems], dtype=np.intp)
    return Scores(models, tuple(problems), benchmarks, numbers, tally)
