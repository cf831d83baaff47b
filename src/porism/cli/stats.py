"""``porism stats``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli.leaderboard import AsJson, From, frozen
from porism.cli.sheet import Column, Sheet, Value, show
from porism.cli.snapshot import AsOf

if TYPE_CHECKING:
    from numpy.random import Generator

    from porism.report.studies import BenchmarkRanks, ItemResponse
    from porism.stats.calibration import Calibration
    from porism.stats.irt.ablation import AblationStudy

Seed = Annotated[int, typer.Option(min=0, help="Of all randomness: the same figures again.")]

app = typer.Typer(help="Study the figures: how far they can be trusted.", no_args_is_help=True)


@app.callback()
def stats() -> None:
    """Hold the studies."""


@app.command()
def calibrate(
    as_of: AsOf = None,
    snapshot: From = None,
    simulations: Annotated[
        int, typer.Option(min=1, max=100_000, help="Re-evaluations of each pair.")
    ] = 1000,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Say how often intervals cover what they promise, on problems like yours.

        porism stats calibrate

    Every pair of a model and a benchmark with four runs a question is evaluated again and
    again by simulation, with success probabilities from a fitted two-parameter model.
    """
    from porism.cli.console import print_json
    from porism.report.studies import calibration

    found = calibration(frozen(snapshot, as_of), generator(seed), simulations)
    if as_json:
        print_json(found_calibration(found))
    else:
        show(calibration_sheet(found), "table")


@app.command()
def ranks(
    benchmark: Annotated[
        str | None, typer.Argument(help="One benchmark; all live ones without.")
    ] = None,
    as_of: AsOf = None,
    snapshot: From = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Rank models on a benchmark, with the ranks that the data allow and who is tied.

        porism stats ranks aime-2026

    Paired sign-flip tests of every two models keep the runs of a problem together; Holm's
    correction makes all rank intervals hold at once at 95 %.
    """
    from porism.cli.console import print_json
    from porism.errors import UnknownName
    from porism.report import studies

    read = frozen(snapshot, as_of)
    if benchmark is not None and benchmark not in read.benchmarks:
        raise UnknownName("benchmark", benchmark, read.benchmarks)
    sheets = [rank_sheet(one) for one in studies.ranks(read, generator(seed), benchmark)]
    if as_json:
        print_json([{"benchmark": sheet.title, "models": records(sheet)} for sheet in sheets])
    else:
        for sheet in sheets:
            show(sheet, "table")


@app.command()
def irt(
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Vary form, priors and data of the fit.")
    ] = False,
    as_of: AsOf = None,
    snapshot: From = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Fit abilities of models and difficulties of problems on one scale.

    porism stats irt

    porism stats irt --ablate
    """
    from porism.cli.console import print_json
    from porism.report.studies import ablation, item_response

    read = frozen(snapshot, as_of)
    if ablate:
        scores, study = ablation(read, generator(seed))
        sheets = [ablation_sheet(study, scores.benchmarks)]
    else:
        found = item_response(read)
        sheets = [ability_sheet(found), problem_sheet(found)]
    if as_json:
        print_json({sheet.title: records(sheet) for sheet in sheets})
    else:
        for sheet in sheets:
            show(sheet, "table")


def generator(seed: int) -> Generator:
    """Return the source of all randomness of a command."""
    import numpy as np

    return np.random.default_rng(seed)


def records(sheet: Sheet) -> list[dict[str, object]]:
    """Return the rows with their columns' names."""
    names = [column.name for column in sheet.columns]
    return [dict(zip(names, row, strict=True)) for row in sheet.rows]


def found_calibration(found: Calibration) -> dict[str, object]:
    """Return the whole study, all levels included."""
    return {
        "pairs": found.coverage_by_pair.shape[-1],
        "simulations": found.simulations,
        "levels": found.levels.tolist(),
        "methods": {
            name: {"coverage": found.coverage[n].tolist(), "width": found.width[n].tolist()}
            for n, name in enumerate(found.methods)
        },
    }


def calibration_sheet(found: Calibration) -> Sheet:
    """Return the coverage of each method at a few levels, and its width at the last but one."""
    shown = [n for n, level in enumerate(found.levels) if level in (0.5, 0.8, 0.9, 0.95, 0.99)]
    at_95 = found.levels.tolist().index(0.95)
    columns = [Column(f"covers, of {100 * found.levels[n]:.0f} %", "percent") for n in shown]
    figures = zip(found.coverage[:, shown].tolist(), found.width[:, at_95].tolist(), strict=True)
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (name, *coverage, width)
        for name, (coverage, width) in zip(found.methods, figures, strict=True)
    )
    pairs = found.coverage_by_pair.shape[-1]
    title = f"{pairs} pairs of a model and a benchmark, {found.simulations} simulations each"
    return Sheet(title, (Column("interval"), *columns, Column("width at 95 %", "percent")), rows)


def rank_sheet(found: BenchmarkRanks) -> Sheet:
    """Return one benchmark's ranks."""
    order = sorted(range(len(found.models)), key=lambda n: (found.ranking.rank[n], found.models[n]))
    rows = tuple(
        (
            int(found.ranking.rank[n]),
            (int(found.ranking.low[n]), int(found.ranking.high[n])),
            found.models[n],
            float(found.ranking.score[n]),
            ", ".join(found.models[other] for other in found.ranking.tied_with(n)),
        )
        for n in order
    )
    columns = (
        Column("rank", "count"),
        Column("ranks 95 %", "range"),
        Column("model"),
        Column("score %", "percent"),
        Column("statistically tied with", "words"),
    )
    return Sheet(found.benchmark, columns, rows)


def ability_sheet(found: ItemResponse) -> Sheet:
    """Return a row a model, the best first."""
    import numpy as np

    fitted = found.fit
    columns = (
        Column("model"), Column("ability, logits", "number"), Column("± ability", "number"),
    )  # fmt: skip
    rows = tuple(
        (found.scores.models[n], float(fitted.ability[n]), float(fitted.ability_error[n]))
        for n in np.argsort(-fitted.ability, kind="stable")
    )
    return Sheet("abilities", columns, rows, found.notes)


def problem_sheet(found: ItemResponse) -> Sheet:
    """Return a row a problem, the hardest first."""
    import numpy as np

    fitted = found.fit
    figures = {
        "difficulty, logits": fitted.difficulty,
        "± difficulty": fitted.difficulty_error,
        "discrimination": fitted.discrimination,
        "± discrimination": fitted.discrimination_error,
    }
    columns = (
        Column("benchmark"), Column("problem"), *(Column(name, "number") for name in figures),
    )  # fmt: skip
    rows = tuple(
        (*found.scores.problems[n], *(float(values[n]) for values in figures.values()))
        for n in np.argsort(-fitted.difficulty, kind="stable")
    )
    note = f"{fitted.steps} steps to a gradient of {fitted.gradient_norm:.1g} successes"
    return Sheet("problems", columns, rows, (note,))


def ablation_sheet(study: AblationStudy, benchmarks: tuple[str, ...]) -> Sheet:
    """Return a row a variant, and one for the prediction that fits nothing."""
    names = {f"without benchmark {n}": f"without {name}" for n, name in enumerate(benchmarks)}
    rows = tuple(
        (
            names.get(one.name, one.name),
            one.standings.spearman,
            one.standings.kendall,
            one.largest_change,
            one.log_loss,
            one.error,
        )
        for one in study.variants
    )
    baseline = ("each problem's mean", None, None, None, study.baseline_log_loss,
                study.baseline_error)  # fmt: skip
    columns = (
        Column("variant"), Column("Spearman", "number"), Column("Kendall", "number"),
        Column("largest change %", "percent"), Column("log loss of a run", "number"),
        Column("error of a cell %", "percent"),
    )  # fmt: skip
    notes = tuple(f"{names.get(name, name)} cannot be fitted: {why}" for name, why in study.failed)
    title = f"standings against the reference, prediction of {study.held_out} held-out cells"
    return Sheet(title, columns, (*rows, baseline), notes)
