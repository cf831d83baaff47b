"""``porism leaderboard``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli.sheet import Column, Format, Sheet, Value, show
from porism.cli.snapshot import AsOf, end_of_day

if TYPE_CHECKING:
    from porism.report.board import Board, BoardRow
    from porism.report.overall import Overall, OverallRow
    from porism.report.snapshot import Snapshot

From = Annotated[
    Path | None, typer.Option("--snapshot", help="Read this snapshot, not the store as it is.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def leaderboard(  # noqa: PLR0917 - options
    benchmark: Annotated[
        str | None, typer.Argument(help="A benchmark or family; all live ones together without.")
    ] = None,
    as_of: AsOf = None,
    snapshot: From = None,
    minimum: Annotated[
        int, typer.Option(min=1, help="Live problems a model must have been run on, overall.")
    ] = 10,
    deprecated: Annotated[
        bool, typer.Option("--deprecated", help="Show deprecated models and benchmarks too.")
    ] = False,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    as_latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
) -> None:
    """Rank models, overall or on a benchmark.

        porism leaderboard

        porism leaderboard aime-2026 --markdown

        porism leaderboard --as-of 2026-11-30 --json

    Overall: expected performance, the mean chance of success over all live problems by item
    response theory, marked where part of it is imputed. On a benchmark: the score with two
    intervals, for these very problems and for new ones like them, the ranks that the data allow,
    and the ranks of the models that cannot be told apart from it.
    """
    from porism.cli.console import print_json
    from porism.report.board import boards
    from porism.report.overall import overall

    form = one_format(as_json, as_csv, as_markdown, as_latex)
    found = frozen(snapshot, as_of)
    if benchmark is None:
        standings = overall(found, minimum=minimum, deprecated=deprecated)
        if form == "json":
            every = boards(found, deprecated=deprecated)
            print_json({"as_of": found.manifest.as_of, "overall": standings, "benchmarks": every})
        else:
            show(overall_sheet(standings, found), form)
        return
    listed = boards(found, [benchmark], deprecated=deprecated)
    if form == "json":
        print_json({"as_of": found.manifest.as_of, "benchmarks": listed})
    else:
        for one in listed:
            show(board_sheet(one), form)


def one_format(as_json: bool, as_csv: bool, as_markdown: bool, as_latex: bool) -> Format:
    """Return the one format that is asked for."""
    flags: dict[Format, bool] = {
        "json": as_json, "csv": as_csv, "markdown": as_markdown, "latex": as_latex,
    }  # fmt: skip
    chosen = [form for form, wanted in flags.items() if wanted]
    if len(chosen) > 1:
        raise typer.BadParameter(f"choose one of --{' and --'.join(chosen)}")
    return chosen[0] if chosen else "table"


def frozen(folder: Path | None, as_of: datetime | None) -> Snapshot:
    """Read a snapshot, or take one of the workspace's store for the moment."""
    from porism.report.claims import answered
    from porism.report.snapshot import read_snapshot, snapshot_of
    from porism.workspace import find_workspace

    if folder is None:
        workspace = find_workspace()
        until = end_of_day(as_of)
        claims = answered(workspace.claims, workspace.store, until)
        return snapshot_of(workspace.store, until, claims=claims)
    if as_of is not None:
        raise typer.BadParameter("a snapshot has its own day: give --snapshot or --as-of")
    return read_snapshot(folder)


def overall_sheet(found: Overall, snapshot: Snapshot) -> Sheet:
    """Return the overall table."""
    columns: dict[Column, Callable[[OverallRow], Value]] = {
        Column("rank", "count"): lambda r: r.rank,
        Column("ranks 95 %", "range"): lambda r: r.rank_interval,
        Column("model"): lambda r: r.name,
        Column("expected %", "percent"): lambda r: r.performance,
        Column("95 % interval", "percent range"): lambda r: r.interval,
        Column("problems run", "count"): lambda r: r.observed,
        Column("imputed %", "percent"): lambda r: r.imputed,
        Column("cost of a run", "usd"): lambda r: r.cost.usd if r.cost else None,
        Column("of it imputed %", "percent"): lambda r: r.cost.imputed if r.cost else None,
    }
    rows = tuple(tuple(cell(row) for cell in columns.values()) for row in found.rows)
    day = f"{snapshot.manifest.as_of:%Y-%m-%d}"
    title = f"{found.problems} problems of {len(found.benchmarks)} live benchmarks, as of {day}"
    names = ", ".join(found.benchmarks)
    more = (f"one at a time: porism leaderboard BENCHMARK ({names})",) if names else ()
    return Sheet(title, tuple(columns), rows, (*found.notes, *more))


def board_sheet(found: Board) -> Sheet:
    """Return one benchmark's table."""
    ranks = {row.model: row.rank for row in found.rows if row.rank is not None}
    columns: dict[Column, Callable[[BoardRow], Value]] = {
        Column("rank", "count"): lambda r: r.rank,
        Column("ranks 95 %", "range"): lambda r: r.rank_interval,
        Column("model"): lambda r: r.name + marks(r),
        Column("score %", "percent"): lambda r: r.score,
        Column("these problems", "percent range"): lambda r: r.these_problems,
        Column("problems like these", "percent range"): lambda r: r.problems_like_these,
        Column("attempts", "count"): lambda r: r.attempts,
        Column("without a verdict", "words"): without_verdict,
        Column("tokens", "count"): lambda r: r.output_tokens,
        Column("cost of a run", "usd"): lambda r: r.cost_usd,
        Column("public before release %", "percent"): lambda r: r.exposed,
        Column("tied with ranks", "words"): lambda r: runs_of(ranks[m] for m in r.tied_with),
    }
    rows = tuple(tuple(cell(row) for cell in columns.values()) for row in found.rows)
    name = f"{found.name} ({found.variant})" if found.variant else found.name
    kinds = {"sample data": found.sample, "deprecated": found.deprecated}
    title = ", ".join([name, *(kind for kind, is_so in kinds.items() if is_so)])
    return Sheet(title, tuple(columns), rows, tuple(board_notes(found)))


def marks(row: BoardRow) -> str:
    """Mark what sets a row apart."""
    return " *" * bool(row.unstable) + " (deprecated)" * row.deprecated + " (sample)" * row.sample


def runs_of(ranks: Iterable[int]) -> str:
    """Write numbers, neighbours among them as one: ``1-3, 5``."""
    found: list[list[int]] = []
    for rank in sorted(set(ranks)):
        if found and rank == found[-1][-1] + 1:
            found[-1].append(rank)
        else:
            found.append([rank])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in found)


def without_verdict(row: BoardRow) -> str:
    """Count the outcomes that are no verdict."""
    return ", ".join(f"{n:,} {what}" for what, n in row.outcomes.items() if what != "graded")


def board_notes(found: Board) -> list[str]:
    """Say what a reader of the table should know."""
    from porism.look.figures import percent

    notes = [f"* {r.name}: {r.unstable}; kept out of standings" for r in found.rows if r.unstable]
    notes += [f"{model} is held back: {why}" for model, why in found.held_back.items()]
    if not (found.rows or found.held_back):
        notes.append("no attempt takes part in standings")
    if found.chance:
        notes.append(f"guessing scores {percent(found.chance)} %")
    if any(r.exposed for r in found.rows):
        notes.append("problems that were public before a model's release may be in its training")
    return notes
