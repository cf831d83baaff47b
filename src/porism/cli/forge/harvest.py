"""``porism forge harvest``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli.forge.options import AsJson, Month

if TYPE_CHECKING:
    from porism.forge.harvest import Progress


def harvest(
    month: Month,
    part: Annotated[str, typer.Option("--set", help="The part of the archive.")] = "math",
    category: Annotated[
        list[str] | None,
        typer.Option(metavar="CATEGORY", help="Take only these: math.AG, or math for all math.*."),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Read a recorded harvest; nothing is asked."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Get what arXiv says of a month's papers.

        porism forge harvest --month 2026-03

        porism forge harvest --month 2026-03 --category math.AG --category math.NT

        porism forge harvest --month 2026-03 --replay papers/harvests/2026-03-math-1

    A paper belongs to the month of its first version. Lists are kept as they came, in
    `papers/harvests/`. Interrupted, the same line goes on where it was; repeated, it asks
    for what has changed since.
    """
    from datetime import UTC, datetime

    from porism.cli.console import err
    from porism.cli.forge.line import ProgressLine
    from porism.forge.harvest.run import harvest as run
    from porism.workspace import find_workspace

    workspace = find_workspace()
    with ProgressLine(err()) as line:
        done = run(
            workspace,
            month,
            part,
            today=datetime.now(UTC).date(),
            replay=replay,
            categories=tuple(category or ()),
            on_page=lambda progress: line.show(state(progress)),
            on_wait=lambda why, seconds: line.note(f"waiting {seconds:.0f} s: {why}"),
        )
    told(done, as_json)
    workspace.close()
    if not done.complete:
        raise typer.Exit(1)


def state(progress: Progress) -> str:
    """Say in one line how far a harvest has come."""
    from porism.look.figures import plural

    return (
        f"{progress.harvest.month}: {progress.done} of {progress.windows} windows, "
        f"{plural(progress.records, 'record')}, {plural(progress.papers, 'paper')}"
    )


def told(progress: Progress, as_json: bool) -> None:
    """Print what came."""
    from porism.cli.console import out, print_json
    from porism.cli.forge.tally import show_tally
    from porism.cli.printable import printable
    from porism.look.figures import plural

    if as_json:
        print_json(
            {
                "harvest": progress.harvest.id,
                "month": progress.harvest.month,
                "complete": progress.complete,
                "windows": progress.windows,
                "windows_done": progress.done,
                "pages": progress.pages,
                "records": progress.records,
                "papers": progress.papers,
                "left_out": progress.left_out,
                "faults": progress.faults,
                "given_up": {day.isoformat(): why for day, why in progress.given_up.items()},
            }
        )
        return
    console = out()
    console.print(f"{progress.harvest.id}: {plural(progress.pages, 'page')}, {state(progress)}")
    if useless := progress.left_out + progress.faults:
        show_tally("not taken or of no use", "records or pages", useless)
    for day, why in progress.given_up.items():
        console.print(printable(f"changes from {day} on are incomplete: {why}"), soft_wrap=True)
    if not progress.complete:
        console.print("Go on with the same command.")
