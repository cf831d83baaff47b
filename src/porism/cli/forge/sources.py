"""``porism forge sources``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli.forge.options import AsJson, MonthOrLast

if TYPE_CHECKING:
    from porism.cli.forge.line import ProgressLine
    from porism.forge.sources.fetch import Progress
    from porism.workspace import Workspace


def sources(
    month: MonthOrLast = None,
    ocr: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="Have papers without TeX read by this model."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Get the sources of a month's papers.

        porism forge sources --month 2026-03

        porism forge sources --month 2026-03 --ocr deepseek-ocr

    One request at a time, as arXiv asks: a month of mathematics takes some five hours.
    Interrupted, the same line goes on where it was. What is wrong with a paper is
    recorded, and the month goes on. Files are kept in `papers/sources/` as they came.
    """
    from porism.cli.console import err
    from porism.cli.forge.line import ProgressLine
    from porism.forge.harvest import last_month
    from porism.forge.sources.fetch import fetch_sources
    from porism.store import Papers
    from porism.workspace import find_workspace

    workspace = find_workspace()
    chosen = month or last_month(Papers(workspace.store))
    with ProgressLine(err()) as line:
        done = fetch_sources(
            workspace,
            chosen,
            on_paper=lambda progress: line.show(state(progress)),
            on_wait=lambda why, seconds: line.note(f"waiting {seconds:.0f} s: {why}"),
        )
        if ocr is not None:
            transcribed(workspace, chosen, ocr, line)
    told(done, as_json)
    workspace.close()


def transcribed(workspace: Workspace, month: str, name: str, line: ProgressLine) -> None:
    """Have papers without TeX read, and say what became of each."""
    from porism.forge.sources.transcribe import transcribe_month
    from porism.forge.theorems.pool import processes

    transcribe_month(
        workspace,
        month,
        workspace.models.get(name),
        processes(1),
        on_paper=lambda paper, what: line.note(f"{paper}: {what}"),
    )


def state(progress: Progress) -> str:
    """Say in one line how far it has come."""
    return (
        f"{progress.month}: {progress.done:,} of {progress.papers:,} papers, "
        f"{progress.fetched:,} fetched ({progress.size / 1e6:,.0f} MB)"
    )


def told(progress: Progress, as_json: bool) -> None:
    """Print what came."""
    from porism.cli.console import out, print_json
    from porism.cli.forge.tally import show_tally

    if as_json:
        print_json(progress)
        return
    out().print(state(progress))
    show_tally("state", "papers", progress.states)
    if progress.reasons:
        show_tally("why papers cannot be read", "papers", progress.reasons)
