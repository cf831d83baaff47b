"""``porism results``."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from porism.cli.stats import Plot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from rich.table import Table

    from porism.cli.sheet import Sheet, Value
    from porism.report import Result
    from porism.report.variants import VariantEffect
    from porism.store import Store

NOTEWORTHY = 0.01
"""The p-value below which a person should look."""


def results(  # noqa: PLR0917
    benchmarks: Annotated[
        list[str] | None, typer.Argument(help="Benchmarks or families; all without any.")
    ] = None,
    model: Annotated[list[str] | None, typer.Option("-m", "--model", help="Only these.")] = None,
    by: Annotated[
        Literal["type", "month", "subset", "position", "problem"] | None,
        typer.Option(help="Break down by type, month, subset, place of the right answer, problem."),
    ] = None,
    variants: Annotated[
        bool, typer.Option("--variants", help="Compare variants pairwise, paired by problem.")
    ] = False,
    plot: Plot = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show scores, with intervals and all that is no score.

        porism results

        porism results porism-sample-choice --by position

        porism results porism-sample-images --variants --plot variants.svg

    The interval is the pooled normal one at 95 %, about these very problems. With --variants
    each model is compared with itself under another protocol, on the problems that both asked:
    the mean difference with its interval for problems like these, and p of the sign-flip test,
    adjusted (Holm) for how many comparisons a benchmark has.
    """
    from porism.cli.console import out, print_json
    from porism.report import results as found_in
    from porism.workspace import find_workspace

    store = find_workspace().store
    if variants:
        if by:
            raise typer.BadParameter("--variants has a table of its own: leave out --by")
        show_variants(store, benchmarks or [], model or [], plot, as_json)
        return
    if plot:
        raise typer.BadParameter("--plot draws variants: add --variants")
    rows = found_in(store, benchmarks or (), model or (), by)
    if as_json:
        print_json(rows)
    elif rows:
        show(rows, by)
        for note in retry_notes(store, rows):
            out().print(note, style="yellow")
    else:
        out().print("Nothing has been asked or imported yet; try: porism run --help")


def show_variants(
    store: Store, benchmarks: list[str], models: list[str], plot: Path | None, as_json: bool
) -> None:
    """Compare variants: print them, and draw them where that is wanted."""
    from porism.cli.console import print_json
    from porism.cli.sheet import show as show_sheet
    from porism.report.variants import variant_effects

    found = variant_effects(store, benchmarks, models)
    if as_json:
        print_json(found)
    else:
        show_sheet(variant_sheet(found), "table")
    if plot and found:
        draw_variants(found, plot)


def variant_sheet(found: Sequence[VariantEffect]) -> Sheet:
    """Return the table of variants against each other."""
    from porism.cli.sheet import Column, Sheet

    columns: dict[Column, Callable[[VariantEffect], Value]] = {
        Column("benchmark", "words"): lambda e: e.benchmark,
        Column("model", "words"): lambda e: e.model,
        Column("variant"): lambda e: e.variant,
        Column("less"): lambda e: e.against,
        Column("score %", "percent"): lambda e: e.score,
        Column("other %", "percent"): lambda e: e.score_against,
        Column("difference", "signed"): lambda e: e.difference,
        Column("95 % interval", "signed range"): lambda e: (e.low, e.high),
        Column("p", "number"): lambda e: e.p_value,
        Column("p adjusted", "number"): lambda e: e.p_adjusted,
        Column("problems", "count"): lambda e: e.problems,
    }
    rows = tuple(tuple(cell(effect) for cell in columns.values()) for effect in found)
    none = "No model was asked under two variants of a benchmark; try: porism run --variant NAME"
    told = "Paired by problem; the interval is about problems like these."
    return Sheet("", tuple(columns), rows, (told if found else none,))


def draw_variants(found: Sequence[VariantEffect], plot: Path) -> None:
    """Draw each model's score under one variant and under another."""
    from porism.report.charts import Change, change_chart

    changes = [
        Change(f"{e.model}: {e.against} to {e.variant} ({e.benchmark})", e.score_against, e.score)
        for e in found
    ]
    times = ("one variant", "the other")
    change_chart(changes, title="Variants", measure="mean score", times=times).save(plot)


def show(rows: Sequence[Result], by: str | None = None) -> None:
    """Print a table for each benchmark."""
    from porism.cli.console import out

    for (benchmark, variant), members in groupby(rows, lambda r: r.group[::2][:2]):
        listed = list(members)
        name = f"{benchmark} ({variant})" if variant else benchmark
        out().print(results_table(listed, by, name + origin(listed)))
        for note in notes(listed):
            out().print(f"  [dim]{note}[/dim]")


def origin(rows: Sequence[Result]) -> str:
    """Say of figures that are no measurement made here what they are."""
    if all(r.remarks.sample for r in rows):
        return " – sample data"
    return " – imported" if all(r.remarks.imported for r in rows) else ""


def results_table(rows: Sequence[Result], by: str | None, title: str) -> Table:
    """Return one benchmark's table."""
    from porism.cli.console import table, usd
    from porism.look.figures import count, percent

    columns = {
        by or "": lambda r: r.group.value,
        "model": lambda r: r.group.model + (" *" if r.remarks.unstable else ""),
        "score %": lambda r: percent(r.accuracy),
        "95 % interval": span,
        "chance %": lambda r: percent(r.chance),
        "attempts": lambda r: count(r.attempts),
        "tokens": lambda r: count(r.output_tokens),
        "cost": lambda r: usd(r.cost_usd),
        "without a verdict": unscored,
    }
    wanted = {
        "": False,
        "chance %": any(r.chance for r in rows),
        "tokens": any(r.output_tokens is not None for r in rows),
        "cost": any(r.cost_usd is not None for r in rows),
        "without a verdict": any(unscored(r) for r in rows),
    }
    shown = {name: cell for name, cell in columns.items() if wanted.get(name, True)}
    words = {by, "model", "without a verdict"}
    right = [name for name in shown if name not in words]
    made = table(*shown, right=right, wrap=["without a verdict"], title=title)
    for r in rows:
        made.add_row(*(cell(r) for cell in shown.values()))
    return made


def span(row: Result) -> str:
    """Write an interval."""
    from porism.look.figures import percent

    return "–" if row.low is None else f"{percent(row.low)} – {percent(row.high)}"


def unscored(row: Result) -> str:
    """Count the outcomes that are no verdict."""
    from porism.report.standing import NOT_SCORED

    found = [(row.outcomes.get(outcome, 0), outcome) for outcome in NOT_SCORED]
    return ", ".join(f"{n:,} {outcome}" for n, outcome in found if n)


def retry_notes(store: Store, rows: Sequence[Result]) -> list[str]:
    """Say where attempts that needed retries score otherwise than those that did not."""
    from porism.report import retry_effect

    known = store.benchmarks()
    said = []
    for name in sorted({r.group.benchmark for r in rows if r.retried}):
        found = retry_effect(store, known[name])
        if found is not None and found.p_value < NOTEWORTHY:
            points = f"{100 * abs(found.estimate):.0f} points"
            how = "lower" if found.estimate < 0 else "higher"
            said.append(
                f"{name}: attempts that needed retries score {points} {how} on the same problems "
                f"(p = {found.p_value:.2g}, {found.marked} attempts): look at the endpoint"
            )
    return said


def notes(rows: Sequence[Result]) -> list[str]:
    """Say what a reader of a table should know."""
    unstable = {r.group.model: r.remarks.unstable for r in rows if r.remarks.unstable}
    older = {r.group.model: r.remarks.older for r in rows if r.remarks.older}
    said = [f"* {model}: {why}; kept out of standings" for model, why in unstable.items()]
    said += [
        f"{model}: {n} attempts under other settings or prompts do not count"
        for model, n in older.items()
    ]
    return said
