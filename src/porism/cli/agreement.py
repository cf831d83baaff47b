"""``porism agreement``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli.benchmark_stats import Seed
from porism.cli.sheet import Column, Sheet, Value, show
from porism.cli.stats import Plot

if TYPE_CHECKING:
    from porism.report.marks import JudgeStudy, Mark
    from porism.stats.raters import JudgeAgreement

FIGURES = (
    Column("answers", "count"),
    Column("bias", "signed"),
    Column("bias, 95 %", "signed range"),
    Column("error", "percent"),
    Column("same mark", "percent"),
    Column("within one", "percent"),
    Column("kappa", "coefficient"),
)


def agreement(  # noqa: PLR0917 - options
    benchmarks: Annotated[
        list[str] | None, typer.Argument(help="Whose verdicts to compare with those of people.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", help="A CSV, JSONL or Parquet file of marks instead.")
    ] = None,
    person: Annotated[str, typer.Option(help="Its column of points by people.")] = "points",
    judge: Annotated[
        list[str] | None, typer.Option(help="Its columns of points by judges; repeat for several.")
    ] = None,
    most: Annotated[
        str, typer.Option("--max", help="Its column of highest marks, or one number for all.")
    ] = "max",
    judge_most: Annotated[
        float | None, typer.Option("--judge-max", min=0, help="Highest mark of judges, if another.")
    ] = None,
    problem: Annotated[str, typer.Option(help="Its column of problems.")] = "problem_id",
    model: Annotated[str, typer.Option(help="Its column of models.")] = "model",
    seed: Seed = 0,
    plot: Plot = None,
    before_after: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw scores before and after the review by people."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say how far judges agree with people, and to whom they are lenient.

        porism agreement usamo-2026

        porism agreement --file marks.csv --judge jury --max 7 --plot bias.svg

        porism agreement usamo-2026 --before-after review.svg

    From the store it takes every verdict of a grader or a jury, and every opinion of a judge,
    beside the newest verdict of a person on the same attempt.

    Bias is the mean of judge less person, in share of the points; kappa is Cohen's with
    quadratic weights; intervals draw whole problems again.
    """
    from numpy.random import default_rng

    from porism.cli.console import print_json
    from porism.report.marks import study_judges

    if file is not None:
        marks = marks_of(file, person, judge or [], most, judge_most, problem, model)
    else:
        marks = kept_marks(benchmarks or [])
    found = study_judges(marks, default_rng(seed))
    if plot:
        draw(found, plot)
    if before_after:
        from porism.report.charts import review_chart

        review_chart(marks, default_rng(seed)).save(before_after)
    if as_json:
        print_json([record(study) for study in found])
        return
    show(judge_sheet(found), "table")
    for study in found:
        if len(study.by_model) > 1:
            show(model_sheet(study), "table")


def marks_of(  # noqa: PLR0917 - as many as there are columns
    file: Path,
    person: str,
    judges: Sequence[str],
    most: str,
    judge_most: float | None,
    problem: str,
    model: str,
) -> list[Mark]:
    """Read a file of marks."""
    from porism.interop.gradings import Columns, read_gradings

    if not judges:
        raise typer.BadParameter("name the columns of judges", param_hint="--judge")
    try:
        highest: str | float = float(most)
    except ValueError:
        highest = most
    columns = Columns(person, tuple(judges), highest, judge_most, problem, model)
    return list(read_gradings(file, columns))


def kept_marks(benchmarks: Sequence[str]) -> list[Mark]:
    """Read the marks in the workspace's store."""
    from porism.errors import UnknownName
    from porism.report.marks import stored_marks
    from porism.workspace import find_workspace

    store = find_workspace().store
    known = store.benchmarks()
    for name in benchmarks:
        if name not in known:
            raise UnknownName("benchmark", name, known)
    return list(stored_marks(store, list(benchmarks) or sorted(known)))


def figures(found: JudgeAgreement) -> tuple[Value, ...]:
    """Return the cells of :data:`FIGURES`."""
    bias = found.bias
    return (
        found.count, bias.value, (bias.low, bias.high), found.error.value,
        found.exact.value, found.within_one.value, found.kappa.value,
    )  # fmt: skip


def judge_sheet(found: Sequence[JudgeStudy]) -> Sheet:
    """Return a row a judge."""
    rows = tuple((study.judge, *figures(study.overall), study.alpha) for study in found)
    columns = (Column("judge"), *FIGURES, Column("alpha", "coefficient"))
    return Sheet("Judges beside people", columns, rows)


def model_sheet(study: JudgeStudy) -> Sheet:
    """Return a row a model that a judge marked, the one it is most lenient to first."""
    parts = sorted(study.by_model, key=lambda part: -part[1].bias.value)
    rows = tuple((model or "–", *figures(found)) for model, found in parts)
    return Sheet(f"To whom {study.judge} is lenient", (Column("model"), *FIGURES), rows)


def record(study: JudgeStudy) -> dict[str, object]:
    """Return a study as JSON shows it."""
    from dataclasses import fields

    overall = {one.name: getattr(study.overall, one.name) for one in fields(study.overall)}
    return {"judge": study.judge, **overall, "alpha": study.alpha, "models": dict(study.by_model)}


def draw(found: Sequence[JudgeStudy], plot: Path) -> None:
    """Draw the biases."""
    from porism.report.charts import bias_chart

    several = len(found) > 1
    biases = {
        " – ".join(filter(None, (model, study.judge if several else ""))) or study.judge: part.bias
        for study in found
        for model, part in sorted(study.by_model, key=lambda part: -part[1].bias.value)
    }
    title = "Judges beside people" if several else f"{found[0].judge} beside people"
    bias_chart(biases, title=title).save(plot)
