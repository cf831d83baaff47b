"""``porism export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Write results in the forms of other tools.", no_args_is_help=True)


@app.callback()
def export() -> None:
    """Hold the forms."""


@app.command()
def livemathematician(
    benchmark: Annotated[str, typer.Argument(help="A multiple-choice benchmark.")],
    model: Annotated[str, typer.Option("-m", "--model", help="Whose attempts.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The file to write.")],
) -> None:
    """Write a model's attempts as a result file of LiveMathematicianBench.

    porism export livemathematician livemathematicianbench-2026-02 -m gpt-5 -o accuracy.json
    """
    from rich.text import Text

    from porism.cli.console import out
    from porism.cli.printable import printable
    from porism.errors import UnknownName
    from porism.interop.livemathematician import export_results
    from porism.workspace import find_workspace

    store = find_workspace().store
    known = store.benchmarks()
    if benchmark not in known:
        raise UnknownName("benchmark that was run here", benchmark, known)
    count = export_results(store, known[benchmark], model, output)
    out().print(Text(printable(f"{count} items written to {output}.")), soft_wrap=True)
