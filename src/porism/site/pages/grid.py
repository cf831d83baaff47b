"""The grid of models and problems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from porism.look.figures import percent
from porism.site import address
from porism.site.page import Link
from porism.site.source import Place, Source

if TYPE_CHECKING:
    import polars as pl

WIDTH = 100
"""Problems in one grid; longer benchmarks have several."""
SHORT = 4
"""Characters of a problem's name that fit above a column."""
LEVELS = 5


class Cell(NamedTuple):
    """A model's attempts at a problem."""

    level: str
    """From 0 to 5: none right to all right; ``none`` where nothing counts."""
    text: str
    href: str


class Head(NamedTuple):
    """A problem, by its name if that is short, else by its place."""

    text: str
    name: str
    href: str


class GridRow(NamedTuple):
    """A model."""

    model: Link
    id: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Some problems of a benchmark, and what each model scored on them."""

    problems: tuple[Head, ...]
    rows: tuple[GridRow, ...]
    first: int
    """Number of the first problem, counted from 1."""
    others: tuple[Link, ...]
    """The grids of the benchmark's other problems, this one included without an address."""


def grid_page(benchmark: str, variant: str, number: int) -> str:
    """Return where a grid is; the first is on the benchmark's page."""
    if number == 0:
        return address.benchmark_page(benchmark, variant)
    return f"{address.board(benchmark, variant)}/grid-{number + 1}.html"


def grids(source: Source, place: Place, models: Sequence[str]) -> Iterator[Grid]:
    """Yield the grids of a benchmark, its models in the given order."""
    benchmark, variant = place
    table = source.cells.filter(benchmark=benchmark, variant=variant)
    tried = set(table["problem"])
    problems = [p for p in source.asked[benchmark] if p in tried]
    pages = range(0, len(problems), WIDTH)
    short = all(len(p) <= SHORT for p in problems)
    cells = cells_of(table, place)
    for number, start in enumerate(pages):
        some = problems[start : start + WIDTH]
        yield Grid(
            problems=tuple(
                Head(
                    p if short else str(start + n),
                    f"Problem {p}",
                    address.problem_page(benchmark, p),
                )
                for n, p in enumerate(some, start=1)
            ),
            rows=tuple(
                GridRow(
                    Link(source.models[m].name, address.model_page(m)),
                    m,
                    tuple(cells.get((m, p)) for p in some),
                )
                for m in models
            ),
            first=start + 1,
            others=tuple(
                Link(
                    f"{first + 1} to {min(first + WIDTH, len(problems))}",
                    "" if n == number else grid_page(benchmark, variant, n),
                )
                for n, first in enumerate(pages)
            ),
        )


def cells_of(table: pl.DataFrame, place: Place) -> dict[tuple[str, str], Cell]:
    """Return what models scored, by model and problem."""
    rows = table.select("model", "problem", "score").iter_rows()
    return {
        (model, problem): Cell(
            level(score),
            percent(score, 0),
            address.attempts_page(*place, problem, model),
        )
        for model, problem, score in rows
    }


def level(score: float | None) -> str:
    """Return how dark a cell is; only no points at all are the lightest, only all the darkest."""
    if score is None:
        return "none"
    if score in {0, 1}:
        return str(int(score * LEVELS))
    return str(min(LEVELS - 1, 1 + int(score * (LEVELS - 1))))
