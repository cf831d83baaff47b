"""Result files of LiveMathematicianBench: a model's attempts out, theirs in."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from porism.benchmarks.choices import Choices, present
from porism.benchmarks.livemathematician_results import (
    Result,
    ResultFile,
    Sample,
    TestInfo,
    read_results,
    write_results,
)
from porism.core import Attempt, Benchmark, Problem, Transcript, Usage, Verdict, assistant, user
from porism.errors import ConfigurationError, DefinitionError
from porism.interop.imported import (
    Imported,
    Report,
    Source,
    attempt_id,
    cell_of,
    keep,
    model_of,
    run_of,
    slug,
)
from porism.report.standing import standing_now
from porism.store import Filter, Line, Store


def export_results(store: Store, benchmark: Benchmark, model: str, path: Path) -> int:
    """Write a model's attempts in the form of that project and return how many items there are.

    Raises:
        ConfigurationError: the model has no attempt here, or there are no choices.
    """
    attempts, _ = standing_now(store, [benchmark.id])
    standing = set(attempts.filter("stands")["attempt"])
    lines = [
        line
        for line in store.attempts(Filter(benchmark=benchmark.id, model=model, variant=""))
        if line.id in standing
    ]
    problems = {problem.id: problem for problem in store.problems(benchmark.id)}
    by_problem = sorted(lines, key=lambda line: (line.problem, line.number))
    items = [
        item_of(store, problems[name], list(members))
        for name, members in groupby(by_problem, lambda line: line.problem)
    ]
    if not items:
        raise ConfigurationError(f"{model} has no attempts on {benchmark.id}")
    info = TestInfo(
        model=model,
        date=max(line.started_at for line in lines).date().isoformat(),
        month=f"{benchmark.published:%Y%m}",
    )
    write_results(path, ResultFile(test_info=info, detailed_results=tuple(items)))
    return len(items)


def item_of(store: Store, problem: Problem, lines: list[Line]) -> Result:
    """Return one item with all its samples."""
    choices = present(problem, lines[0].choices)
    if choices is None:
        raise ConfigurationError(f"problem {problem.id} has no choices; the form needs them")
    return Result(
        id=problem.id,
        theorem_type=problem.types[0] if problem.types else "all",
        correct_answer=choices.reference.label,
        samples=tuple(sample_of(store, line) for line in lines),
    )


def sample_of(store: Store, line: Line) -> Sample:
    """Return one attempt as a sample."""
    transcript = store.transcript(line.id)
    usage = store.attempt(line.id).usage
    total = None if usage.input is None or usage.output is None else usage.input + usage.output
    return Sample(
        model_answer=line.extracted if line.outcome == "graded" else None,
        is_correct=line.score == 1,
        raw_response=transcript.answer if transcript else None,
        prompt_tokens=usage.input,
        completion_tokens=usage.output,
        total_tokens=total,
        reasoning_tokens=usage.reasoning,
        elapsed_seconds=line.duration_s,
        error=line.error or (None if line.outcome == "graded" else line.outcome),
    )


def import_results(
    store: Store, path: Path, source: Source, benchmark: Benchmark, problems: Iterable[Problem]
) -> Report:
    """Keep the attempts of a result file of that project.

    Args:
        store: where to.
        path: the file.
        source: what to call it.
        benchmark: whose items they are.
        problems: its problems.

    Raises:
        DefinitionError: the file is no result file, or has an item that the benchmark lacks.
    """
    known = {problem.id: problem for problem in problems}
    file = read_results(path)
    model = model_of(file.test_info.model, source)
    found: list[Imported] = []
    for result in file.detailed_results:
        if result.id not in known:
            raise DefinitionError(f"{benchmark.id} has no item {result.id}", file=path)
        for number, sample in enumerate(result.samples, start=1):
            found.append(
                attempt_of(known[result.id], result, sample, number, benchmark, model.name, source)
            )
    return keep(store, source, [(benchmark, list(known.values()))], [model], found)


def attempt_of(  # noqa: PLR0913, PLR0917 - what an attempt is made of
    problem: Problem,
    result: Result,
    sample: Sample,
    number: int,
    benchmark: Benchmark,
    model: str,
    source: Source,
) -> Imported:
    """Return one sample as an attempt; an answer that is missing there failed there."""
    cell = cell_of(benchmark.id, problem.id, slug(model), number)
    answered = sample.model_answer is not None
    attempt = Attempt(
        id=attempt_id(cell),
        cell=cell.digest(),
        run=run_of(source),
        benchmark=benchmark.id,
        problem=problem.id,
        model=cell.model,
        number=number,
        origin="imported",
        ending="answered" if answered or sample.raw_response else "failed",
        error=sample.error or "",
        usage=Usage(
            input=sample.prompt_tokens,
            output=sample.completion_tokens,
            reasoning=sample.reasoning_tokens,
        ),
        started_at=source.when,
        duration_s=sample.elapsed_seconds or 0,
        choices=order_of(problem, result.correct_answer),
    )
    transcript = None
    if sample.raw_response:
        messages = (user(problem.statement), assistant(sample.raw_response))
        transcript = Transcript(origin="imported", messages=messages)
    said = (verdict_of(sample, source),) if attempt.ending == "answered" else ()
    return Imported(attempt, transcript, said, cell)


def order_of(problem: Problem, label: str) -> str:
    """Return the order of the choices if ours puts the right one where theirs does.

    Their files tell the letter of the right choice but not the order of the others.
    """
    choices: Choices | None = present(problem)
    return choices.permutation if choices and choices.reference.label == label else ""


def verdict_of(sample: Sample, source: Source) -> Verdict:
    """Return what their file says of a sample."""
    if sample.model_answer is None:
        return Verdict(
            outcome="unparsed",
            reason=f"{source.file} read no letter from the answer",
            authority="imported",
            grader="imported",
        )
    return Verdict(
        outcome="graded",
        score=float(sample.is_correct),
        extracted=sample.model_answer,
        reason=f"{source.file} says so",
        authority="imported",
        grader="imported",
    )
