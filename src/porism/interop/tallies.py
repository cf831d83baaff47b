"""``porism import results``: tables of how many runs were right."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

from pydantic import Field

from porism.core import Attempt, Benchmark, FinalAnswer, Model, Noun, Problem, Usage, Verdict
from porism.errors import DefinitionError
from porism.interop.imported import (
    Imported,
    Report,
    Source,
    attempt_id,
    benchmark_of,
    cell_of,
    keep,
    model_of,
    run_of,
    slug,
)
from porism.records import read_csv
from porism.store import Store


class Row(Noun):
    """A model's runs on one question."""

    model: str = Field(min_length=1)
    question: str = Field(min_length=1)
    runs: int = Field(ge=1, le=100_000)
    correct: int = Field(ge=0)
    input_tokens: float | None = Field(None, ge=0)
    """Mean of a run."""
    output_tokens: float | None = Field(None, ge=0)
    """Mean of a run."""
    cost_usd: Decimal | None = Field(None, ge=0)
    """All runs together."""
    day: date | None = Field(None, alias="date")


def import_results(
    store: Store, path: Path, source: Source, benchmark: Benchmark | None = None
) -> Report:
    """Keep the runs of a table as attempts whose transcripts are not known.

    Args:
        store: where to.
        path: CSV with the columns model, question, runs, correct, and if known
            input_tokens, output_tokens (means), cost_usd (sum), date.
        source: what to call the file, and when the runs were made if no row says so.
        benchmark: whose results they are; one named after the file without it.

    Raises:
        DefinitionError: a row cannot be, or a model's question is there twice.
    """
    target = benchmark or benchmark_of(path.stem, "final_answer", source)
    found: list[Imported] = []
    models: dict[str, Model] = {}
    problems: dict[str, Problem] = {}
    seen: dict[tuple[str, str], int] = {}
    for line, row in read_csv(path, Row):
        key = row.model, row.question
        if key in seen:
            raise DefinitionError(
                f"{row.model} on {row.question} is also on line {seen[key]}", file=path, line=line
            )
        if row.correct > row.runs:
            raise DefinitionError(
                f"{row.correct} right of {row.runs} runs", file=path, line=line, key="correct"
            )
        seen[key] = line
        models.setdefault(row.model, model_of(row.model, source))
        problems.setdefault(
            row.question, Problem(id=row.question, reference=FinalAnswer(answer=""))
        )
        found += runs_of(row, target.id, source, f"{path.name}:{line}")
    return keep(store, source, [(target, list(problems.values()))], models.values(), found)


def runs_of(row: Row, benchmark: str, source: Source, place: str) -> list[Imported]:
    """Return one attempt a run, the right ones first: a table does not say which were right."""
    reason = f"{place}: {row.correct} of {row.runs} runs right"
    return [one_run(row, number, benchmark, source, reason) for number in range(1, row.runs + 1)]


def one_run(row: Row, number: int, benchmark: str, source: Source, reason: str) -> Imported:
    """Return one run."""
    cell = cell_of(benchmark, row.question, slug(row.model), number)
    attempt = Attempt(
        id=attempt_id(cell),
        cell=cell.digest(),
        run=run_of(source),
        benchmark=benchmark,
        problem=row.question,
        model=cell.model,
        number=number,
        origin="imported",
        ending="answered",
        usage=Usage(input=whole(row.input_tokens), output=whole(row.output_tokens)),
        cost_usd=None if row.cost_usd is None else row.cost_usd / row.runs,
        started_at=when(row, source),
        duration_s=0,
    )
    right = number <= row.correct
    verdict = Verdict(
        outcome="graded", score=right, reason=reason, authority="imported", grader="imported"
    )
    return Imported(attempt, None, (verdict,), cell)


def when(row: Row, source: Source) -> datetime:
    """Return the day of a row, or what is said of the whole file."""
    if row.day is None:
        return source.when
    return datetime.combine(row.day, source.when.timetz())


def whole(value: float | None) -> int | None:
    """Round a mean."""
    return None if value is None else round(value)
