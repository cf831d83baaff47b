"""Judges held against the people who marked the same answers."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

from porism.look.figures import NOTHING, count, ends, percent, signed
from porism.report.charts import review_chart
from porism.report.marks import JudgeStudy, Mark, points_of, published_marks, study_judges
from porism.site.pages.charts import Drawing, drawn
from porism.site.source import SEED, Place, Source
from porism.site.table import Column, Item, Row, Table
from porism.stats.raters import JudgeAgreement

MOST = 40
"""Lines of a drawing that a reader can take in."""
FIGURES = (
    Column("answers", "Answers", about="Marked by the judge and by a person."),
    Column("bias", "Bias, %", about="Mean of judge less person, in share of the points; the "
           "interval draws whole problems again (95 %). Above zero is generous."),
    Column("error", "Error, %", about="Mean distance of the two marks, in share of the points."),
    Column("same", "Same mark, %"),
    Column("near", "Within one point, %"),
    Column("kappa", "Kappa", about="Cohen's, with quadratic weights."),
)  # fmt: skip
JUDGES = (Column("judge", "Judge", "text"), *FIGURES,
          Column("alpha", "Alpha", about="Krippendorff's, with interval distances."))  # fmt: skip
WHOM = (Column("judge", "Judge", "text"), Column("model", "Model", "text"), *FIGURES)


@dataclass(frozen=True, slots=True)
class Judges:
    """What is known of the judges of a benchmark."""

    judges: Table
    whom: Table
    """Each judge on each model's answers."""
    review: tuple[Drawing, ...]
    """Scores before people looked at them, and after."""


def judges(source: Source, place: Place) -> Judges | None:
    """Hold the judges of a benchmark against people; nothing where people marked nothing."""
    from numpy.random import default_rng

    marks, graders = marks_of(source, place)
    if not marks:
        return None
    found = study_judges(marks, default_rng(SEED))
    whom = tuple(
        Row((Item(study.judge), Item(name_of(source, model)), *figures(one)))
        for study in found
        for model, one in sorted(study.by_model, key=lambda part: -part[1].bias.value)
    )
    final = [mark for mark in marks if mark.judge in graders]
    rows = len({(mark.judge, mark.model) for mark in final})
    return Judges(
        Table("judges", "Judges beside people", JUDGES, tuple(map(judge_row, found))).dense(),
        Table("lenient", "To whom each judge is lenient", WHOM, whom).dense(),
        tuple(drawn(lambda: review_chart(final, default_rng(SEED)))) if rows <= MOST else (),
    )


def marks_of(source: Source, place: Place) -> tuple[list[Mark], frozenset[str]]:
    """Return the marks on the attempts at a benchmark that stand, and who gave verdicts."""
    benchmark, variant = place
    attempts = source.attempts.filter("stands", benchmark=benchmark, variant=variant)
    # A person's verdict always stands: where none does, the large tables need not be read.
    if attempts.filter(authority="person").is_empty():
        return [], frozenset()
    verdicts, opinions = (source.evidence.table(name) for name in ("verdicts", "opinions"))
    if verdicts is None or opinions is None:
        return [], frozenset()
    points = {a.id: points_of(a.reference) for a in source.asked[benchmark].values()}
    marks = list(published_marks(attempts, verdicts, opinions, points))
    return marks, frozenset(verdicts["grader"].unique())


def judge_row(study: JudgeStudy) -> Row:
    """Return a judge's row."""
    alpha = Item() if study.alpha is None else Item(coefficient(study.alpha), value=study.alpha)
    return Row((Item(study.judge), *figures(study.overall), alpha), f"judge-{study.judge}")


def figures(found: JudgeAgreement) -> tuple[Item, ...]:
    """Return the items of :data:`FIGURES`."""
    bias, kappa = found.bias, found.kappa.value
    told = NOTHING if isnan(kappa) else coefficient(kappa)
    return (
        Item(count(found.count), value=found.count),
        Item(signed(bias.value), value=bias.value, note=ends(bias.low, bias.high)),
        Item(percent(found.error.value), value=found.error.value),
        Item(percent(found.exact.value), value=found.exact.value),
        Item(percent(found.within_one.value), value=found.within_one.value),
        Item(told, value=None if told == NOTHING else kappa),
    )


def coefficient(value: float) -> str:
    """Write a coefficient of agreement."""
    return f"{value:.2f}".replace("-", "−")


def name_of(source: Source, model: str) -> str:
    """Return a model's name as people are shown it."""
    return source.models[model].name if model in source.models else model
