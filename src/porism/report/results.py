"""Results: what models score on benchmarks, with the outcomes that are no score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import fmean
from typing import TYPE_CHECKING, Literal, NamedTuple

from porism.benchmarks.breakdown import Answered, chance, facets
from porism.core import Benchmark, Outcome, Problem
from porism.errors import UnknownName
from porism.report.standing import GROUP, standing_now
from porism.store import Store
from porism.store.extract import Placed
from porism.store.schema import PICODOLLARS

if TYPE_CHECKING:
    import polars as pl

    from porism.stats import Tally

Facet = Literal["type", "month", "subset", "position", "problem"]


class Group(NamedTuple):
    """What a row of results is about."""

    benchmark: str
    model: str
    variant: str
    value: str = ""
    """The value of the facet by which results are broken down."""


class Remarks(NamedTuple):
    """What a reader of a row should know besides the figures."""

    older: int = 0
    """Attempts under other settings or prompts than the newest, which do not count."""
    unstable: str = ""
    """Why the model is kept out of standings."""
    sample: bool = False
    """Made for trying Porism out: no measurement of anything."""
    imported: bool = False
    """Made elsewhere, as a file says; not asked here."""


@dataclass(frozen=True, slots=True)
class Result:
    """One row."""

    group: Group
    problems: int
    attempts: int
    outcomes: dict[Outcome, int]
    scored: int
    """Attempts that count: graded ones, and those that the policy calls wrong."""
    accuracy: float | None
    low: float | None
    """Lower end of the 95 % interval (pooled normal, about these problems)."""
    high: float | None
    chance: float
    """What guessing would score on average; 0 where there are no choices."""
    output_tokens: float | None
    """Mean over the attempts that report it."""
    cost_usd: Decimal | None
    """All attempts together; ``None`` where any has no known price."""
    retried: int
    """Attempts that needed more than one request."""
    remarks: Remarks


def results(
    store: Store,
    benchmarks: Sequence[str] = (),
    models: Sequence[str] = (),
    by: Facet | None = None,
) -> list[Result]:
    """Return results of models on benchmarks, the best first within each benchmark.

    Args:
        store: where attempts are.
        benchmarks: identifiers or families; all that were ever run without any.
        models: identifiers; all without any.
        by: break down by a facet of the problems.

    Raises:
        UnknownName: the store has no such benchmark or model.
    """
    import polars as pl

    known, marks, definitions = store.benchmarks(), store.unstable(), store.models()
    wanted = set(named("model", models, definitions))
    asked = named_benchmarks(benchmarks, known)
    attempts, problems = standing_now(store, asked if benchmarks else None)
    valid = attempts.filter("valid").with_columns(older=pl.col("stands").not_().sum().over(GROUP))
    current = with_facts(valid.filter("stands"), problems, by)
    found: list[Result] = []
    for (benchmark, model, variant), members in current.group_by(GROUP):
        if wanted and model not in wanted:
            continue
        remarks = Remarks(
            older=members["older"][0],
            unstable=marks.get(model, ""),
            sample=known[benchmark].sample or definitions[model].sample,
            imported=bool((members["origin"] == "imported").all()),
        )
        for (value,), part in members.group_by("value"):
            found.append(summary(Group(benchmark, model, variant, value), part, remarks))
    return sorted(found, key=order)


def order(row: Result) -> tuple[str, str, str, float, str]:
    """Sort benchmarks by name and models by score."""
    best_first = -1.0 if row.accuracy is None else row.accuracy
    return row.group.benchmark, row.group.variant, row.group.value, -best_first, row.group.model


def named(what: str, wanted: Iterable[str], known: Iterable[str]) -> list[str]:
    """Check names against those that exist."""
    names = set(known)
    for name in wanted:
        if name not in names:
            raise UnknownName(what, name, names)
    return list(wanted)


def named_benchmarks(wanted: Sequence[str], known: dict[str, Benchmark]) -> list[str]:
    """Resolve identifiers and families."""
    families = {b.family for b in known.values() if b.family}
    named("benchmark", wanted, {*known, *families})
    return sorted(
        b.id for b in known.values() if not wanted or b.id in wanted or b.family in wanted
    )


def with_facts(
    attempts: pl.DataFrame, problems: Sequence[Placed], by: Facet | None
) -> pl.DataFrame:
    """Add what guessing scores, and the value of a facet; an attempt with two is there twice."""
    import polars as pl

    known = {(p.benchmark, p.problem.id): p.problem for p in problems}
    shown = attempts.select("benchmark", "problem", "choices").unique()
    rows = [
        (*place, value, float(chance(known[place[:2]])))
        for place in shown.rows()
        for value in values(known[place[:2]], place[2], by)
    ]
    schema: dict[str, pl.DataType | type[pl.DataType]] = {
        **shown.schema, "value": pl.String, "chance": pl.Float64,
    }  # fmt: skip
    return attempts.join(pl.DataFrame(rows, schema, orient="row"), on=shown.columns)


def values(problem: Problem, choices: str, by: Facet | None) -> list[str]:
    """Return the values of a facet of an attempt at a problem; one empty one without a facet."""
    if by is None:
        return [""]
    if by == "problem":
        return [problem.id]
    return [value for facet, value in facets(Answered(problem, choices, None)) if facet == by]


def summary(group: Group, attempts: pl.DataFrame, remarks: Remarks) -> Result:
    """Add up the attempts of one row."""
    counted = attempts.drop_nulls("score")
    accuracy, low, high = interval(counted)
    return Result(
        group=group,
        problems=attempts["problem"].n_unique(),
        attempts=attempts.height,
        outcomes=dict(Counter(attempts["outcome"].sort().to_list())),
        scored=counted.height,
        accuracy=accuracy,
        low=low,
        high=high,
        chance=fmean(attempts["chance"]),
        output_tokens=mean(attempts["output_tokens"]),
        cost_usd=total_usd(attempts["picodollars"]),
        retried=int((attempts["retries"] > 0).sum()),
        remarks=remarks,
    )


def mean(values: pl.Series) -> float | None:
    """Return the mean of what is known; ``None`` where nothing is."""
    known = values.drop_nulls()
    return None if known.is_empty() else fmean(known)


def total_usd(picodollars: pl.Series) -> Decimal | None:
    """Add up costs; ``None`` where one is not known."""
    return None if picodollars.has_nulls() else Decimal(picodollars.sum()) / PICODOLLARS


def interval(counted: pl.DataFrame) -> tuple[float | None, float | None, float | None]:
    """Return the mean score and the ends of its 95 % interval.

    The pooled normal interval; Wilson's where all attempts agree, since the other would
    then have no width and look certain.
    """
    from porism.stats import pooled_normal, wilson

    if counted.is_empty():
        return None, None, None
    tally = tally_of(counted)
    found = pooled_normal(tally)
    if float(found.estimate) in {0.0, 1.0}:
        found = wilson(tally)
    return float(found.estimate), float(found.low), float(found.high)


def tally_of(counted: pl.DataFrame) -> Tally:
    """Add up scores by problem."""
    from porism.report.scores import SUMS, summed
    from porism.stats import Tally

    sums = summed(counted, "problem").sort("problem")
    return Tally(*(sums[name].to_numpy() for name in SUMS))
