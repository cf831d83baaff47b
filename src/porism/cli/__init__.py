"""The command line: each command parses, calls one function and prints."""

from __future__ import annotations

from typing import Annotated

import typer

from porism.cli import (
    agreement,
    attempts,
    batches,
    benchmarks,
    claims,
    demo,
    desk,
    export,
    forge,
    grade,
    imports,
    init,
    judge,
    leaderboard,
    models,
    report,
    results,
    rubrics,
    run,
    sandbox,
    schema,
    serve,
    site,
    snapshot,
    stats,
    status,
    submissions,
)
from porism.cli.console import one_line_errors

__all__ = ["app", "main"]

app = typer.Typer(
    name="porism",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""
Ask language models mathematics, keep everything, measure faithfully.

Start with `porism demo`, which needs no key and no network; then `porism init` and
`porism run BENCHMARK --model ID`.
""",
)

for command in (
    demo.demo,
    init.init,
    benchmarks.benchmarks,
    run.run,
    judge.judge,
    results.results,
    attempts.attempts,
    attempts.show,
    grade.regrade,
    leaderboard.leaderboard,
    claims.claims,
    snapshot.snapshot,
    serve.serve,
    report.report,
    status.status,
    agreement.agreement,
    schema.schema,
):
    app.command()(command)
app.add_typer(models.app, name="models")
app.add_typer(batches.app, name="batches")
app.add_typer(grade.app, name="grade")
app.add_typer(rubrics.app, name="rubrics")
app.add_typer(imports.app, name="import")
app.add_typer(export.app, name="export")
app.add_typer(submissions.app, name="submissions")
app.add_typer(stats.app, name="stats")
app.add_typer(sandbox.app, name="sandbox")
app.add_typer(site.app, name="site")
app.add_typer(forge.app, name="forge")
app.add_typer(desk.app, name="desk")


def version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        from importlib.metadata import version as installed

        typer.echo(f"porism {installed('porism')}")
        raise typer.Exit


@app.callback()
def porism(
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=version, is_eager=True)
    ] = False,
) -> None:
    """Hold what all commands share."""


def main() -> None:
    """Run the command line; what a person can mend ends in one line and exit code 2."""
    with one_line_errors():
        app()
