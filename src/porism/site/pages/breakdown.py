"""What models score on the parts of a benchmark: categories, months, subsets, positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from porism.core import MultipleChoice
from porism.site import address
from porism.site.problems import Asked
from porism.site.source import Place, Source
from porism.site.table import Column, Item, Row, Table, share

if TYPE_CHECKING:
    import polars as pl

FACETS = {
    "category": "By category",
    "month": "By month in which the problem was published",
    "subset": "By subset",
    "position": "By place of the right answer among the choices",
}
MOST_VALUES = 40


def breakdowns(source: Source, place: Place, models: Sequence[str]) -> Iterator[Table]:
    """Yield a table for every facet that divides the benchmark."""
    import polars as pl

    benchmark, variant = place
    attempts = source.attempts.filter(
        "stands", pl.col("score").is_not_null(), benchmark=benchmark, variant=variant
    )
    asked = source.asked[benchmark]
    for facet, caption in FACETS.items():
        divided = parts(attempts, facet, asked)
        values = sorted(set(divided["part"]))
        if 1 < len(values) <= MOST_VALUES:
            yield table(source, divided, (facet, caption, values), models)


def parts(attempts: pl.DataFrame, facet: str, asked: dict[str, Asked]) -> pl.DataFrame:
    """Return attempts with the part that each belongs to; one of two categories is twice there."""
    import polars as pl

    if facet == "position":
        pairs = [
            (problem, order, label)
            for problem, order in attempts.select("problem", "choices").unique().rows()
            for label in position(asked[problem], order or "")
        ]
        known = pl.DataFrame(
            pairs, {"problem": pl.String, "choices": pl.String, "part": pl.String}, orient="row"
        )
        return attempts.join(known, on=["problem", "choices"], nulls_equal=True)
    rows = [(a.id, value) for a in asked.values() for value in values_of(a, facet) if value]
    named = pl.DataFrame(rows, {"problem": pl.String, "part": pl.String}, orient="row")
    return attempts.join(named, on="problem")


def values_of(asked: Asked, facet: str) -> Sequence[str]:
    """Return the parts that a problem belongs to."""
    match facet:
        case "category":
            return asked.types
        case "month":
            return [asked.month]
        case _:
            return [asked.subset]


def position(asked: Asked, order: str) -> list[str]:
    """Return the label of the right choice, where there is one that can be told."""
    if not isinstance(asked.reference, MultipleChoice):
        return []
    return [label for label in [asked.answer(order)] if label]


def table(
    source: Source,
    divided: pl.DataFrame,
    facet: tuple[str, str, Sequence[str]],
    models: Sequence[str],
) -> Table:
    """Return a row a model and a column a part."""
    import polars as pl

    name, caption, values = facet
    means = divided.group_by("model", "part").agg(pl.col("score").mean(), pl.len())
    found = {(model, part): (score, n) for model, part, score, n in means.rows()}
    sizes = dict(divided.group_by("part").agg(pl.col("problem").n_unique()).rows())
    columns = (
        Column("model", "Model", "text"),
        *(Column(f"v{n}", f"{v} ({sizes[v]})") for n, v in enumerate(values)),
    )
    rows = tuple(
        Row(
            (
                Item(source.models[m].name, address.model_page(m)),
                *(share(found[m, v][0]) if (m, v) in found else Item() for v in values),
            )
        )
        for m in models
        if any((m, v) in found for v in values)
    )
    return Table(name, caption, columns, rows)
