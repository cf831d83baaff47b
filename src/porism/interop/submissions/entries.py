"""What a model hands in: one attempt at each problem, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from porism.core import Benchmark, Model, Problem, Verdict
from porism.errors import ConfigurationError, UnknownName, UserError
from porism.interop.submissions.key import Handed
from porism.report.marks import points_of
from porism.store import Filter, Store
from porism.store.rows import Line

ENDED_OTHERWISE = frozenset({"failed", "truncated", "refused", "empty"})
"""Outcomes of attempts that nothing is handed in of."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One problem of a submission."""

    problem: Problem
    handed: Handed
    text: str = ""
    """The proof as it was written; empty where nothing is handed in."""
    missing: str = ""
    """Why nothing is."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which attempts are handed in."""

    number: int = 1
    """First, second, third ... attempt."""
    variant: str = ""


def benchmark_of(store: Store, name: str) -> tuple[Benchmark, list[Problem]]:
    """Return a benchmark with the problems that count.

    Raises:
        UnknownName: nothing in the store is called so.
        UserError: it has no problems.
    """
    known = store.benchmarks()
    if name not in known:
        raise UnknownName("benchmark with attempts", name, known)
    problems = [problem for problem in store.problems(name) if problem.withdrawn is None]
    if not problems:
        raise UserError(f"{name} has no problems in the store")
    return known[name], problems


def models_of(store: Store, names: Sequence[str]) -> list[Model]:
    """Return models by their ids.

    Raises:
        UnknownName: none is called so.
        UserError: a model is named twice, or none is.
    """
    known = store.models()
    for name in names:
        if name not in known:
            raise UnknownName("model with attempts", name, known)
    if len(set(names)) != len(names) or not names:
        raise UserError("name each model once, with commas between: --models MODEL,MODEL")
    return [known[name] for name in names]


def entries(
    store: Store, benchmark: str, problems: Sequence[Problem], model: str, choice: Choice
) -> list[Entry]:
    """Return what a model hands in, a problem an entry.

    Raises:
        ConfigurationError: it would hand in nothing at all.
    """
    wanted = Filter(benchmark=benchmark, model=model, variant=choice.variant)
    lines = {line.problem: line for line in store.attempts(wanted) if line.number == choice.number}
    found = [_entry(store, problem, lines.get(problem.id)) for problem in problems]
    if not any(entry.text for entry in found):
        raise ConfigurationError(
            f"{model} has no answer to hand in at attempt {choice.number} of {benchmark}; "
            f"see porism attempts {benchmark} --model {model}"
        )
    return found


def _entry(store: Store, problem: Problem, line: Line | None) -> Entry:
    handed = Handed(problem=problem.id, points=Decimal(f"{points_of(problem.reference):g}"))
    if line is None or line.revision < problem.owed_since_revision:
        return Entry(problem, handed, missing="not attempted")
    if line.outcome in ENDED_OTHERWISE:
        return Entry(problem, handed, missing=line.outcome)
    transcript = store.transcript(line.id)
    text = transcript.answer if transcript else ""
    if not text.strip():
        return Entry(problem, handed, missing="no text is recorded")
    told = {"attempt": line.id, "revision": line.revision}
    return Entry(problem, handed.model_copy(update=told), text)


def people(store: Store, found: Sequence[Entry]) -> Iterator[str]:
    """Yield the names of those who judged what is handed in."""
    for entry in found:
        said: tuple[Verdict, ...] = store.verdicts(entry.handed.attempt or "")
        yield from (verdict.grader for verdict in said if verdict.authority == "person")


def names_of(model: Model) -> Iterator[str]:
    """Yield what a model may be called."""
    yield from (model.id, model.name, model.developer, model.endpoint.model)
    yield model.endpoint.model.rpartition("/")[2]
