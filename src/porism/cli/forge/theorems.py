"""``porism forge theorems``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli.forge.options import AsJson, MonthOrLast

if TYPE_CHECKING:
    from porism.cli.forge.line import ProgressLine
    from porism.forge.theorems.month import Yields
    from porism.store import Papers
    from porism.workspace import Workspace


def theorems(  # noqa: PLR0917
    month: MonthOrLast = None,
    jsonl: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the statements to a file.")
    ] = None,
    best: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="With --jsonl: only likely main results."),
    ] = None,
    kept_back: Annotated[
        bool,
        typer.Option("--kept-back", help="With --jsonl: also papers that must not be passed on."),
    ] = False,
    model: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Have this model look where the rules find nothing."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Also what was read before.")] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes; one a core without it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find the theorems in the sources of a month's papers.

        porism forge theorems

        porism forge theorems --month 2026-03 --jsonl main.jsonl --best 1

        porism forge theorems --month 2026-03 --model gpt-5

    With --model, a model looks with search tools into papers where rules find nothing or
    references stay open; what it finds counts only where it stands in the source.

    The file has the form of LiveMathematicianBench's questions before there is a question.
    Papers whose licence lets arXiv alone distribute them are left out of it.
    """
    from rich.text import Text

    from porism.cli.console import err
    from porism.cli.forge.line import ProgressLine
    from porism.cli.printable import printable
    from porism.forge.harvest import last_month
    from porism.forge.theorems.month import read_month
    from porism.forge.theorems.pool import processes
    from porism.store import Papers
    from porism.workspace import find_workspace

    workspace = find_workspace()
    chosen = month or last_month(Papers(workspace.store))
    with ProgressLine(err()) as line:
        found = read_month(
            workspace,
            chosen,
            processes(workers or os.cpu_count() or 1),
            again=again,
            on_paper=lambda done, all_: line.show(f"{chosen}: {done:,} of {all_:,} papers read"),
        )
        if model is not None:
            found = helped(workspace, chosen, model, line)
    if jsonl is not None:
        said = written(Papers(workspace.store), chosen, jsonl, best, kept_back)
        err().print(Text(printable(said)), soft_wrap=True)
    told(found, as_json)
    workspace.close()


def helped(workspace: Workspace, month: str, name: str, line: ProgressLine) -> Yields:
    """Have a model look into papers, and count again."""
    from porism.forge.finding.month import help_month
    from porism.forge.theorems.month import yields
    from porism.look.figures import plural
    from porism.store import Papers

    count = help_month(
        workspace,
        month,
        workspace.models.get(name),
        on_paper=lambda done, all_: line.show(f"{month}: {name}: {done:,} of {all_:,} papers"),
    )
    line.note(f"{name} looked into {plural(count, 'paper')}")
    return yields(Papers(workspace.store), month)


def written(papers: Papers, month: str, path: Path, best: int | None, kept_back: bool) -> str:
    """Write statements into a file and say how many there are."""
    import orjson

    from porism.errors import ConfigurationError
    from porism.forge.theorems.month import records
    from porism.look.figures import plural

    count = 0
    try:
        with path.open("wb") as file:
            for record in records(papers, month, best=best, kept_back=kept_back):
                file.write(orjson.dumps(record) + b"\n")
                count += 1
    except OSError as error:
        raise ConfigurationError(f"{path}: {error.strerror}") from error
    return f"{path}: {plural(count, 'statement')}"


def told(found: Yields, as_json: bool) -> None:
    """Print what the papers gave."""
    from porism.cli.console import out, print_json, table
    from porism.cli.forge.tally import show_tally
    from porism.look.figures import plural

    if as_json:
        print_json(found)
        return
    console = out()
    console.print(f"{found.month}: {plural(found.read_now, 'paper')} read now")
    made = table("", "number", right=("number",))
    for name, number in (
        ("papers", found.papers),
        ("with statements", found.read),
        ("statements", found.statements),
        ("of the authors' own", found.own),
        ("... with a proof", found.proved),
        ("... with all that they point to", found.complete),
    ):
        made.add_row(name, f"{number:,}")
    console.print(made)
    if found.unread:
        show_tally("papers without statements, by reason", "papers", found.unread)
