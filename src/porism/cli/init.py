"""``porism init``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def init(
    folder: Annotated[Path, typer.Argument(help="The folder; made if it is not there.")] = Path(),
) -> None:
    """Make a workspace: settings, folders and the store.

    Writes porism.toml, benchmarks/ and models/ with an example each, prompts/ and the
    store. What is there already is left as it is.

        porism init maths && cd maths
    """
    from rich.text import Text

    from porism.cli.console import out
    from porism.cli.printable import printable
    from porism.workspace import make_workspace

    workspace = make_workspace(folder)
    name = workspace.config.store
    where = Text(printable(str(folder)), style="bold")
    said = Text.assemble("A workspace is ready in ", where, f": the store {name}, and an example\n")
    out().print(said.append("benchmark and model to change. Next, try without a key:\n"))
    cd = "" if folder == Path() else f"cd {folder} && "
    first = f"  {cd}porism run porism-sample --model fake-strong --model fake-weak"
    out().print(Text(printable(first)), soft_wrap=True)
