"""``porism judge``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli.run import INTERRUPTED, DryRun, MaxCost, Problems

if TYPE_CHECKING:
    from porism.runner import Options, Progress
    from porism.runner.judge import Court, Docket, JudgeEstimate
    from porism.workspace import Workspace


PURPOSES = {
    "rewriting": "uniform form",
    "content": "check of content",
    "solution": "own solution",
    "opinion": "opinion",
}


def judge(  # noqa: PLR0917 - options
    benchmark: Annotated[str, typer.Argument(help="Whose attempts to judge.")],
    jury: Annotated[
        str, typer.Option(help="A jury's name, or its YAML file; see: porism schema jury.")
    ] = "usual",
    model: Annotated[
        list[str] | None, typer.Option("-m", "--model", help="Whose attempts; repeatable.")
    ] = None,
    attempt: Annotated[
        list[str] | None, typer.Option("--attempt", help="Only these attempts; repeatable.")
    ] = None,
    problems: Problems = None,
    drafts: Annotated[
        bool, typer.Option("--drafts", help="Judge by rubrics that nobody has approved.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Ask judges again that could not be read.")
    ] = False,
    concurrency: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Requests in flight per judge.")
    ] = None,
    max_cost: MaxCost = None,
    dry_run: DryRun = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON at the end.")] = False,
) -> None:
    """Put attempts before a jury of models.

        porism judge usamo-2026 --dry-run

        porism judge usamo-2026 --jury juries/mine.yaml -m gpt-5 --max-cost 30

        porism judge brokenarxiv-2026-08 --json

    Proofs are marked by their rubrics (porism rubrics), false statements by whether the response
    noticed. If the judges agree, the lowest mark counts, or what the jury's file says; if they do
    not, each sees what all have said and marks again. Of final answers juries only see what the
    rules call wrong or undecided; they can flag a verdict, and decide only where the benchmark
    names ``jury`` among its graders.

    Every opinion is kept when it comes: run the same line again after an interruption, and
    nothing is asked twice.
    """
    from porism.judging.juries import find_jury
    from porism.runner import Options
    from porism.runner.health import Stability
    from porism.runner.judge import JudgeRequest, docket
    from porism.workspace import find_workspace

    workspace = find_workspace()
    request = JudgeRequest(
        benchmark=benchmark,
        jury=find_jury(jury, workspace.juries),
        models=tuple(model or ()),
        attempts=tuple(attempt or ()),
        problems=problems,
        drafts=drafts,
        again=again,
    )
    config = workspace.config
    options = Options(
        max_cost_usd=max_cost,
        concurrency=concurrency,
        grace_s=config.grace_s,
        stability=Stability(config.unstable_failure_share, config.unstable_requests),
        folder=workspace.root,
        sandbox=workspace.sandbox,
    )
    owed = docket(workspace, request)
    if dry_run:
        show_estimates(owed, workspace, as_json)
    else:
        carry_out(owed, workspace, options, as_json)


def carry_out(owed: Docket, workspace: Workspace, options: Options, as_json: bool) -> None:
    """Judge, showing progress, and print what came of it."""
    from porism.cli.console import err, print_json
    from porism.cli.display import Display
    from porism.runner import run_loop
    from porism.runner.judge import Court

    console = err()
    if not owed.sittings:
        say_nothing_is_owed(owed, as_json)
        return
    court = Court(owed, workspace.store, options)
    with Display(court.progress, console):
        progress = run_loop(court)
    if as_json:
        print_json(list(records(court)))
    else:
        show(court, owed)
    workspace.close()
    left = len(owed.sittings) - len(court.judged)
    for said in how_to_go_on(progress, left):
        console.print(said, style="yellow", soft_wrap=True)
    if progress.ended == "interrupted":
        raise typer.Exit(INTERRUPTED)
    if left:
        raise typer.Exit(1)


def say_nothing_is_owed(owed: Docket, as_json: bool) -> None:
    """Print that there was nothing to judge."""
    from porism.cli.console import err, out, print_json
    from porism.look.figures import plural

    for note in owed.notes:
        err().print(note, style="yellow", soft_wrap=True)
    if as_json:
        print_json([])
    else:
        out().print(f"Nothing is owed: {plural(owed.done, 'attempt')} judged before.")


def how_to_go_on(progress: Progress, left: int) -> Iterator[str]:
    """Say why something is left and how to have it done."""
    if progress.ended != "finished":
        yield f"Ended early: {progress.ended}."
    yield from (f"{lane.model}: {lane.stopped}" for lane in progress.lanes if lane.stopped)
    if left:
        yield f"{left:,} attempts are still owed; go on with the same command."


def records(court: Court) -> list[dict[str, object]]:
    """Return what became of attempts as JSON shows it."""
    found = []
    for sitting, verdict in sorted(court.judged, key=lambda one: one.sitting.line.seq):
        line = sitting.line
        found.append(
            {
                "attempt": line.id,
                "problem": line.problem,
                "model": line.model,
                "number": line.number,
                "judging": sitting.judging.id,
                "outcome": verdict.outcome if verdict else None,
                "score": verdict.score if verdict else None,
                "flags": verdict.flags if verdict else (),
                "reason": verdict.reason if verdict else "",
            }
        )
    return found


def show(court: Court, owed: Docket) -> None:
    """Print what became of attempts."""
    from collections import Counter

    from rich.text import Text

    from porism.cli.console import out, table
    from porism.cli.printable import printable
    from porism.look.figures import percent, plural

    made = table("attempt", "problem", "model", "score", "flags", "opinions",
                 right=("score",), wrap=("opinions",))  # fmt: skip
    flags: Counter[str] = Counter()
    for sitting, verdict in sorted(court.judged, key=lambda one: one.sitting.line.seq):
        line = sitting.line
        said = verdict.flags if verdict else ()
        flags.update(said)
        reason = printable(verdict.reason) if verdict else "nothing to add"
        made.add_row(line.id, line.problem, line.model,
                     percent(verdict.score if verdict else None), ", ".join(said),
                     Text(reason))  # fmt: skip
    out().print(made)
    bench = owed.bench
    attempts = plural(len(court.judged), "attempt")
    told = [f"{attempts} judged by {bench.jury.id}, version {bench.version} of juries"]
    told += [f"{count} {flag}" for flag, count in flags.items()]
    out().print("; ".join(told) + ".")


def show_estimates(owed: Docket, workspace: Workspace, as_json: bool) -> None:
    """Print what judging would take."""
    from porism.cli.console import err, out, print_json, table, usd
    from porism.look.figures import about, count
    from porism.runner.judge import estimate_docket

    store = workspace.store
    found = estimate_docket(owed, store, store.clock().date())
    for note in owed.notes:
        err().print(note, style="yellow", soft_wrap=True)
    if as_json:
        print_json(found)
        return
    made = table("model", "asked for", "owed", "output tokens each", "cost", "at most", "judged by",
                 right=("owed", "output tokens each", "cost", "at most"))  # fmt: skip
    for e in found:
        made.add_row(e.model, PURPOSES[e.purpose], count(e.owed), about(e.output_tokens),
                     usd(e.cost_usd), usd(e.most_usd), basis(e))  # fmt: skip
    out().print(made)
    out().print(
        f"{len(owed.sittings):,} attempts are owed, {owed.done:,} were judged before. At most: if "
        "all have to be heard again. Nothing was asked."
    )


def basis(e: JudgeEstimate) -> str:
    """Say what an estimate rests on."""
    return "an assumption" if e.assumed else "this model"
