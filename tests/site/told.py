"""A small world: an exam and problems from papers, four dated models, and claims about them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from random import Random

from porism.core import (
    Attempt,
    Cell,
    Claim,
    Endpoint,
    FinalAnswer,
    Model,
    Problem,
    Provenance,
    Transcript,
    Usage,
    assistant,
    user,
)
from porism.store import Store
from tests.report.test_results import benchmark, verdicts

NOW = datetime(2025, 8, 1, tzinfo=UTC)
PEOPLE = {
    "who": "pupils",
    "points": 12,
    "scores": [2, 4, 6, 9, 12],
    "people": [10, 40, 30, 15, 5],
    "source": "https://example.org/people",
}
EXAM = benchmark("exam", published=date(2025, 1, 10), human=PEOPLE)
PAPERS = benchmark("papers", published=date(2025, 6, 1))
RELEASED = {
    "alpha": date(2024, 12, 1),
    "beta": date(2025, 3, 1),
    "gamma": date(2025, 7, 1),
    "delta": date(2025, 1, 1),
}
ABILITY = {"alpha": 0.35, "beta": 0.55, "gamma": 0.8, "delta": 0.5}
RUNS = 2


def problems() -> dict[str, list[Problem]]:
    """An exam's, and some from papers."""
    exam = [problem(f"{n}", f"What is ${n} - {n} + 1$?") for n in range(1, 13)]
    papers = [
        problem(
            f"p{n}",
            f"What is $1^{n}$?",
            types=("algebra",) if n % 2 else ("number theory",),
            provenance=Provenance(
                paper=f"2505.0000{n}v2",
                theorem=f"Theorem {n}.1",
                licence="CC BY 4.0",
                published=date(2025, 5, 10 + n),
            ),
        )
        for n in range(1, 9)
    ]
    return {"exam": exam, "papers": papers}


def problem(name: str, statement: str, **more: object) -> Problem:
    return Problem.model_validate(
        {"id": name, "statement": statement, "reference": FinalAnswer(answer="1"), **more}
    )


def claim(model: str, score: float, **more: object) -> Claim:
    facts = {"benchmark": "exam", "source": f"https://example.org/{model}", "date": NOW.date()}
    return Claim.model_validate({"model": model, "score": score, **facts, **more})


CLAIMS = (
    claim("alpha", 0.3, settings="one run"),
    claim("beta", 0.99, explanation="a vote over 64 runs"),
    claim("delta", 0.99),
)


def fill(store: Store) -> None:
    """Put everyone to everything, twice."""
    for one in (EXAM, PAPERS):
        store.record(one, problems()[one.id])
    for name, day in RELEASED.items():
        endpoint = Endpoint(protocol="openai-compatible", model=name, base_url="https://x.invalid")
        store.record_model(
            Model(id=name, name=name.title(), endpoint=endpoint, released=day,
                  open_weights=name == "alpha")
        )  # fmt: skip
    store.start_run("r", EXAM)
    for cell, outcome, attempt in attempts():
        said = Transcript(origin="fake", messages=(user("?"), assistant("It is $1$.")))
        store.add_cells([cell])
        store.add_attempt(attempt, said, *verdicts(outcome))


def attempts() -> Iterator[tuple[Cell, float | str, Attempt]]:
    """Every attempt with what came of it: right, wrong or cut off."""
    luck = Random(7)
    for model, ability in ABILITY.items():
        for name, asked in problems().items():
            for number, one in enumerate(asked):
                for run in range(1, RUNS + 1):
                    hard = ability - number / 40
                    outcome = "truncated" if luck.random() < 0.1 else int(luck.random() < hard)
                    yield attempt(model, name, one.id, run, outcome)


def attempt(
    model: str, of: str, problem: str, run: int, outcome: float | str
) -> tuple[Cell, float | str, Attempt]:
    cell = Cell(
        benchmark=of, problem=problem, revision=1, model=model, asks="a", prompt="p", number=run
    )
    made = Attempt(
        id=f"{model}-{of}-{problem}-{run}", cell=cell.digest(), run="r", benchmark=of,
        problem=problem, model=model, number=run, origin="fake",
        ending="truncated" if outcome == "truncated" else "answered", started_at=NOW, duration_s=2,
        cost_usd=Decimal("0.01") * len(model), usage=Usage(output=100 * run),
    )  # fmt: skip
    return cell, outcome, made
