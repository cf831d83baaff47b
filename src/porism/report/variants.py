"""Variants of a benchmark against each other: what another protocol does to scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from porism.report.results import named, named_benchmarks
from porism.report.scores import Scores, scores_of
from porism.report.standing import standing_now
from porism.store import Store

if TYPE_CHECKING:
    import polars as pl

SEED = 0
PLAIN = "plain"
"""What the benchmark's own protocol is called beside its variants."""


@dataclass(frozen=True, slots=True)
class VariantEffect:
    """One variant less another, by one model on the problems that both asked."""

    benchmark: str
    model: str
    variant: str
    against: str
    problems: int
    """Asked in both."""
    score: float
    """Mean of the variant on these problems."""
    score_against: float
    difference: float
    """In score units within [-1, 1]; above 0 the variant is easier."""
    low: float
    """Lower end of the 95 % interval for problems like these."""
    high: float
    p_value: float
    """Two-sided, of the paired sign-flip test."""
    p_adjusted: float
    """The same, honest about how many comparisons the benchmark has (Holm)."""


def variant_effects(
    store: Store, benchmarks: Sequence[str] = (), models: Sequence[str] = ()
) -> list[VariantEffect]:
    """Compare the variants of benchmarks pairwise, each model with itself, paired by problem.

    The first variant of a pair stands later in the definition; what is compared is the mean
    score of its standing attempts at a problem.

    Args:
        store: where attempts are.
        benchmarks: identifiers or families; all that were ever run without any.
        models: identifiers; all without any.

    Raises:
        UnknownName: the store has no such benchmark or model.
    Source: Miller (2024), "Adding error bars to evals", for paired differences.
    """
    import polars as pl

    known = store.benchmarks()
    wanted = set(named("model", models, store.models()))
    asked = named_benchmarks(benchmarks, known)
    attempts, _ = standing_now(store, asked if benchmarks else None)
    current = attempts.filter("valid", "stands")
    found: list[VariantEffect] = []
    for benchmark in asked:
        order = ["", *(variant.name for variant in known[benchmark].variants)]
        here = current.filter(pl.col("benchmark") == benchmark)
        rows: list[VariantEffect] = []
        for (model,), members in sorted(here.group_by("model"), key=lambda group: group[0]):
            if not wanted or model in wanted:
                rows += effects(benchmark, str(model), members, order)
        found += adjusted(rows)
    return found


def effects(
    benchmark: str, model: str, attempts: pl.DataFrame, order: Sequence[str]
) -> Iterator[VariantEffect]:
    """Compare one model's variants pairwise, in the order of their definition."""
    import polars as pl

    scores = scores_of(attempts.with_columns(model=pl.col("variant").cast(pl.String)))
    if scores is None:
        return
    places = {name: place for place, name in enumerate(order)}
    variants = sorted(scores.models, key=lambda name: (places.get(name, len(places)), name))
    for against, variant in combinations(variants, 2):
        row = effect(scores, variant, against)
        if row is not None:
            yield replace(row, benchmark=benchmark, model=model)


def effect(scores: Scores, variant: str, against: str) -> VariantEffect | None:
    """Compare two variants; nothing where no problem was asked in both."""
    import numpy as np

    from porism.stats.comparison import compare

    pair = scores.models.index(variant), scores.models.index(against)
    tally = scores.tally
    shared = tally.asked[pair[0]] & tally.asked[pair[1]]
    if not shared.any():
        return None
    found = compare(tally, pair, rng=np.random.default_rng(SEED))
    first, second = (float((tally.total[n][shared] / tally.runs[n][shared]).mean()) for n in pair)
    return VariantEffect(
        benchmark="",
        model="",
        variant=variant or PLAIN,
        against=against or PLAIN,
        problems=found.questions,
        score=first,
        score_against=second,
        difference=float(found.interval.estimate),
        low=float(found.interval.low),
        high=float(found.interval.high),
        p_value=found.p_value,
        p_adjusted=found.p_value,
    )


def adjusted(rows: Sequence[VariantEffect]) -> list[VariantEffect]:
    """Adjust the p-values of one benchmark for how many there are."""
    from porism.stats.multiplicity import adjust

    if not rows:
        return []
    honest = adjust([row.p_value for row in rows])
    return [replace(row, p_adjusted=float(p)) for row, p in zip(rows, honest, strict=True)]
