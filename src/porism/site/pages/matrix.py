"""Every model's score on every benchmark; a reader's browser can count it otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from porism.look.figures import day, known_day, percent
from porism.report.board import BoardRow
from porism.site import address
from porism.site.pages.benchmark import recount, title
from porism.site.pages.claims import cited
from porism.site.source import Place, Source
from porism.site.table import Column, Item, Row, Table, share

MODEL = Column("model", "Model", "text")
MEAN = Column(
    "mean",
    "Mean, %",
    about="Of the benchmarks that the model was put to, each alike. They are not the same ones for "
    "every model: overall standings compare better.",
)
EXPOSED = "exposed"
"""Marks what a model may have seen in training."""


def matrix(source: Source) -> Table:
    """Return a row a model and a column a benchmark."""
    places = [p for p in source.places if p in source.boards and source.boards[p].rows]
    found = {(row.model, p): row for p in places for row in source.boards[p].rows}
    ranked = [row.model for row in source.overall.rows]
    models = [*ranked, *sorted({m for m, _ in found} - set(ranked))]
    columns = MODEL, MEAN, *(benchmark_column(source, place) for place in places)
    rows = tuple(
        model_row(source, m, {p: found[m, p] for p in places if (m, p) in found}, places)
        for m in models
    )
    return Table("scores", "Scores on every benchmark, %", columns, rows)


def benchmark_column(source: Source, place: Place) -> Column:
    """Return the column of a benchmark."""
    benchmark = source.benchmarks[place[0]]
    return Column(
        f"b-{'~'.join(filter(None, place))}",
        title(benchmark, place[1]),
        about=f"Published {known_day(benchmark.published)}.",
        facts={"published": day(benchmark.published) if benchmark.published else ""},
    )


def model_row(
    source: Source, model: str, found: Mapping[Place, BoardRow], places: Sequence[Place]
) -> Row:
    """Return what a model scored, and the mean of it."""
    definition = source.models[model]
    scores = [row.score for row in found.values() if row.score is not None]
    mean = fmean(scores) if scores else None
    items = (
        Item(definition.name, address.model_page(model)),
        Item(percent(mean), value=mean, note=f"of {len(scores)}"),
        *(cell(source, found.get(p), p) for p in places),
    )
    return Row(items, facts={"released": day(definition.released)} if definition.released else {})


def cell(source: Source, row: BoardRow | None, place: Place) -> Item:
    """Return what a model scored on a benchmark."""
    if row is None:
        return Item()
    made = share(
        row.score,
        href=f"{address.benchmark_page(*place)}#grid-{row.model}",
        cited=cited(source.claims_on(row.model, place)),
        facts=recount(source.benchmarks[place[0]], row),
    )
    return replace(made, mark=EXPOSED) if row.exposed else made
