"""``porism import``."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from porism.interop.imported import Report, Source

app = typer.Typer(
    help="Bring in results and responses that were made elsewhere.", no_args_is_help=True
)

When = Annotated[
    datetime | None,
    typer.Option("--date", formats=["%Y-%m-%d"], help="When they were made; today without it."),
]
Published = Annotated[
    datetime | None,
    typer.Option(
        formats=["%Y-%m-%d"],
        help="First day on which the problems could be read; without it not known.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def responses(
    files: Annotated[list[Path], typer.Argument(help="JSONL files.")],
    when: When = None,
    published: Published = None,
    as_json: AsJson = False,
) -> None:
    """Keep recorded responses as attempts, and grade them.

        porism import responses recorded/*.jsonl && porism results

    A line is an object with problem_id, model, response, and as far as known benchmark,
    problem, options, gold, run, label, tokens, cost_usd. Importing a file twice adds
    nothing.
    """
    from porism.interop.responses import import_responses
    from porism.workspace import find_workspace

    store = find_workspace().store
    sources = [(path, source(path, when, published)) for path in files]
    told([import_responses(store, path, made) for path, made in sources], as_json)


@app.command()
def results(
    file: Annotated[Path, typer.Argument(help="A CSV file.")],
    benchmark: Annotated[
        str | None,
        typer.Option("-b", "--benchmark", help="Whose results; named after the file without it."),
    ] = None,
    when: When = None,
    published: Published = None,
    as_json: AsJson = False,
) -> None:
    """Keep a table of right and wrong runs as attempts.

        porism import results runs.csv --benchmark aime-2026

        porism import results spring.csv --published 2026-02-05

    Columns: model, question, runs, correct, and if known input_tokens, output_tokens,
    cost_usd, date.
    """
    from porism.interop.tallies import import_results
    from porism.workspace import find_workspace

    workspace = find_workspace()
    target = workspace.benchmarks.get(benchmark) if benchmark else None
    made = source(file, when, published)
    told([import_results(workspace.store, file, made, target)], as_json)


@app.command()
def livemathematician(
    file: Annotated[Path, typer.Argument(help="A result file of that project.")],
    benchmark: Annotated[str, typer.Option("-b", "--benchmark", help="Whose items they are.")],
    when: When = None,
    as_json: AsJson = False,
) -> None:
    """Keep the attempts of a result file of LiveMathematicianBench.

    porism import livemathematician accuracy.json -b livemathematicianbench-2026-02
    """
    from porism.interop.livemathematician import import_results
    from porism.workspace import find_workspace

    workspace = find_workspace()
    target = workspace.benchmarks.get(benchmark)
    problems = workspace.problems(target)
    report = import_results(workspace.store, file, source(file, when), target, problems)
    told([report], as_json)


def source(path: Path, when: datetime | None, published: datetime | None = None) -> Source:
    """Name a file as the source of what is in it."""
    from porism.interop.imported import Source

    day = (when or datetime.now(UTC)).date()
    return Source(
        file=path.name,
        when=datetime.combine(day, datetime.min.time(), UTC),
        published=published.date() if published else None,
    )


def told(reports: list[Report], as_json: bool) -> None:
    """Say what was imported."""
    from porism.cli.console import out, print_json
    from porism.look.figures import count, plural

    if as_json:
        print_json(reports)
        return
    for report in reports:
        there = f", {count(report.present)} were there already" if report.present else ""
        out().print(
            f"{plural(report.added, 'attempt')} of {plural(len(report.models), 'model')} on "
            f"{', '.join(report.benchmarks)} imported{there}."
        )
    out().print("Look at them with: porism results")
