"""``porism status``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli.sheet import Column, Sheet, Value, show

if TYPE_CHECKING:
    from porism.runner.status import Status


def status(
    benchmarks: Annotated[
        list[str] | None, typer.Argument(help="Benchmarks or families; all live ones without any.")
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option("-m", "--model", help="Only these; repeatable.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Also pairs that have not begun, of all that is active.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show how far every model is on every live benchmark, and what completing it costs.

        porism status

        porism status aime-2026 -m gpt-5

        porism status --all --json

    Shown are the pairs that have begun; a benchmark and a model named together are shown
    also if they have not. `porism run --owed` completes them. Nothing is asked, no network
    is used.
    """
    from porism.cli.console import print_json
    from porism.runner import Request
    from porism.runner.status import status as found_in
    from porism.workspace import find_workspace

    workspace = find_workspace()
    request = Request(benchmarks=tuple(benchmarks or ()), models=tuple(model or ()))
    rows = found_in(workspace, request, every=every)
    if as_json:
        print_json(rows)
    else:
        how = "porism run BENCHMARK --model ID" if every else "porism run --owed"
        show(status_sheet(rows, workspace.store.clock(), how), "table")


def status_sheet(rows: Sequence[Status], now: datetime, how: str) -> Sheet:
    """Return the table, with the command that makes what is owed."""
    columns: dict[Column, Callable[[Status], Value]] = {
        Column("benchmark", "words"): lambda r: r.benchmark,
        Column("model", "words"): lambda r: r.model,
        Column("done", "count"): lambda r: r.done,
        Column("owed", "count"): lambda r: r.owed,
        Column("failed", "count"): lambda r: r.failed or None,
        Column("stale", "count"): lambda r: r.stale or None,
        Column("last asked"): lambda r: ago(now - r.newest) if r.newest else None,
        Column("to complete", "usd"): lambda r: (
            r.cost_usd.expected if r.owed and r.cost_usd else None
        ),
        Column("remarks", "words"): remarks,
    }
    shown = tuple(tuple(cell(row) for cell in columns.values()) for row in rows)
    return Sheet("", tuple(columns), shown, tuple(notes(rows, how)))


def remarks(row: Status) -> str:
    """Say what a person should know of a pair."""
    changed = {"settings": "settings changed", "problem": "a problem was corrected or withdrawn"}
    said = [f"unstable: {row.unstable}" * bool(row.unstable), row.hindrance]
    return "; ".join(filter(None, [*said, *(changed[why] for why in row.stale_since)]))


def notes(rows: Sequence[Status], how: str) -> list[str]:
    """Add up what is owed."""
    from porism.cli.console import usd
    from porism.look.figures import plural

    if not rows:
        return ["Nothing has begun yet; try: porism run --help"]
    owed = [row for row in rows if row.owed]
    if not owed:
        return ["Nothing is owed."]
    known = [row.cost_usd.expected for row in owed if row.cost_usd]
    cost = f"about {usd(sum(known))}" if known else "an unknown price"
    more = len(owed) - len(known)
    if known and more:
        cost += f", and {plural(more, 'pair')} of an unknown price"
    attempts = plural(sum(row.owed or 0 for row in owed), "attempt")
    return [f"{attempts} owed, {cost}; to make them: {how}"]


def ago(age: timedelta) -> str:
    """Write how long ago something was."""
    minutes = round(age.total_seconds() / 60)
    if minutes < 1:
        return "now"
    if minutes < 120:
        return f"{minutes} min ago"
    hours = minutes // 60
    return f"{hours} h ago" if hours < 48 else f"{hours // 24} d ago"
