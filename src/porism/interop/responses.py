"""``porism import responses``: recorded answers with their right answers, graded here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from string import ascii_uppercase

from pydantic import ConfigDict, Field, JsonValue

from porism.benchmarks.choices import PLACES, Choices, present
from porism.core import (
    Attempt,
    Benchmark,
    FinalAnswer,
    Model,
    MultipleChoice,
    Noun,
    Problem,
    ProofScheme,
    Provenance,
    Reference,
    Transcript,
    Usage,
    Verdict,
    assistant,
    user,
)
from porism.errors import DefinitionError
from porism.grading import EXACT, grade, requested
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
from porism.records import read_jsonl
from porism.runner.grade import grade_answer
from porism.store import Store

CHOICE = re.compile(r"(?m)(?:^|[\s(])([A-J])\s*[.:)．、]")


class Tokens(Noun):
    """What a recorded response took."""

    input: int | None = Field(None, ge=0)
    output: int | None = Field(None, ge=0)


class Recorded(Noun):
    """One line: a response and what it answers. Fields that are not named here are passed over."""

    model_config = ConfigDict(extra="ignore")

    benchmark: str = "imported"
    problem_id: str = Field(min_length=1)
    problem: str = ""
    options: tuple[str, ...] = Field((), max_length=len(ascii_uppercase))
    gold: str | None = None
    model: str = Field(min_length=1)
    response: str
    run: int | None = Field(None, ge=0)
    label: bool | None = None
    """What the file holds the response to be."""
    label_by: str = "label"
    finish_reason: str = ""
    tokens: Tokens = Tokens()
    cost_usd: Decimal | None = Field(None, ge=0)
    source: str = ""


class Graded(Noun):
    """One line for ``porism grade --jsonl``."""

    model_config = ConfigDict(extra="allow")

    response: str
    gold: str
    problem: str = ""
    """Its text, for the rounding that it asks for."""


def graded_lines(path: Path) -> Iterator[dict[str, JsonValue]]:
    """Yield each object of a file with its verdict.

    Raises:
        DefinitionError: a line is not such an object.
    """
    for _, line in read_jsonl(path, Graded):
        verdict = grade(line.response, line.gold, decimals=requested(line.problem) or EXACT)
        yield {**line.model_dump(mode="json"), "verdict": verdict.model_dump(mode="json")}


def import_responses(store: Store, path: Path, source: Source) -> Report:
    """Keep recorded responses as attempts, graded by our rules beside their own labels.

    Raises:
        DefinitionError: a line is no such record, or contradicts an earlier one.
    """
    reader = Reader(path, source)
    for line, record in read_jsonl(path, Recorded):
        reader.take(line, record)
    return keep(store, source, reader.benchmarks(), reader.models.values(), reader.found)


class Reader:
    """Turns records into problems, models and attempts."""

    def __init__(self, path: Path, source: Source) -> None:
        self._path, self._source = path, source
        self._problems: dict[tuple[str, str], tuple[int, Problem]] = {}
        self._targets: dict[str, Benchmark] = {}
        self._counts: Counter[tuple[str, str, str]] = Counter()
        self.models: dict[str, Model] = {}
        self.found: list[Imported] = []

    def benchmarks(self) -> Iterator[tuple[Benchmark, list[Problem]]]:
        """Yield each benchmark with its problems in the order of the file."""
        for name, benchmark in self._targets.items():
            yield benchmark, [p for (b, _), (_, p) in self._problems.items() if b == name]

    def take(self, line: int, record: Recorded) -> None:
        """Add one record."""
        problem = self._problem(line, record)
        target = self._targets.setdefault(
            record.benchmark,
            benchmark_of(record.benchmark, problem.reference.kind, self._source),
        )
        self.models.setdefault(record.model, model_of(record.model, self._source))
        place = record.benchmark, record.problem_id, record.model
        self._counts[place] += 1
        number = self._counts[place]
        self.found.append(self._attempt(record, number, problem, target))

    def _problem(self, line: int, record: Recorded) -> Problem:
        problem = problem_of(record)
        key = record.benchmark, record.problem_id
        first, known = self._problems.setdefault(key, (line, problem))
        if known != problem:
            raise DefinitionError(
                f"problem {record.problem_id} has another text or right answer on line {first}",
                file=self._path,
                line=line,
            )
        return known

    def _attempt(
        self, record: Recorded, number: int, problem: Problem, target: Benchmark
    ) -> Imported:
        cell = cell_of(target.id, problem.id, slug(record.model), number)
        choices = present(problem, stored_order(problem))
        answered = bool(record.response.strip())
        attempt = Attempt(
            id=attempt_id(cell),
            cell=cell.digest(),
            run=run_of(self._source),
            benchmark=target.id,
            problem=problem.id,
            model=cell.model,
            number=number,
            origin="imported",
            ending="answered" if answered else "empty",
            finish_reason=record.finish_reason,
            usage=Usage(input=record.tokens.input, output=record.tokens.output),
            cost_usd=record.cost_usd,
            started_at=self._source.when,
            duration_s=0,
            choices=choices.permutation if choices else "",
        )
        transcript = Transcript(
            origin="imported", messages=(user(problem.statement), assistant(record.response))
        )
        said = verdicts(record, problem, choices, target) if answered else ()
        return Imported(attempt, transcript, said, cell)


def problem_of(record: Recorded) -> Problem:
    """Return the problem that a record answers."""
    origin = Provenance(source=record.source.split("@")[0])
    return Problem(
        id=record.problem_id,
        statement=record.problem,
        reference=reference_of(record),
        provenance=origin,
    )


def reference_of(record: Recorded) -> Reference:
    """Tell from a record what kind of answer is asked for."""
    gold = record.gold
    if gold is None:
        return ProofScheme()
    letters = ascii_uppercase[: len(record.options)] or "".join(
        sorted(set(CHOICE.findall(record.problem)))
    )
    if len(gold) == 1 and gold in letters and len(letters) > 1:
        if not record.options:
            return MultipleChoice(label=gold, labels=letters)
        right = letters.index(gold)
        wrong = (*record.options[:right], *record.options[right + 1 :])
        return MultipleChoice(
            correct=record.options[right], distractors=wrong, label=gold, labels=letters
        )
    return FinalAnswer(answer=gold)


def stored_order(problem: Problem) -> str:
    """Return the order in which the file showed the choices: as they stand, none shuffled."""
    reference = problem.reference
    if not isinstance(reference, MultipleChoice) or not reference.distractors:
        return ""
    right = reference.labels.index(reference.label)
    others = list(range(1, len(reference.distractors) + 1))
    return "".join(PLACES[place] for place in [*others[:right], 0, *others[right:]])


def verdicts(
    record: Recorded, problem: Problem, choices: Choices | None, target: Benchmark
) -> tuple[Verdict, ...]:
    """Return what the file says and what our rules say, with a flag where they differ."""
    label = label_of(record)
    if isinstance(problem.reference, ProofScheme):
        return label
    ours = grade_answer(record.response, problem, choices, target)
    if label and ours.score is not None and ours.score != label[0].score:
        ours = ours.model_copy(update={"flags": (*ours.flags, "label-differs")})
    return (*label, ours)


def label_of(record: Recorded) -> tuple[Verdict, ...]:
    """Return the file's own verdict, if it has one."""
    if record.label is None:
        return ()
    said = Verdict(
        outcome="graded",
        score=float(record.label),
        reason=f"the imported file says so ({record.label_by})",
        authority="imported",
        grader="imported",
    )
    return (said,)
