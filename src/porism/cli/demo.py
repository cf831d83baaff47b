"""``porism demo``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

MODELS = ("fake-strong", "fake-middling", "fake-weak")
BENCHMARKS = ("porism-sample",)


def demo(
    folder: Annotated[
        Path | None, typer.Argument(help="Where; a temporary folder without it.")
    ] = None,
) -> None:
    """Run offline models over the sample benchmark: no key, no network, a few seconds.

    The models are stand-ins and the problems are samples: the figures mean nothing, but
    the runner, the store, the grader and the tables are the real ones.
    """
    import tempfile

    from porism.cli.console import out
    from porism.cli.run import carry_out
    from porism.runner import Request
    from porism.workspace import make_workspace

    root = folder or Path(tempfile.mkdtemp(prefix="porism-demo-"))
    workspace = make_workspace(root)
    console = out()
    console.print("[bold]Sample data:[/bold] stand-ins answer sample problems, offline.\n")
    carry_out(workspace, Request(benchmarks=BENCHMARKS, models=MODELS), as_json=False)
    console.print(NEXT.format(root=root))


NEXT = """
[bold]What to try next[/bold]
  cd {root}
  porism results porism-sample-choice --by position
  porism attempts -m fake-weak --outcome truncated
  porism show ATTEMPT --wire
  porism run porism-sample -m fake-strong          [dim]asks nothing: nothing is owed[/dim]

With a real model (its key from the environment):
  export OPENAI_API_KEY=...
  porism models check gpt-5
  porism run porism-sample -m gpt-5 --max-cost 1
"""
