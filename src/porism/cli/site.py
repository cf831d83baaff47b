"""``porism site``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Make pages of a snapshot.", no_args_is_help=True)


@app.callback()
def site() -> None:
    """Hold the commands together."""


@app.command()
def build(  # noqa: PLR0917 - options
    snapshot: Annotated[Path, typer.Argument(help="The folder of a snapshot.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder of the site.")],
    title: Annotated[str, typer.Option(help="What the site is called.")] = "Porism",
    about: Annotated[
        Path | None,
        typer.Option(help="Markdown that says who publishes the site, and whom to tell of errors."),
    ] = None,
    url: Annotated[str, typer.Option(help="Where the site will stand, for its feed.")] = "",
    since: Annotated[
        Path | None, typer.Option(help="An earlier snapshot, to tell what changed.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; one a processor without it.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Make a static site of a snapshot.

        porism snapshot -o november && porism site build november -o public

        porism site build november -o public --since october --about about.md

    The pages need no server and no scripts, and work under any address. The same snapshot
    gives the same bytes; building again into the same folder writes only what changed.
    """
    from porism.cli.console import out, print_json
    from porism.look.figures import plural
    from porism.records import read_text
    from porism.site import Settings, build_site

    said = read_text(about) if about else ""
    settings = Settings(title=title, about=said, url=url)
    built = build_site(snapshot, output, settings, since=since, workers=workers)
    if as_json:
        print_json(built)
        return
    out().print(
        f"{plural(built.files, 'file')}, {built.rewritten:,} of them written, "
        f"{built.removed:,} old ones removed."
    )
    out().print(built.home.absolute().as_uri(), soft_wrap=True)
