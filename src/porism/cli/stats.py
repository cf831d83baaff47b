"""``porism stats``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli import benchmark_stats
from porism.cli.benchmark_stats import Seed, asked, printed
from porism.cli.leaderboard import AsJson, From, frozen
from porism.cli.sheet import show
from porism.cli.snapshot import AsOf
from porism.cli.study_sheets import (
    ability_sheet,
    ablation_names,
    ablation_sheet,
    calibration_sheet,
    found_calibration,
    problem_sheet,
    rank_sheet,
    records,
)

if TYPE_CHECKING:
    from porism.report.snapshot import Snapshot
    from porism.report.studies import BenchmarkRanks


def drawable(path: Path | None) -> Path | None:
    """Refuse a file that no chart can be written to, before a study is made."""
    if path is not None:
        from porism.report.charts import form_of

        form_of(path)
    return path


Plot = Annotated[
    Path | None,
    typer.Option(
        "--plot", callback=drawable, help="Draw it too, to a .svg, .png, .html or .json file."
    ),
]

app = typer.Typer(help="Study the figures: how far they can be trusted.", no_args_is_help=True)


for study in (
    benchmark_stats.runs,
    benchmark_stats.problems,
    benchmark_stats.room,
    benchmark_stats.jumps,
    benchmark_stats.alike,
):
    app.command()(study)


@app.callback()
def stats() -> None:
    """Hold the studies."""


@app.command()
def calibrate(  # noqa: PLR0917 - options
    as_of: AsOf = None,
    snapshot: From = None,
    simulations: Annotated[
        int, typer.Option(min=1, max=100_000, help="Re-evaluations of each pair.")
    ] = 1000,
    seed: Seed = 0,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Say how often intervals cover what they promise, on problems like yours.

        porism stats calibrate

        porism stats calibrate --plot coverage.svg

    Every pair of a model and a benchmark with four runs a question is evaluated again and
    again by simulation, with success probabilities from a fitted two-parameter model.
    """
    from numpy.random import default_rng

    from porism.cli.console import print_json
    from porism.report.studies import calibration

    found = calibration(frozen(snapshot, as_of), default_rng(seed), simulations)
    if plot:
        from porism.report.charts import calibration_chart

        calibration_chart(found).save(plot)
    if as_json:
        print_json(found_calibration(found))
    else:
        show(calibration_sheet(found), "table")


@app.command()
def ranks(  # noqa: PLR0917 - options
    benchmark: Annotated[
        str | None, typer.Argument(help="One benchmark; all live ones without.")
    ] = None,
    as_of: AsOf = None,
    snapshot: From = None,
    seed: Seed = 0,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Rank models on a benchmark, with the ranks that the data allow and who is tied.

        porism stats ranks aime-2026

        porism stats ranks aime-2026 --plot ranks.svg

    Paired sign-flip tests of every two models keep the runs of a problem together; Holm's
    correction makes all rank intervals hold at once at 95 %.
    """
    from numpy.random import default_rng

    from porism.cli.console import print_json
    from porism.report import studies

    read = frozen(snapshot, as_of) if benchmark is None else asked(snapshot, as_of, benchmark)
    found = studies.ranks(read, default_rng(seed), benchmark)
    if plot:
        from porism.report.charts import rank_chart

        one = only(found)
        title = read.benchmarks[one.benchmark].name
        rank_chart(names_of(read, one.models), one.ranking, title=title).save(plot)
    sheets = [rank_sheet(one) for one in found]
    if as_json:
        print_json([{"benchmark": sheet.title, "models": records(sheet)} for sheet in sheets])
    else:
        for sheet in sheets:
            show(sheet, "table")


@app.command()
def irt(  # noqa: PLR0917 - options
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Vary form, priors and data of the fit.")
    ] = False,
    as_of: AsOf = None,
    snapshot: From = None,
    seed: Seed = 0,
    plot: Plot = None,
    plot_problems: Annotated[
        Path | None,
        typer.Option("--plot-problems", callback=drawable, help="Draw the problems likewise."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Fit abilities of models and difficulties of problems on one scale.

    porism stats irt --plot abilities.svg --plot-problems problems.html

    porism stats irt --ablate --plot ablation.svg
    """
    from numpy.random import default_rng

    from porism.report import charts
    from porism.report.studies import ablation, item_response

    read = frozen(snapshot, as_of)
    if ablate:
        scores, study = ablation(read, default_rng(seed))
        sheets = [ablation_sheet(study, scores.benchmarks)]
        if plot:
            charts.ablation_chart(study, ablation_names(scores.benchmarks)).save(plot)
    else:
        found = item_response(read)
        sheets = [ability_sheet(found), problem_sheet(found)]
        if plot:
            charts.ability_chart(names_of(read, found.scores.models), found.fit).save(plot)
        if plot_problems:
            problems = [" ".join(place) for place in found.scores.problems]
            charts.problem_chart(problems, found.fit).save(plot_problems)
    printed(sheets, as_json)


def only(found: list[BenchmarkRanks]) -> BenchmarkRanks:
    """Return the one benchmark that is to be drawn."""
    if len(found) > 1:
        names = ", ".join(one.benchmark for one in found)
        raise typer.BadParameter(f"name one benchmark to draw: {names}", param_hint="--plot")
    return found[0]


def names_of(snapshot: Snapshot, models: Sequence[str]) -> list[str]:
    """Return what models are called."""
    return [snapshot.models[model].name for model in models]
