"""The tables and documents of ``porism stats``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porism.cli.sheet import Column, Sheet, Value

if TYPE_CHECKING:
    from porism.report.studies import BenchmarkRanks, ItemResponse
    from porism.stats.calibration import Calibration
    from porism.stats.irt.ablation import AblationStudy


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


def ablation_names(benchmarks: tuple[str, ...]) -> dict[str, str]:
    """Say which benchmark a variant leaves out; the study has but its number."""
    return {f"without benchmark {n}": f"without {name}" for n, name in enumerate(benchmarks)}


def ablation_sheet(study: AblationStudy, benchmarks: tuple[str, ...]) -> Sheet:
    """Return a row a variant, and one for the prediction that fits nothing."""
    names = ablation_names(benchmarks)
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
