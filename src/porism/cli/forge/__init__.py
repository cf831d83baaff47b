"""``porism forge``: from new papers to theorems."""

from __future__ import annotations

import typer

from porism.cli.forge.harvest import harvest
from porism.cli.forge.show import show
from porism.cli.forge.sources import sources
from porism.cli.forge.theorems import theorems

app = typer.Typer(help="Go from new papers to their theorems.", no_args_is_help=True)
for command in (harvest, sources, theorems, show):
    app.command()(command)

__all__ = ["app"]
