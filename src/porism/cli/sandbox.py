"""``porism sandbox``: build it, check it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from porism.tools.sandbox.check import SandboxReport

app = typer.Typer(help="Where code that models write is run.", no_args_is_help=True)


@app.callback()
def sandbox() -> None:
    """Hold the commands."""


@app.command()
def setup() -> None:
    """Build the interpreter of the sandbox: Python with NumPy, SciPy, SymPy, mpmath, networkx.

        porism sandbox setup

    Needed once, and again after an update of Python. Downloads some 80 MB. Goes where
    sandbox_folder in porism.toml says, or else into your data folder; with sandbox =
    "docker" it becomes an image.
    """
    from porism.cli.console import out
    from porism.cli.place import sandbox_choice
    from porism.tools.sandbox import docker
    from porism.tools.sandbox.environment import build, pinned

    choice = sandbox_choice()
    if choice.kind == "docker":
        docker.build_image(docker.find_docker(), choice.image, pinned())
        where = f"the image {choice.image}"
    else:
        build(choice.folder)
        where = str(choice.folder)
    out().print(f"Ready in {where}. Next: porism sandbox check", soft_wrap=True)


@app.command()
def check(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Try to break out of the sandbox, in every way that it should stop.

        porism sandbox check

    Exit code 1 if something is missing or got through.
    """
    from porism.cli.console import print_json
    from porism.cli.place import sandbox_choice
    from porism.tools.sandbox.check import run_check

    report = run_check(sandbox_choice())
    if as_json:
        print_json(report)
    else:
        shown(report)
    if not report.isolated:
        raise typer.Exit(1)


def shown(report: SandboxReport) -> None:
    """Print a line an attempt, and what follows from all."""
    from rich.text import Text

    from porism.cli.console import out, table
    from porism.cli.printable import printable

    made = table("attempt", "", "what came of it", wrap=("what came of it",))
    for found in report.findings:
        fault = "" if found.good else Text("fault", style="bold red")
        made.add_row(found.name, fault, printable(found.detail))
    out().print(made)
    words = "Isolated: models may run code here."
    out().print(words if report.isolated else "Not isolated: no model runs code here.")
