"""``porism forge``: from new papers to theorems."""

from __future__ import annotations

import typer

from porism.cli.forge.harvest import harvest

app = typer.Typer(help="Go from new papers to their theorems.", no_args_is_help=True)
for command in (harvest,):
    app.command()(command)

__all__ = ["app"]
