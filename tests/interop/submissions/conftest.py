"""A store in which three have proved two problems, and nobody may know who."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from porism.core import Attempt
from porism.interop.imported import Source, attempt_id, cell_of, run_of
from porism.interop.responses import import_responses
from porism.store import Store
from tests.conftest import SHARED

PROOFS = SHARED / "data/proofs/realmath_eval_human_graded.jsonl"
PROBLEMS = ("realmath_3-07", "realmath_3-20")
REAL = ("qwen3-8b_t_1_1", "mistral-nemo-instruct_t_0.5")
SHORT = "mistral-nemo-instruct-t-0.5"
"""Whose second proof was cut short."""
BOASTER = "GPT-9 Ultra (max)"
WHEN = datetime(2026, 4, 1, tzinfo=UTC)


def records() -> Iterator[dict[str, str]]:
    """Yield real proofs, and two of a model that says who it is."""
    rows = [json.loads(line) for line in PROOFS.read_text(encoding="utf-8").splitlines()]
    statements = {row["problem_id"]: row["problem"] for row in rows}
    for row in rows:
        cut = (row["model"], row["problem_id"]) == (REAL[1], PROBLEMS[1])
        if row["problem_id"] in PROBLEMS and row["model"] in REAL and not cut:
            yield row | {"response": row["proof"], "problem": statements[row["problem_id"]]}
    for problem in PROBLEMS:
        proof = f"As **{BOASTER}** by OpenAI I say: $f(x)=\\frac{{1}}{{2}}$. 🚀 Signed, Ada Example"
        text = statements[problem]
        yield {"problem_id": problem, "problem": text, "model": BOASTER, "response": proof}


def fill(store: Store, folder: Path) -> None:
    """Import the proofs, and one attempt that was cut short."""
    path = folder / "recorded.jsonl"
    names = "problem_id", "problem", "model", "response"
    rows = [
        {"benchmark": "Contest 2026"} | {name: row[name] for name in names} for row in records()
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    source = Source(file=path.name, when=WHEN)
    import_responses(store, path, source)
    cell = cell_of("contest-2026", PROBLEMS[1], SHORT, 1)
    store.add_cells([cell])
    late = Attempt(
        id=attempt_id(cell), cell=cell.digest(), run=run_of(source), benchmark=cell.benchmark,
        problem=cell.problem, model=cell.model, number=1, origin="imported", ending="truncated",
        started_at=WHEN, duration_s=0,
    )  # fmt: skip
    store.add_attempt(late, None).result()


@pytest.fixture(scope="session")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The store; tests only read it."""
    folder = tmp_path_factory.mktemp("contest")
    with Store(folder / "porism.db") as store:
        fill(store, folder)
        yield store
