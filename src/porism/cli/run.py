"""``porism run``."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from porism.runner import Progress, Request
    from porism.runner.batching import Batching
    from porism.runner.estimate import Estimate, Range
    from porism.workspace import Workspace


INTERRUPTED = 130
"""The exit code by which shells know that Ctrl-C ended a command."""


def dollars(text: str) -> Decimal:
    """Read an amount of money."""
    try:
        amount = Decimal(text.lstrip("$"))
    except InvalidOperation:
        raise typer.BadParameter(f"{text!r} is not an amount of US dollars") from None
    if not amount.is_finite() or amount < 0:
        raise typer.BadParameter(f"{text!r} is not an amount of US dollars")
    return amount


Problems = Annotated[
    str | None, typer.Option(help="Which problems: ids, places, ranges, as in 1,3-5.")
]
MaxCost = Annotated[
    Decimal | None,
    typer.Option(metavar="USD", parser=dollars, help="The most that this run may spend."),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what it would take.")]


def run(  # noqa: PLR0917
    benchmarks: Annotated[list[str] | None, typer.Argument(help="Benchmarks or families.")] = None,
    model: Annotated[
        list[str] | None, typer.Option("-m", "--model", help="Whom to ask; repeatable.")
    ] = None,
    owed: Annotated[
        bool, typer.Option("--owed", help="Complete what has begun; names restrict it.")
    ] = False,
    attempts: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Attempts a problem; the benchmark's own without it."
        ),
    ] = None,
    problems: Problems = None,
    variant: Annotated[str | None, typer.Option(help="A variant of the benchmark.")] = None,
    without_images: Annotated[
        bool, typer.Option("--without-images", help="The variant that sends no pictures.")
    ] = False,
    concurrency: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Requests in flight per model.")
    ] = None,
    max_cost: MaxCost = None,
    dry_run: DryRun = False,
    redo: Annotated[
        Literal["nothing", "failed", "truncated", "all"],
        typer.Option(help="Ask again what ended so."),
    ] = "nothing",
    before: Annotated[
        datetime | None,
        typer.Option(
            metavar="DATE",
            formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S%z"],
            help="With --redo: only what began before then.",
        ),
    ] = None,
    batch: Annotated[
        bool, typer.Option("--batch", help="Through the providers' batch APIs: slower, cheaper.")
    ] = False,
    no_wait: Annotated[
        bool, typer.Option("--no-wait", help="With --batch: leave once all is handed over.")
    ] = False,
    batch_size: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="With --batch: most requests in one batch."),
    ] = None,
    then_direct: Annotated[
        bool,
        typer.Option(
            "--then-direct", help="With --batch: ask directly what batches leave unanswered."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON at the end.")] = False,
) -> None:
    """Ask models, keep and grade every answer.

        porism run porism-sample --model fake-strong

        porism run aime-2026 -m gpt-5 --problems 1-5 --attempts 1 --dry-run

        porism run kangaroo-2025 -m gpt-5 --max-cost 20

        porism run --owed --max-cost 50

        porism run aime-2026 -m gpt-5 --batch --no-wait

    With --owed neither has to be named: asked is all that has begun on active benchmarks, of
    active models that are not marked unstable. Benchmarks or models restrict that; both
    together are asked also if they have not begun.

    Only what is owed is asked: run the same line again after an interruption, and nothing
    is paid twice. Ctrl-C ends in good order.

    With --batch the same requests are handed to the provider's batch API, which answers within
    a day at about half the price. The same line again, or `porism batches collect`, goes on
    with what is under way, also after the process was killed.
    """
    from porism.runner import Request
    from porism.workspace import find_workspace

    check_names(owed, benchmarks or [], model or [], variant or without_images or None)
    if variant and without_images:
        raise typer.BadParameter("--without-images is a variant itself: leave out --variant")
    batching = how_to_batch(batch, no_wait, batch_size, then_direct, concurrency)
    workspace = find_workspace()
    request = Request(
        benchmarks=tuple(benchmarks or ()),
        models=tuple(model or ()),
        owed=owed,
        attempts=attempts,
        problems=problems,
        variant=variant,
        without_images=without_images,
        concurrency=concurrency,
        max_cost_usd=max_cost,
        redo=redo,
        before=before.astimezone() if before else None,
        batching=batching,
    )
    if owed:
        tell_left_out(workspace, request)
    if dry_run:
        show_estimates(workspace, request, as_json)
    else:
        carry_out(workspace, request, as_json)


def check_names(
    owed: bool, benchmarks: list[str], models: list[str], variant: str | bool | None
) -> None:
    """Refuse options that leave open what to run."""
    if owed and variant:
        raise typer.BadParameter("--owed is about the plain protocol: leave out variants")
    if not owed and not benchmarks:
        raise typer.BadParameter("name a benchmark, or complete what has begun with --owed")
    if not owed and not models:
        raise typer.BadParameter(
            "name a model with --model, or complete what has begun with --owed"
        )


def how_to_batch(
    batch: bool, no_wait: bool, size: int | None, then_direct: bool, concurrency: int | None
) -> Batching | None:
    """Put the options about batches together, and refuse those that mean nothing."""
    from porism.runner.batching import Batching

    options = {"--no-wait": no_wait, "--batch-size": size, "--then-direct": then_direct}
    given = [name for name, value in options.items() if value]
    if not batch and given:
        raise typer.BadParameter(f"{given[0]} is about batches: add --batch")
    if batch and concurrency:
        raise typer.BadParameter("--concurrency is about direct requests: leave out --batch")
    if no_wait and then_direct:
        raise typer.BadParameter("--then-direct has to wait for the batches: leave out --no-wait")
    return Batching(size=size, wait=not no_wait, then_direct=then_direct) if batch else None


def tell_left_out(workspace: Workspace, request: Request) -> None:
    """Say what --owed leaves out, and why."""
    from rich.text import Text

    from porism.cli.console import err
    from porism.cli.printable import printable
    from porism.runner.pairs import pairs

    for pair in pairs(workspace, request):
        unstable = "" if request.models else pair.unstable
        if why := pair.hindrance or unstable:
            said = printable(f"left out: {pair.model} on {pair.benchmark}: {why}")
            err().print(Text(said, style="yellow"), soft_wrap=True)


def carry_out(workspace: Workspace, request: Request, as_json: bool) -> None:
    """Run, showing progress, and print the results."""
    from porism.cli.console import err, print_json
    from porism.cli.display import Display
    from porism.cli.results import show
    from porism.report import results
    from porism.runner import run as run_it

    console = err()
    progress = run_it(workspace, request, lambda p: Display(p, console))
    if not progress.lanes:
        say_nothing_is_owed(as_json)
        return
    names = sorted({lane.benchmark for lane in progress.lanes})
    rows = results(workspace.store, names, request.models)
    if as_json:
        print_json(rows)
    else:
        show(rows)
    workspace.close()
    if ending := how_to_go_on(progress):
        console.print(ending, style="yellow", soft_wrap=True)
    if progress.ended == "interrupted":
        raise typer.Exit(INTERRUPTED)
    if any(lane.stopped for lane in progress.lanes):
        raise typer.Exit(1)


def say_nothing_is_owed(as_json: bool) -> None:
    """Print that there was nothing to ask."""
    from porism.cli.console import out, print_json

    if as_json:
        print_json([])
    else:
        out().print("Nothing is owed.")


def how_to_go_on(progress: Progress) -> str:
    """Say why something is left and how to have it done; empty if nothing is."""
    from porism.cli.console import usd

    out = sum(bool(state) for lane in progress.lanes for state in lane.batches.values())
    left = 0 if out else sum(lane.left for lane in progress.lanes)
    taken = sum(lane.taken for lane in progress.lanes)
    begun_usd = sum(lane.begun_usd for lane in progress.lanes)
    said = []
    if progress.ended != "finished":
        said.append(f"Ended early: {progress.ended}.")
    said += [f"{lane.model}: {lane.stopped}" for lane in progress.lanes if lane.stopped]
    if out:
        batches = "1 batch is" if out == 1 else f"{out:,} batches are"
        said.append(f"{batches} under way; to collect what comes: porism batches collect")
    if left:
        said.append(f"{left:,} attempts are still owed; go on with the same command.")
    if begun_usd:
        said.append(
            f"{usd(begun_usd)} went into attempts that have begun; it counts when they end."
        )
    if taken:
        said.append(f"{taken:,} attempts are being made by another run.")
    return "\n".join(dict.fromkeys(said))


def show_estimates(workspace: Workspace, request: Request, as_json: bool) -> None:
    """Print what a run would take, unless it would be refused."""
    from porism.cli.console import err, print_json
    from porism.cli.printable import printable
    from porism.runner import estimate, execution_of, options_of, plan

    options, assignments = options_of(workspace, request), plan(workspace, request)
    if not assignments:
        say_nothing_is_owed(as_json)
        return
    execution = execution_of(workspace, request, assignments)
    for note in execution.progress.notes:
        err().print(printable(note), style="yellow", soft_wrap=True, markup=False)
    today = options.clock().date()
    batch = request.batching is not None
    found = [estimate(a, workspace.store, today, options.reopen, batch=batch) for a in assignments]
    if as_json:
        print_json([as_row(e) for e in found])
    else:
        show_table(found)


def as_row(e: Estimate) -> dict[str, object]:
    """Return an estimate without the problems themselves."""
    return {
        "benchmark": e.assignment.benchmark.id,
        "model": e.assignment.model.id,
        "owed": e.owed,
        "basis": e.basis,
        "output_tokens": e.output_tokens,
        "cost_usd": e.cost_usd,
    }


def show_table(found: list[Estimate]) -> None:
    """Print estimates."""
    from porism.cli.console import out, table, usd
    from porism.look.figures import about, count

    made = table(
        "benchmark", "model", "owed", "output tokens", "cost", "judged by",
        right=("owed", "output tokens", "cost"),
    )  # fmt: skip

    def span(value: Range | None, write: object) -> str:
        if value is None or not callable(write):
            return "?"
        return f"{write(value.expected)} ({write(value.low)}–{write(value.high)})"

    for e in found:
        made.add_row(
            e.assignment.benchmark.id,
            e.assignment.model.id,
            count(e.owed),
            span(e.output_tokens, about),
            span(e.cost_usd, usd),
            e.basis,
        )
    out().print(made)
    out().print("In brackets the range that holds in 95 of 100 cases. Nothing was asked.")
