"""``porism grade`` and ``porism regrade``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from typer._click.core import Context  # Typer brings its own Click

    from porism.core import Verdict
    from porism.grading import Finding
    from porism.runner.regrade import Regraded


class AnswerUnlessNamed(TyperGroup):
    """Takes what is no command of its own for an answer to grade."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Put the command that grades in front, where none is named."""
        if args and args[0] not in {*self.commands, "-h", "--help"}:
            args = ["answer", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=AnswerUnlessNamed,
    no_args_is_help=True,
    help=r"""Grade an answer, or check the references of a benchmark.

    porism grade --gold '\frac{1}{2}' 'So we get \boxed{0.5}.'

    porism grade lint porism-sample
""",
)


@app.command()
def answer(
    response: Annotated[str | None, typer.Argument(help="A response or a bare answer.")] = None,
    gold: Annotated[str | None, typer.Option(help="The right answer.")] = None,
    jsonl: Annotated[
        Path | None, typer.Option(help="A file of {response, gold, problem} objects, one a line.")
    ] = None,
    problem: Annotated[
        str, typer.Option(help="The problem's text, for the rounding that it asks for.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    r"""Grade an answer: how both sides are read, and what decides.

        porism grade --gold '\frac{1}{2}' 'So we get \boxed{0.5}.'

        porism grade --problem 'Round pi to two decimal places.' --gold '\pi' 3.14

        porism grade --jsonl answers.jsonl > verdicts.jsonl

    The word `answer` itself may be left out, unless the response is `lint`.
    """
    from porism.cli.console import print_json, print_json_lines
    from porism.errors import ConfigurationError
    from porism.grading import EXACT, grade, requested

    if jsonl is not None:
        from porism.interop.responses import graded_lines

        print_json_lines(graded_lines(jsonl))
        return
    if response is None or gold is None:
        raise ConfigurationError("give an answer and --gold, or --jsonl FILE")
    verdict = grade(response, gold, decimals=requested(problem) or EXACT)
    if as_json:
        print_json(verdict)
    else:
        show(verdict)


@app.command()
def lint(
    benchmarks: Annotated[list[str], typer.Argument(help="Benchmarks or families.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check references before they judge.

    Refuses what cannot be read, warns where a slip would be taken for the reference.

        porism grade lint porism-sample

    Ends with code 1 if a reference cannot be used.
    """
    from porism.cli.console import print_json
    from porism.grading import lint as check
    from porism.workspace import find_workspace

    workspace = find_workspace()
    chosen = [b for name in benchmarks for b in workspace.benchmarks.resolve(name)]
    found = [(b.id, f) for b in chosen for f in check(workspace.problems(b))]
    if as_json:
        print_json([{"benchmark": name, **vars_of(f)} for name, f in found])
    else:
        show_findings(found, len(chosen))
    if any(f.level == "error" for _, f in found):
        raise typer.Exit(1)


@app.command()
def hide(
    answers: Annotated[Path, typer.Argument(help="A CSV file with the columns id and answer.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Where the hidden answers go; a new file.")
    ],
) -> None:
    """Hide the answers of a private file, so that they can be compared and not be read.

        porism grade hide answers-private.csv -o benchmarks/euler/answers.csv

    Each answer becomes a salted hash of its value. The benchmark's file names the new file with
    `answers:` and says `withheld: true`. Short answers can still be guessed by whoever tries all.
    """
    from porism.cli.console import out
    from porism.interop.hiding import hide_answers
    from porism.look.figures import plural

    number = hide_answers(answers, output)
    out().print(f"{plural(number, 'answer')} hidden in {output}")


def vars_of(finding: Finding) -> dict[str, str]:
    """Return a finding's fields."""
    return {"problem": finding.problem, "level": finding.level, "text": finding.text}


def show_findings(found: list[tuple[str, Finding]], checked: int) -> None:
    """Print what a person should look at."""
    from rich.text import Text

    from porism.cli.console import out, table
    from porism.cli.printable import printable
    from porism.look.figures import plural

    made = table("benchmark", "problem", "level", "finding", wrap=("finding",))
    for name, f in found:
        style = "red" if f.level == "error" else "yellow"
        made.add_row(name, f.problem, Text(f.level, style=style), Text(printable(f.text)))
    if found:
        out().print(made)
    what = plural(len(found), "reference")
    out().print(f"{plural(checked, 'benchmark')} checked; {what} to look at.")


def show(verdict: Verdict) -> None:
    """Print one verdict."""
    from rich.table import Table
    from rich.text import Text

    from porism.cli.console import out
    from porism.cli.printable import printable

    words = {True: ("correct", "bold green"), False: ("wrong", "bold red")}
    word, style = words.get(verdict.score == 1, ("", ""))
    if verdict.score is None:
        word, style = verdict.outcome, "bold yellow"
    made = Table.grid(padding=(0, 2))
    facts = {
        "because": verdict.reason,
        "extracted": verdict.extracted or "",
        "read as": verdict.reading,
        "reference": verdict.reference_reading,
        "rule": verdict.rule,
        "flags": ", ".join(verdict.flags),
        "grader": f"{verdict.grader} v{verdict.version}",
    }
    for label, value in facts.items():
        if value:
            made.add_row(Text(label, style="dim"), Text(printable(value)))
    out().print(Text(word, style=style), made, sep="\n")


def regrade(
    benchmarks: Annotated[
        list[str] | None, typer.Argument(help="Benchmarks; all without any.")
    ] = None,
    since: Annotated[
        int | None,
        typer.Option(help="What a version before this one graded.", min=1, metavar="VERSION"),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes; one a core.", min=1, metavar="N")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Grade again what an older grader judged.

    Lists every verdict that changes.

        porism regrade

        porism regrade porism-sample --since 2

    No model is asked, and no earlier verdict is overwritten.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from porism.cli.console import print_json
    from porism.runner.regrade import regrade as regrade_all
    from porism.workspace import find_workspace

    store = find_workspace().store
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        done = regrade_all(store, executor, benchmarks or (), since)
    if as_json:
        print_json(done)
    else:
        show_changes(done)


def show_changes(done: Regraded) -> None:
    """Print what changed."""
    from rich.text import Text

    from porism.cli.console import out, table
    from porism.cli.printable import printable

    made = table(
        "attempt", "problem", "model", "before", "after", "because", wrap=("because", "model")
    )
    for change in done.changes:
        before = "–" if change.before is None else worth(change.before)
        reason = Text(printable(change.after.reason))
        made.add_row(
            change.attempt[:8], change.problem, change.model, before, worth(change.after), reason
        )
    if done.changes:
        out().print(made)
    out().print(f"{done.judged:,} attempts graded again; {len(done.changes):,} verdicts changed.")


def worth(verdict: Verdict) -> str:
    """Write a verdict in one word."""
    return verdict.outcome if verdict.score is None else f"{verdict.score:g}"
