"""The page of a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from porism.core import Model, Settings
from porism.look.figures import count, day, dollars, known_day, percent
from porism.report.board import BoardRow
from porism.report.overall import OverallRow
from porism.site import address
from porism.site.page import Link, Page
from porism.site.pages.benchmark import remark, title
from porism.site.pages.claims import cited, claim_table
from porism.site.source import Place, Source
from porism.site.table import Column, Item, Row, Table, share

MOST_SURPRISES = 8
LEAST_GAP = 0.25


class Mark(NamedTuple):
    """What was said of a model's endpoint."""

    mark: str
    reason: str
    by: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class ModelView:
    """A model with its results everywhere."""

    id: str
    name: str
    overall: OverallRow | None
    models: int
    """How many models the overall rank is among."""
    status: str
    unstable: str
    held_back: bool
    facts: tuple[tuple[str, str, str], ...]
    results: Table
    claims: Table
    surprises: tuple[Table, ...]
    marks: tuple[Mark, ...]
    others: tuple[Link, ...]


RESULTS = (
    Column("benchmark", "Benchmark", "text"),
    Column("score", "Score, %", about="The interval is for running these very problems again."),
    Column("rank", "Rank"),
    Column("attempts", "Attempts", about="Those that count, of all there are."),
    Column("cost", "Cost of an attempt"),
    Column("tokens", "Output tokens"),
    Column("published", "Published"),
)
SURPRISES = (
    Column("problem", "Problem", "text"),
    Column("own", "This model, %"),
    Column("others", "Others, %"),
)


def model_pages(source: Source, pairs: dict[str, list[str]]) -> Iterator[Page]:
    """Yield the pages of all models.

    Args:
        source: the snapshot.
        pairs: with which others each model is compared.
    """
    rows = {row.model: row for row in source.overall.rows}
    boards: dict[str, list[tuple[Place, BoardRow]]] = {name: [] for name in source.models}
    for place, board in source.boards.items():
        for row in board.rows:
            boards[row.model].append((place, row))
    surprises = surprises_of(source)
    marks = marks_of(source)
    for model in source.models.values():
        view = ModelView(
            id=model.id,
            name=model.name,
            overall=rows.get(model.id),
            models=len(rows),
            status=model.status,
            unstable=source.snapshot.unstable.get(model.id, ""),
            held_back=model.id in source.held_back,
            facts=tuple(facts(model)),
            results=results(source, boards[model.id]),
            claims=claim_table(source, source.claims.get(model.id, [])),
            surprises=surprises.get(model.id, ()),
            marks=marks.get(model.id, ()),
            others=tuple(
                Link(source.models[other].name, address.pair_page(model.id, other))
                for other in pairs.get(model.id, [])
            ),
        )
        yield Page(
            address.model_page(model.id), "model.html", model.name, view, sample=model.sample
        )


def facts(model: Model) -> Iterator[tuple[str, str, str]]:
    """Yield what is known of a model: name, value and address."""
    if model.developer:
        yield "Developer", model.developer, ""
    yield "Released", known_day(model.released), ""
    if model.endpoint.protocol == "replay":
        yield "Recorded answers", model.endpoint.model, ""
    else:
        yield "Weights", "open" if model.open_weights else "closed", ""
        yield "Endpoint", f"{model.endpoint.model} ({model.endpoint.protocol})", ""
    yield "Solver", model.solver, ""
    for name, value in settings(model.settings):
        yield name, value, ""
    if model.price:
        rates = f"{dollars(float(model.price.input))} in, {dollars(float(model.price.output))} out"
        dated = f", as of {day(model.price.as_of)}" if model.price.as_of else ""
        yield "Price of a million tokens", rates + dated, address.web(model.price.source)
    if address.web(model.source):
        yield "Source", model.source, model.source


def settings(asked: Settings) -> Iterator[tuple[str, str]]:
    """Yield what is asked of the endpoint; the rest is the provider's own default."""
    names = {
        "temperature": "Temperature", "top_p": "Top p", "max_tokens": "Most output tokens",
        "reasoning_effort": "Reasoning effort", "reasoning_budget": "Reasoning budget",
    }  # fmt: skip
    for name, words in names.items():
        value = getattr(asked, name)
        if value is not None:
            yield words, count(value) if isinstance(value, int) else str(value)
    for key, value in asked.extra_body.items():
        yield key, str(value)


def results(source: Source, found: Sequence[tuple[Place, BoardRow]]) -> Table:
    """Return a model's results on every benchmark."""
    rows = tuple(result(source, *one) for one in found)
    return Table("results", "Results", RESULTS, rows).dense()


def result(source: Source, place: Place, row: BoardRow) -> Row:
    """Return a model's result on one benchmark."""
    benchmark, page = source.benchmarks[place[0]], address.benchmark_page(*place)
    ranked = sum(other.rank is not None for other in source.boards[place].rows)
    said = "sample" if benchmark.sample else remark(row)
    return Row(
        (
            Item(title(benchmark, place[1]), page, note=said),
            share(
                row.score,
                row.these_problems,
                f"{page}#grid-{row.model}",
                cited=cited(source.claims_on(row.model, place)),
            ),
            Item("–" if row.rank is None else f"{row.rank} of {ranked}", value=row.rank or 10**6),
            Item(f"{row.scored:,} of {row.attempts:,}", value=row.scored),
            Item(dollars(row.cost_usd), value=row.cost_usd),
            Item(count(row.output_tokens), value=row.output_tokens),
            Item(known_day(benchmark.published)),
        ),
        f"on-{place[0]}",
    )


def surprises_of(source: Source) -> dict[str, tuple[Table, ...]]:
    """Return the problems on which each model did much better or worse than the others did."""
    import polars as pl

    place = ("benchmark", "variant", "problem")
    known = source.cells.drop_nulls("score").with_columns(
        others=(pl.col("score").sum().over(place) - pl.col("score"))
        / (pl.len().over(place) - 1).replace(0, None),
    )
    gap = pl.col("score") - pl.col("others")
    found: dict[str, tuple[Table, ...]] = {}
    for key, caption, size in (
        ("better", "Much better than the others", gap),
        ("worse", "Much worse than the others", -gap),
    ):
        apart = known.with_columns(size=size).filter(pl.col("size") > LEAST_GAP)
        most = apart.sort(-pl.col("size"), *place).group_by("model", maintain_order=True)
        chosen = most.head(MOST_SURPRISES).rows_by_key("model", named=True, include_key=True)
        for model, rows in chosen.items():
            shown = Table(key, caption, SURPRISES, tuple(surprise(source, row) for row in rows))
            found[model] = (*found.get(model, ()), shown)
    return found


def surprise(source: Source, row: dict[str, object]) -> Row:
    """Return one such problem."""
    benchmark, variant, problem = (str(row[k]) for k in ("benchmark", "variant", "problem"))
    page = address.attempts_page(benchmark, variant, problem, str(row["model"]))
    where = title(source.benchmarks[benchmark], variant)
    return Row(
        (
            Item(problem, address.problem_page(benchmark, problem), note=where),
            Item(percent(float(str(row["score"])), 0), page),
            Item(percent(float(str(row["others"])), 0)),
        )
    )


def marks_of(source: Source) -> dict[str, tuple[Mark, ...]]:
    """Return what was said of endpoints, by model."""
    table = source.evidence.table("marks")
    found: dict[str, tuple[Mark, ...]] = {}
    for model, *said in () if table is None else table.rows():
        found[model] = (*found.get(model, ()), Mark(*said))
    return found
