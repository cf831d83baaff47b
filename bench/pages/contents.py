"""A store of 100 models that were put to a benchmark, and snapshots of it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from bench.pages.answers import answer, statement
from porism.core import (
    Attempt,
    Benchmark,
    Cell,
    Endpoint,
    FinalAnswer,
    Folder,
    Model,
    Problem,
    Transcript,
    Usage,
    Verdict,
    assistant,
    user,
)
from porism.report.snapshot import take_snapshot
from porism.runner.manifest import circumstances
from porism.store import Store

NOW = datetime(2026, 11, 30, tzinfo=UTC)
MODELS, ATTEMPTS = 100, 4


def prepare(folder: Path, problems: int) -> None:
    """Fill a store, and take snapshots of it before and after a model is added."""
    with Store(folder / "store.db", clock=lambda: NOW) as store:
        asked = [
            Problem(id=str(n + 1), statement=statement(n), reference=FinalAnswer(answer="42"))
            for n in range(problems)
        ]
        store.record(benchmark(), asked)
        store.start_run("run", circumstances(NOW, ()))
        for number in range(MODELS):
            add(store, number, asked)
        take_snapshot(store, folder / "before")
        add(store, MODELS, asked)
        take_snapshot(store, folder / "after")


def benchmark() -> Benchmark:
    """Return the benchmark."""
    return Benchmark(
        id="bench", name="Bench", kind="final_answer", published=NOW.date(),
        description="Made by hand.", prompt="final-answer", problems=Folder(),
    )  # fmt: skip


def model(number: int) -> Model:
    """Return a model."""
    name = f"model-{number:03}"
    return Model(
        id=name, name=f"Model {number}", developer=f"Developer {number % 12}",
        released=(NOW - timedelta(days=7 * number)).date(),
        endpoint=Endpoint(protocol="fake", model=name),
    )  # fmt: skip


def add(store: Store, number: int, problems: list[Problem]) -> None:
    """Add a model with all its attempts."""
    rng = Random(number)
    skill = rng.random()
    store.record_model(model(number))
    cells = list(owed(number, problems))
    store.add_cells([cell for cell, _ in cells])
    promises = [
        add_attempt(store, cell, problem, rng, skill / (1 + int(problem.id) / len(problems)))
        for cell, problem in cells
    ]
    for promise in promises:
        promise.result()


def owed(number: int, problems: list[Problem]) -> Iterator[tuple[Cell, Problem]]:
    """Yield the places of a model's attempts."""
    for problem in problems:
        for n in range(1, ATTEMPTS + 1):
            yield Cell(
                benchmark="bench", problem=problem.id, revision=1, model=f"model-{number:03}",
                asks="a", prompt="p", number=n,
            ), problem  # fmt: skip


def add_attempt(
    store: Store, cell: Cell, problem: Problem, rng: Random, chance: float
) -> Future[None]:
    """Add one attempt, right by chance."""
    right = rng.random() < chance
    attempt = Attempt(
        id=cell.digest()[:16], cell=cell.digest(), run="run", benchmark=cell.benchmark,
        problem=cell.problem, model=cell.model, number=cell.number, origin="fake",
        ending="answered", finish_reason="stop", started_at=NOW, duration_s=rng.random() * 100,
        usage=Usage(input=100, output=rng.randint(500, 9000)), cost_usd=None,
    )  # fmt: skip
    asked = user(f"{problem.statement}\n\nPut the final answer in \\boxed{{}}.")
    said = Transcript(origin="fake", messages=(asked, assistant(answer(rng, right=right))))
    verdict = Verdict(
        outcome="graded", score=float(right), extracted="42", reading="42",
        reference_reading="42", rule="exact-integer", reason="The answer 42 is the reference 42.",
        grader="rules",
    )  # fmt: skip
    return store.add_attempt(attempt, said, verdict)
