"""``porism report``."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from porism.cli.snapshot import AsOf, end_of_day


def report(
    since: Annotated[
        datetime,
        typer.Option(
            formats=["%Y-%m-%d"], metavar="DATE", help="Compare with the end of this day (UTC)."
        ),
    ],
    as_of: AsOf = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The file to write: .md or .html; overwritten."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Tell what changed since a day: models, leaders, scores, corrections, costs.

        porism report --since 2026-10-31

        porism report --since 2026-10-31 --as-of 2026-11-30 -o november.html

        porism report --since 2026-10-31 --json

    All figures are those of two snapshots: of the day, and of now or of --as-of. New leaders
    are tested, moved scores have intervals. Charts are inside of the HTML, and beside the
    Markdown as SVG; without -o the Markdown is printed, without charts.
    """
    from porism.cli.console import print_json
    from porism.cli.report.digest import digest
    from porism.cli.report.page import form_of, markdown, write
    from porism.report.change import changes
    from porism.report.snapshot import snapshot_of
    from porism.workspace import find_workspace

    form = form_of(output) if output else None
    store = find_workspace().store
    after = snapshot_of(store, end_of_day(as_of), contents="evidence")
    found = changes(snapshot_of(store, end_of_day(since)), after)
    if as_json:
        print_json(found)
    if output and form:
        write(digest(found), output, form)
    elif not as_json:
        typer.echo(markdown(digest(found)), nl=False)
