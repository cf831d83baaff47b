"""``porism snapshot``."""

from __future__ import annotations

from datetime import UTC, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from porism.report.snapshot import Contents

AsOf = Annotated[
    datetime | None,
    typer.Option(
        "--as-of", formats=["%Y-%m-%d"], help="Leave out what was written after this day (UTC)."
    ),
]


def snapshot(
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The folder to make.")
    ] = None,
    as_of: AsOf = None,
    transcripts: Annotated[
        bool, typer.Option(help="Keep all that was said, for the site to show.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the manifest.")] = False,
) -> None:
    """Freeze the store into a dated folder of Parquet files.

        porism snapshot

        porism snapshot --as-of 2026-11-30 -o november

    The same store and day give the same bytes. Without -o the folder is
    `snapshots/DAY` in the workspace. References of withheld benchmarks are left out,
    and with them the transcripts that would give them away.
    """
    from rich.text import Text

    from porism.cli.console import out, print_json
    from porism.cli.printable import printable
    from porism.look.figures import count
    from porism.report.claims import answered
    from porism.report.snapshot import last_moment, take_snapshot
    from porism.workspace import find_workspace

    workspace = find_workspace()
    moment = end_of_day(as_of) or last_moment(workspace.store)
    folder = output or workspace.root / "snapshots" / f"{moment:%Y-%m-%d}"
    contents: Contents = "transcripts" if transcripts else "evidence"
    claims = answered(workspace.claims, workspace.store, moment)
    manifest = take_snapshot(workspace.store, folder, moment, contents=contents, claims=claims)
    if as_json:
        print_json(manifest.model_dump(mode="json"))
        return
    told = ("models", "benchmarks", "problems", "attempts", "verdicts", "transcripts")
    files = manifest.files
    rows = ", ".join(f"{count(files[name].rows)} {name}" for name in told if name in files)
    said = f"{folder}: {rows}, as of {manifest.as_of:%Y-%m-%d %H:%M} UTC"
    out().print(Text(printable(said)), soft_wrap=True)


def end_of_day(day: datetime | None) -> datetime | None:
    """Return the last moment of a day, UTC."""
    return None if day is None else datetime.combine(day.date(), time.max, UTC)
