"""``porism batches``: list, collect, cancel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli.sheet import Column, Sheet, Value

if TYPE_CHECKING:
    from porism.runner.batches.post import Outcome
    from porism.store.batches import BatchState
    from porism.workspace import Workspace

app = typer.Typer(help="List what was handed to batch APIs, collect it, cancel it.")

Names = Annotated[
    list[str] | None, typer.Argument(metavar="[BATCH]...", help="Batches; all that are open.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.callback(invoke_without_command=True)
def batches(
    context: typer.Context,
    only_open: Annotated[bool, typer.Option("--open", help="Only those under way.")] = False,
    as_json: AsJson = False,
) -> None:
    """List batches as the store knows them, the newest first; with a subcommand, act on some.

        porism batches

        porism batches collect --wait

    No network is used: how far a batch is at the provider is as it was when last looked at.
    """
    if context.invoked_subcommand is not None:
        return
    from porism.cli.console import print_json
    from porism.cli.sheet import show
    from porism.store.batches import Batches
    from porism.workspace import find_workspace

    store = find_workspace().store
    found = [s for s in Batches(store).states() if s.is_open or not only_open]
    if as_json:
        print_json([facts(state) for state in found])
    else:
        show(sheet(found, store.clock()), "table")


def facts(state: BatchState) -> dict[str, object]:
    """Return what a script would want to know of a batch."""
    batch, last = state.batch, state.last
    return {
        "id": batch.id,
        "handle": state.handle,
        "model": batch.model.id,
        "benchmark": batch.benchmark,
        "variant": batch.variant,
        "state": word(state),
        "open": state.is_open,
        "items": batch.items,
        "done": last.done if last else 0,
        "answered": state.answered,
        "missed": state.missed,
        "cost_usd": state.cost_usd,
        "made_at": batch.made_at,
        "message": last.message if last else "",
    }


def word(state: BatchState) -> str:
    """Return the state of a batch in a word: the provider's own while it is under way."""
    if state.last is None or state.last.step == "uploaded":
        return "not sent yet"
    return state.last.word if state.is_open and state.last.word else state.last.step


def sheet(found: Sequence[BatchState], now: datetime) -> Sheet:
    """Return the table."""
    from porism.cli.status import ago

    columns: dict[Column, Callable[[BatchState], Value]] = {
        Column("batch"): lambda s: s.batch.id,
        Column("model", "words"): lambda s: s.batch.model.id,
        Column("benchmark", "words"): lambda s: (
            f"{s.batch.benchmark} ({s.batch.variant})" if s.batch.variant else s.batch.benchmark
        ),
        Column("state"): word,
        Column("requests", "count"): lambda s: s.batch.items,
        Column("done", "count"): lambda s: s.last.done if s.last else 0,
        Column("answered", "count"): lambda s: s.answered,
        Column("missed", "count"): lambda s: s.missed or None,
        Column("cost", "usd"): lambda s: (
            None if s.cost_usd is None or not s.answered else float(s.cost_usd)
        ),
        Column("made"): lambda s: ago(now - s.batch.made_at),
        Column("remarks", "words"): lambda s: s.last.message if s.last else "",
    }
    rows = tuple(tuple(cell(state) for cell in columns.values()) for state in found)
    return Sheet("", tuple(columns), rows, (note(found),))


def note(found: Sequence[BatchState]) -> str:
    """Say what can be done."""
    if not found:
        return "Nothing is in batches; try: porism run BENCHMARK --model ID --batch"
    under_way = sum(state.is_open for state in found)
    if not under_way:
        return "All have ended."
    return f"{under_way} under way; to collect what has come: porism batches collect"


@app.command()
def collect(
    names: Names = None,
    wait: Annotated[bool, typer.Option("--wait", help="Stay until all have ended.")] = False,
    as_json: AsJson = False,
) -> None:
    """Collect and grade what providers have answered; send nothing new.

        porism batches collect

        porism batches collect 3f09 --wait

    Batches are named by their id, a beginning of it, or the provider's name. Neither the
    benchmark nor the model needs a file here any more; the key is taken from the environment.
    What a batch leaves unanswered is owed again: `porism run ... --batch` asks it.
    """
    from porism.cli.console import print_json
    from porism.runner import run_loop
    from porism.runner.batches.collection import Collection
    from porism.runner.batching import Batching
    from porism.runner.options import Options
    from porism.workspace import find_workspace

    workspace = find_workspace()
    collection = Collection(
        chosen(workspace, names), workspace.store, Options(), Batching(wait=wait)
    )
    progress = run_loop(collection)
    if as_json:
        print_json(collection.outcomes)
    else:
        told(collection.outcomes)
    workspace.close()
    if progress.ended == "interrupted":
        raise typer.Exit(130)
    if any(outcome.fault for outcome in collection.outcomes):
        raise typer.Exit(1)


def told(outcomes: Sequence[Outcome]) -> None:
    """Print what came of collecting."""
    from rich.text import Text

    from porism.cli.console import out
    from porism.cli.printable import printable
    from porism.look.figures import plural

    for outcome in outcomes:
        said = "still under way"
        if outcome.ended:
            said = f"{plural(outcome.answered, 'answer')}, {outcome.missed:,} owed again"
        more = f" ({printable(outcome.message)})" if outcome.message else ""
        out().print(Text(f"{outcome.batch}: {said}{more}"), soft_wrap=True)
    if not outcomes:
        out().print("No batch is under way.")


@app.command()
def cancel(names: Annotated[list[str], typer.Argument(metavar="BATCH...", help="Which.")]) -> None:
    """Have providers stop batches.

        porism batches cancel 3f09

    What is answered by then is paid for and collected as ever; the rest is owed again.
    """
    import asyncio

    from porism.cli.console import out
    from porism.errors import UserError
    from porism.runner.batches.collection import cancel as have_cancelled
    from porism.workspace import find_workspace

    found = [state for state in chosen(find_workspace(), names) if state.is_open and state.handle]
    failed = asyncio.run(have_cancelled(found))
    stopped = len(found) - len(failed)
    out().print(f"{stopped} told to stop; to collect what has come: porism batches collect")
    if failed:
        why = "; ".join(f"{batch}: {message}" for batch, message in failed.items())
        raise UserError(f"these could not be cancelled: {why}")


def chosen(workspace: Workspace, names: Sequence[str] | None) -> list[BatchState]:
    """Return the batches of these names, or all that are open."""
    from porism.store.batches import Batches

    kept = Batches(workspace.store)
    if names:
        return [kept.state(name) for name in names]
    return [state for state in kept.states() if state.is_open]
