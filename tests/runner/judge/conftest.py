"""A workspace with recorded proofs and a jury that is served by a loopback server or fakes."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

import pytest

from porism.core import Rubric, RubricPart, RubricPath
from porism.judging import Jury
from porism.runner import Options, Request, run
from porism.runner.judge import Court, Docket, JudgeRequest, docket
from porism.store import Judgements
from porism.workspace import Workspace
from tests.runner.conftest import Bench

BENCHMARK = """
id: proofs
name: Proofs
kind: proof
published: 2026-01-01
description: Problems for tests.
prompt: proof
attempts: 1
problems: {kind: jsonl}
"""


class Courthouse(Bench):
    """Builds workspaces with work to judge."""

    def proofs(self, *points: float, name: str = "author") -> None:
        """Record a proof a problem by one model, each worth so many points, and run it."""
        folder = self.root / "benchmarks" / "proofs"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "benchmark.yaml").write_text(BENCHMARK)
        problems = [
            {
                "id": f"p{n}",
                "statement": f"Show that ${n}$ is a number.",
                "reference": {"kind": "proof", "points": 7, "solutions": ["Count."]},
            }
            for n in range(1, len(points) + 1)
        ]
        self.lines(folder / "problems.jsonl", problems)
        records = [
            {"problem_id": f"p{n}", "response": f"Proof {n} by {name}: clear.", "points": given}
            for n, given in enumerate(points, 1)
        ]
        self.lines(self.root / f"{name}.jsonl", records)
        (self.root / "models" / f"{name}.yaml").write_text(
            f"id: {name}\nname: {name}\nendpoint: {{protocol: replay, model: {name}.jsonl}}\n"
        )
        self.run(name)

    def run(self, name: str) -> None:
        """Put a recorded model to the benchmark."""
        workspace = self.open()
        with ThreadPoolExecutor(1) as beside:  # a loop may be running here
            beside.submit(run, workspace, Request(("proofs",), (name,))).result()
        workspace.close()

    def judge(self, name: str, seed: int = 0, **options: object) -> None:
        """Define a stand-in that judges."""
        self.fake(name, seed=seed, judge=options)

    @staticmethod
    def lines(path: Path, records: list[dict]) -> None:
        path.write_text("".join(json.dumps(record) + "\n" for record in records))


def jury(*judges: str, **changes: object) -> Jury:
    return Jury.model_validate({"id": "tested", "judges": judges, **changes})


def rubric(problem: str = "p1", *parts: int, **changes: object) -> Rubric:
    made = tuple(
        RubricPart(id=f"a{n}", text=f"Step {n} is shown.", points=Decimal(points))
        for n, points in enumerate(parts or (3, 4), 1)
    )
    facts = {"benchmark": "proofs", "problem": problem, "points": Decimal(7), "author": "Ann"}
    facts["paths"] = (RubricPath(id="direct", parts=made),)
    return Rubric.model_validate({**facts, **changes})


def owed(workspace: Workspace, of: Jury, **changes: object) -> Docket:
    return docket(workspace, JudgeRequest(benchmark="proofs", jury=of, **changes))


async def sit(workspace: Workspace, of: Jury, **changes: object) -> Court:
    """Judge what is owed."""
    options = {
        name: changes.pop(name)
        for name in ("max_cost_usd", "backoff", "concurrency", "grace_s")
        if name in changes
    }
    court = Court(owed(workspace, of, **changes), workspace.store, Options(folder=workspace.root,
                  sandbox=workspace.sandbox, **options))  # fmt: skip
    await court.execute()
    return court


def scores(workspace: Workspace) -> dict[str, float | None]:
    return {line.problem: line.score for line in workspace.store.attempts()}


def judgements(workspace: Workspace) -> Judgements:
    return Judgements(workspace.store)


@pytest.fixture
def house(tmp_path: Path) -> Courthouse:
    return Courthouse(tmp_path / "ws")


@pytest.fixture
def opened(house: Courthouse) -> Callable[[], Workspace]:
    return house.open
