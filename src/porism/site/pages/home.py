"""The home page: overall standings, charts, benchmarks, what changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from porism.core import Model
from porism.look.figures import NOTHING, count, day, dollars, known_day, percent, plural
from porism.report.overall import Overall, OverallRow
from porism.site import address
from porism.site.changes import Change
from porism.site.page import Page
from porism.site.pages.benchmark import KINDS, title
from porism.site.pages.charts import Drawing
from porism.site.pages.matrix import matrix
from porism.site.source import Source
from porism.site.table import Column, Item, Row, Table, share


@dataclass(frozen=True, slots=True)
class HomeView:
    """The standings of the day."""

    as_of: datetime
    notes: tuple[str, ...]
    """What a reader of the overall standings should know."""
    sample: bool
    standings: Table
    matrix: Table
    exposed: bool
    """Whether a figure of it is marked for what the model may have seen."""
    benchmarks: Table
    charts: tuple[Drawing, ...]
    changes: tuple[Change, ...]
    since: datetime | None
    counts: tuple[str, ...]


STANDINGS = (
    Column("rank", "Rank"),
    Column("model", "Model", "text"),
    Column("performance", "Expected performance, %", about="Mean chance of success over all live "
           "problems by item response theory, with its 95 % interval."),
    Column("ranks", "Ranks the data allow", about="For all models at once, at 95 %."),
    Column("imputed", "Imputed, %", about="Share of the live problems that the model was not run "
           "on: there its success is predicted."),
    Column("cost", "Cost of a problem", about="Expected US dollars for one attempt."),
    Column("tokens", "Output tokens", about="Mean of an attempt."),
    Column("weights", "Weights", "text"),
    Column("released", "Released"),
    Column("developer", "Developer", "text", shown=False),
)  # fmt: skip


def home_page(
    source: Source,
    charts: tuple[Drawing, ...],
    changes: Sequence[Change],
    since: datetime | None,
) -> Page:
    """Return the page.

    Args:
        source: the snapshot.
        charts: of the overall standings.
        changes: what changed since an earlier one.
        since: when that one was taken.
    """
    found = source.overall
    shown = [source.benchmarks[b] for b, _ in source.places]
    sample = bool(shown) and all(b.sample for b in shown)
    view = HomeView(
        as_of=source.snapshot.manifest.as_of,
        notes=(*found.notes, *(held_back(source.models[m].name) for m in source.held_back)),
        sample=sample,
        standings=standings(source, found),
        matrix=matrix(source),
        exposed=any(row.exposed for board in source.boards.values() for row in board.rows),
        benchmarks=benchmark_list(source),
        charts=charts,
        changes=tuple(changes),
        since=since,
        counts=(
            plural(source.attempts["model"].n_unique(), "model"),
            plural(len({b for b, _ in source.places}), "benchmark"),
            plural(source.cells.select("benchmark", "problem").unique().height, "problem"),
            plural(source.attempts.height, "attempt"),
        ),
    )
    return Page(address.HOME, "home.html", "Standings", view, sample=sample)


def held_back(model: str) -> str:
    """Say that a model is missing, without what was measured of it."""
    return f"{model} is held back, as what was measured of it differs from a claim"


def standings(source: Source, found: Overall) -> Table:
    """Return the overall standings."""
    rows = tuple(standing(source, row) for row in found.rows)
    return Table("overall", "Overall standings", STANDINGS, rows).dense()


def standing(source: Source, row: OverallRow) -> Row:
    """Return a model's standing."""
    model, page = source.models[row.model], address.model_page(row.model)
    tokens = source.tokens.get(row.model)
    cost = row.cost
    imputed = "in part predicted" if row.imputed else ""
    partly = f"predicted for {percent(cost.imputed, 0)} %" if cost and cost.imputed else ""
    return Row(
        (
            Item(str(row.rank), value=row.rank),
            Item(row.name, page, note="sample" if row.sample else ""),
            share(row.performance, row.interval, page),
            Item("{}–{}".format(*row.rank_interval), value=row.rank_interval[0]),
            Item(percent(row.imputed, 0), value=row.imputed, note=imputed),
            Item(
                dollars(cost.usd if cost else None), value=cost.usd if cost else None, note=partly
            ),
            Item(count(tokens), value=tokens),
            Item(weights(model)),
            Item(day(model.released)),
            Item(model.developer or "–"),
        ),
        f"model-{row.model}",
    )


def weights(model: Model) -> str:
    """Tell whether anyone can run a model; of recorded answers it is not known."""
    if model.open_weights:
        return "open"
    return NOTHING if model.endpoint.protocol in {"replay", "fake"} else "closed"


BENCHMARKS = (
    Column("benchmark", "Benchmark", "text"),
    Column("kind", "Asks for", "text"),
    Column("published", "Published"),
    Column("problems", "Problems"),
    Column("models", "Models"),
    Column("best", "Best", "text"),
    Column("score", "Best score, %"),
    Column("status", "Status", "text"),
)


def benchmark_list(source: Source) -> Table:
    """Return a row a benchmark."""
    rows = []
    for place, board in source.boards.items():
        benchmark, best = source.benchmarks[place[0]], board.rows[0] if board.rows else None
        notes = ("sample" if benchmark.sample else "", "withheld" if benchmark.withheld else "")
        rows.append(
            Row(
                (
                    Item(
                        title(benchmark, place[1]),
                        address.benchmark_page(*place),
                        note=", ".join(filter(None, notes)),
                    ),
                    Item(KINDS[benchmark.kind]),
                    Item(known_day(benchmark.published)),
                    Item(count(board.problems), value=board.problems),
                    Item(count(len(board.rows)), value=len(board.rows)),
                    Item(best.name, address.model_page(best.model)) if best else Item(),
                    share(best.score) if best else Item(),
                    Item(benchmark.status),
                )
            )
        )
    return Table("benchmarks", "Benchmarks", BENCHMARKS, tuple(rows))
