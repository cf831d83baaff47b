"""``porism models``: list, check, clear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from porism.core import Model

app = typer.Typer(help="List models, check one, clear one that was marked unstable.")


@app.callback(invoke_without_command=True)
def models(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    deprecated: Annotated[bool, typer.Option("--deprecated", help="Also deprecated ones.")] = False,
) -> None:
    """List models; with a subcommand, check or clear one.

    porism models

    porism models check gpt-5
    """
    if context.invoked_subcommand is not None:
        return
    from porism.cli.console import print_json
    from porism.cli.place import registries

    _, registry = registries()
    chosen = [m for m in registry if deprecated or m.status == "active"]
    if as_json:
        print_json(chosen)
    else:
        listed(chosen)


def listed(chosen: list[Model]) -> None:
    """Print a table."""
    from datetime import UTC, datetime

    from porism.cli.console import out, table
    from porism.models.prices import snapshot

    today = datetime.now(UTC).date()
    made = table(
        "model", "developer", "weights", "released", "$/M in", "$/M out",
        right=("$/M in", "$/M out"), wrap=("developer",),
    )  # fmt: skip
    for m in chosen:
        price = snapshot(m, today)
        made.add_row(
            m.id,
            m.developer + (" (stand-in)" if m.sample else ""),
            "open" if m.open_weights else "closed",
            m.released.isoformat() if m.released else "?",
            f"{price.input.normalize():f}" if price else "?",
            f"{price.output.normalize():f}" if price else "?",
        )
    out().print(made)


@app.command()
def check(
    name: Annotated[str, typer.Argument(metavar="ID", help="The model.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Send one tiny request and show what comes back.

        porism models check gpt-5

    Costs a fraction of a cent. Shows which usage fields the endpoint reports, so that you
    know before a long run whether costs and truncation can be seen.
    """
    from porism.cli.console import print_json
    from porism.cli.place import registries
    from porism.models.check import run_check

    _, registry = registries()
    report = run_check(registry.get(name))
    if as_json:
        print_json(report)
    else:
        shown(report)


def shown(report: object) -> None:
    """Print what came back."""
    from rich.table import Table
    from rich.text import Text

    from porism.cli.console import out, plain

    made = Table.grid(padding=(0, 2))
    facts = plain(report)
    if isinstance(facts, dict):
        for label, value in facts.items():
            if value not in (None, "", [], {}):
                made.add_row(Text(label.replace("_", " "), style="dim"), Text(readable(value)))
    out().print(made)


def readable(value: object) -> str:
    """Write a fact as a person would."""
    from porism.cli.printable import printable

    if isinstance(value, dict):
        return ", ".join(f"{name} {readable(item)}" for name, item in value.items())
    if isinstance(value, list):
        return ", ".join(map(readable, value))
    return f"{value:.3g}" if isinstance(value, float) else printable(str(value))


@app.command()
def clear(
    name: Annotated[str, typer.Argument(metavar="ID", help="The model.")],
    why: Annotated[str, typer.Option(help="Why its results can be trusted again.")],
    by: Annotated[str, typer.Option(help="Who says so.", envvar="USER")] = "unnamed",
) -> None:
    """Let a model back into standings that was marked unstable.

    porism models clear gpt-5 --why "outage of 3 May is over; failed attempts redone"
    """
    from porism.cli.console import out
    from porism.errors import UnknownName
    from porism.workspace import find_workspace

    store = find_workspace().store
    if name not in store.unstable():
        raise UnknownName("unstable model", name, store.unstable())
    store.add_mark(name, "cleared", why, by).result()
    out().print(f"{name} counts again.")
