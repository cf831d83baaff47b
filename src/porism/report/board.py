"""The leaderboard of one benchmark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from porism.core import Outcome
from porism.errors import UnknownName
from porism.report.claims import held_back
from porism.report.ranking import RankRange, rank_ranges
from porism.report.scores import Scores, scores_of, standing

if TYPE_CHECKING:
    import polars as pl

    from porism.report.snapshot import Snapshot

Ends = tuple[float, float]


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A model on a benchmark."""

    rank: int | None
    """By score, equal scores share the better rank; nothing for a model out of standings."""
    rank_interval: tuple[int, int] | None
    """Ranks that the data allow, for all models at once at 95 %."""
    tied_with: tuple[str, ...]
    """Models that are statistically tied with it, the best first."""
    model: str
    name: str
    score: float | None
    """Mean over all runs, in [0, 1]."""
    these_problems: Ends | None
    """95 % interval for running the very same problems again: the pooled normal one, or
    Wilson's where all runs are right or all are wrong."""
    problems_like_these: Ends | None
    """95 % interval for new problems of the same kind: the hierarchical one."""
    problems: int
    attempts: int
    scored: int
    """Attempts that count: graded ones, and those that the policy calls wrong."""
    outcomes: dict[Outcome, int]
    cost_usd: float | None
    """Mean of an attempt with a known price."""
    output_tokens: float | None
    """Mean of an attempt that reports them."""
    exposed: float | None
    """Share of the problems that were public before the model's release: it may have seen
    them in training. Nothing where the release is not known."""
    unstable: str
    """Why the model is kept out of standings."""
    sample: bool
    deprecated: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The leaderboard of a benchmark, or of one of its variants."""

    benchmark: str
    variant: str
    name: str
    problems: int
    """Problems that any model has a standing attempt at."""
    chance: float
    """What guessing would score on average; 0 where there are no choices."""
    sample: bool
    deprecated: bool
    rows: tuple[BoardRow, ...]
    held_back: dict[str, str]
    """Models with results here that are not to be published yet, with the reason."""


def boards(
    snapshot: Snapshot, benchmarks: Sequence[str] = (), *, deprecated: bool = False
) -> list[Board]:
    """Return the leaderboards of benchmarks, the best model first in each.

    Args:
        snapshot: what to read.
        benchmarks: identifiers or families; all that have attempts without any. One that is
            named is shown also if it is deprecated.
        deprecated: show deprecated models and benchmarks.

    Raises:
        UnknownName: the snapshot has no such benchmark.
    """
    wanted, held = named(snapshot, benchmarks), held_back(snapshot)
    pairs = snapshot.attempts.select("benchmark", "variant").unique().sort("benchmark", "variant")
    return [
        board(snapshot, benchmark, variant, held, deprecated=deprecated)
        for benchmark, variant in pairs.rows()
        if benchmark in wanted
        and (benchmarks or deprecated or snapshot.benchmarks[benchmark].status == "active")
    ]


def named(snapshot: Snapshot, wanted: Sequence[str]) -> set[str]:
    """Resolve identifiers and families of benchmarks."""
    families = {b.family for b in snapshot.benchmarks.values() if b.family}
    for name in wanted:
        if name not in snapshot.benchmarks and name not in families:
            raise UnknownName("benchmark", name, {*snapshot.benchmarks, *families})
    return {
        b.id
        for b in snapshot.benchmarks.values()
        if not wanted or b.id in wanted or b.family in wanted
    }


def board(
    snapshot: Snapshot, benchmark: str, variant: str, held: Mapping[str, str], *, deprecated: bool
) -> Board:
    """Return one leaderboard, without the models that are held back."""
    import polars as pl

    definition = snapshot.benchmarks[benchmark]
    hidden = [m.id for m in snapshot.models.values() if m.status == "deprecated" and not deprecated]
    everyone = standing(snapshot, variant).filter(
        (pl.col("benchmark") == benchmark) & pl.col("model").is_in(hidden).not_()
    )
    attempts = everyone.filter(pl.col("model").is_in(list(held)).not_())
    asked = attempts.join(
        snapshot.problems.select("benchmark", "problem", "published", "chance"),
        on=["benchmark", "problem"],
    )
    scores = scores_of(attempts)
    figures = intervals(scores)
    sums = summed(asked, snapshot.model_table).to_dicts()
    rows = [row_of(one, figures.get(one["model"]), snapshot) for one in sums]
    chances = asked.unique("problem")["chance"].to_list()
    return Board(
        benchmark=benchmark,
        variant=variant,
        name=definition.name,
        problems=len(chances),
        chance=fmean(chances) if chances else 0.0,
        sample=definition.sample,
        deprecated=definition.status == "deprecated",
        rows=ranked(rows, scores),
        held_back={model: held[model] for model in sorted(held.keys() & set(everyone["model"]))},
    )


class Figures(NamedTuple):
    """A score with its two intervals."""

    score: float
    these_problems: Ends
    problems_like_these: Ends


def intervals(scores: Scores | None) -> dict[str, Figures]:
    """Return the figures of every model that has a score."""
    import numpy as np

    from porism.stats import pooled_normal, wilson
    from porism.stats.beta_binomial import hierarchical

    if scores is None:
        return {}
    normal, careful = pooled_normal(scores.tally), wilson(scores.tally)
    edge = (normal.estimate == 0) | (normal.estimate == 1)
    low = np.where(edge, careful.low, normal.low)
    high = np.where(edge, careful.high, normal.high)
    fresh = hierarchical(scores.tally)
    return {
        model: Figures(
            float(normal.estimate[n]),
            (float(low[n]), float(high[n])),
            (float(fresh.low[n]), float(fresh.high[n])),
        )
        for n, model in enumerate(scores.models)
    }


def summed(asked: pl.DataFrame, models: pl.DataFrame) -> pl.DataFrame:
    """Add up each model's attempts."""
    import polars as pl

    first = pl.col("problem").is_first_distinct()
    return (
        asked.join(models.select("model", "released"), on="model")
        .group_by("model")
        .agg(
            problems=pl.col("problem").n_unique(),
            attempts=pl.len(),
            scored=pl.col("score").count(),
            outcomes=pl.col("outcome").sort(),
            cost_usd=pl.col("cost_usd").mean(),
            output_tokens=pl.col("output_tokens").mean(),
            exposed=(pl.col("released") > pl.col("published")).filter(first).mean(),
        )
        .sort("model")
    )


def row_of(sums: Mapping[str, Any], figures: Figures | None, snapshot: Snapshot) -> BoardRow:
    """Return a row that has no rank yet."""
    model = snapshot.models[sums["model"]]
    score, these, like = figures or (None, None, None)
    return BoardRow(
        rank=None,
        rank_interval=None,
        tied_with=(),
        model=model.id,
        name=model.name,
        score=score,
        these_problems=these,
        problems_like_these=like,
        problems=sums["problems"],
        attempts=sums["attempts"],
        scored=sums["scored"],
        outcomes=dict(Counter(sums["outcomes"])),
        cost_usd=sums["cost_usd"],
        output_tokens=sums["output_tokens"],
        exposed=sums["exposed"],
        unstable=snapshot.unstable.get(model.id, ""),
        sample=model.sample,
        deprecated=model.status == "deprecated",
    )


def ranked(rows: Sequence[BoardRow], scores: Scores | None) -> tuple[BoardRow, ...]:
    """Sort rows by score and number those that are in standings."""
    best = sorted(rows, key=lambda r: (r.score is None, -(r.score or 0), r.model))
    counted = {r.model: r.score for r in best if r.score is not None and not r.unstable}
    ranges = rank_ranges(scores, counted) if scores else {}
    return tuple(
        numbered(row, counted, ranges[row.model]) if row.model in counted else row for row in best
    )


def numbered(row: BoardRow, counted: Mapping[str, float], found: RankRange) -> BoardRow:
    """Give a row its rank among the scores that count; the interval always holds it."""
    rank = 1 + sum(score > counted[row.model] + 1e-12 for score in counted.values())
    interval = min(rank, found.low), max(rank, found.high)
    return replace(row, rank=rank, rank_interval=interval, tied_with=found.tied_with)
