"""Whether models may have seen the problems of a benchmark, and what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass

from porism.core import Benchmark
from porism.look.figures import count, day, percent, plural
from porism.report.board import Board, BoardRow
from porism.site import address
from porism.site.source import Source
from porism.site.table import Column, Item, Row, Table
from porism.stats.contamination import Jump

LEVEL = 0.05
COLUMNS = (
    Column("model", "Model", "text"),
    Column("released", "Released"),
    Column("later", "Days after the problems"),
    Column("exposed", "Problems that were public by then, %"),
    Column("score", "Score, %"),
)


@dataclass(frozen=True, slots=True)
class Contamination:
    """What is known."""

    dates: str
    """Release dates against the day of publication."""
    jump: str
    """Whether later models do better here than elsewhere."""
    models: Table
    """Those that came out later."""


def contamination(source: Source, benchmark: Benchmark, board: Board) -> Contamination:
    """Return what speaks for and against."""
    later = [row for row in board.rows if row.exposed]
    rows = tuple(exposed(source, benchmark, row) for row in later)
    table = Table("exposed", "Models that came out after the problems", COLUMNS, rows)
    dated = sum(row.exposed is not None for row in board.rows)
    jump = jump_text(source, benchmark) if dated else ""
    return Contamination(dates(benchmark, dated, len(later)), jump, table)


def dates(benchmark: Benchmark, dated: int, later: int) -> str:
    """Say how many models of known release came out later than the problems."""
    if benchmark.published is None:
        return "Since when the problems can be read is not known."
    said = f"The problems could be read from {day(benchmark.published)} on."
    if not dated:
        return f"{said} The release of no model here is known."
    said += f" Of {plural(dated, 'model')} whose release is known, {later or 'none'} came out later"
    return f"{said} and may have learnt from them." if later else f"{said}."


def jump_text(source: Source, benchmark: Benchmark) -> str:
    """Say what the test for a jump found, or why there is none."""
    found, failed = source.jumps
    jump = found.get(benchmark.id)
    if jump:
        return jump_words(jump)
    why = failed.get(benchmark.id, "only live benchmarks are")
    return f"Whether later models do better here than elsewhere is not tested: {why.rstrip('.')}."


def jump_words(jump: Jump) -> str:
    """Say how much better later models do."""
    what = "better here than" if jump.p_value <= LEVEL else "no better here than"
    return (
        f"Models that came out later do {what} their ability on other benchmarks "
        f"and luck explain: {jump.jump:+.2f} logits, one-sided p = {jump.p_value:.3f} by "
        f"permutation, {jump.before} earlier and {jump.after} later models."
    )


def exposed(source: Source, benchmark: Benchmark, row: BoardRow) -> Row:
    """Return a model that came out later."""
    released, public = source.models[row.model].released, benchmark.published
    days = (released - public).days if released and public else None
    return Row(
        (
            Item(row.name, address.model_page(row.model)),
            Item(day(released)),
            Item(count(days), value=days),
            Item(percent(row.exposed, 0), value=row.exposed),
            Item(percent(row.score), value=row.score),
        )
    )
