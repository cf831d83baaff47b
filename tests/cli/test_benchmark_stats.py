"""``porism stats`` of benchmarks: several runs, problems, room, jumps, alike."""

import csv
import json
from math import comb
from pathlib import Path

import pytest

from porism.core import Attempt, Benchmark, Cell, FinalAnswer, Model, Problem, Usage, Verdict
from porism.workspace import Workspace
from tests.cli.test_commands import fails as command_fails
from tests.cli.test_commands import run
from tests.conftest import SHARED

RUNS = SHARED / "data/matrices/matharena_aime2025I_feb2025_runs.csv"
NAME = "matharena-aime2025i-feb2025-runs"
GSM8K = SHARED / "data/responses/gsm8k_gpt3_4x200.jsonl"


@pytest.fixture
def fails(capsys, monkeypatch):
    """Run a command that must end in one line and exit code 2."""
    return lambda *words: command_fails(capsys, monkeypatch, *words)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    assert run("init").exit_code == 0
    return tmp_path


@pytest.fixture
def real(folder: Path) -> Path:
    assert run("import", "results", str(RUNS), "--date", "2025-02-10").exit_code == 0
    assert run("import", "responses", str(GSM8K)).exit_code == 0
    return folder


def document(*words: str) -> dict:
    return json.loads(run("stats", *words, "--json").output)


def test_several_runs_of_real_results(real: Path):
    with RUNS.open() as file:
        rows = [row for row in csv.DictReader(file) if row["model"] == "o1 (medium)"]
    right = [int(row["correct"]) for row in rows]
    any_of_2 = sum(1 - comb(4 - c, 2) / comb(4, 2) for c in right) / len(right)
    models = document("runs", NAME, "-k", "2")["models"]
    [found] = [row for row in models if row["model"].startswith("o1")]
    assert found["any_of_k"]["value"] == pytest.approx(any_of_2)
    assert found["all_of_k"]["value"] == pytest.approx(
        sum(comb(c, 2) / 6 for c in right) / len(right)
    )
    assert found["all_of_k"]["value"] <= found["once"]["value"] <= found["any_of_k"]["value"]
    for share in (found["once"], found["majority"]):
        assert share["low"] <= share["value"] <= share["high"]
    means = [row["once"]["value"] for row in models]
    assert means == sorted(means, reverse=True)
    assert "any of 2" in run("stats", "runs", NAME, "-k", "2").output


def test_too_few_runs_are_told(real: Path, fails):
    assert "ask for fewer with -k" in fails("stats", "runs", NAME, "-k", "5")
    assert "no benchmark is called" in fails("stats", "runs", "nope")


def test_problems_that_nobody_solves_and_doubtful_keys(real: Path):
    [problems, keys] = document("problems", NAME).values()
    assert {row["problem"] for row in problems if row["solved by"] == "no one"} == {"15"}
    assert keys == []
    said = run("stats", "problems", "gsm8k-test").output
    assert "2040" in said
    assert "everyone" in said


def test_room_at_the_top(real: Path):
    [rows] = document("room").values()
    found = {row["benchmark"]: row for row in rows}
    assert found[NAME]["best model"] == "o3-mini-high"
    assert found[NAME]["advice"] in {"keep", "watch"}


def test_what_cannot_be_tested_is_told(real: Path, fails):
    assert "fewer than two models have a release date" in fails("stats", "jumps")
    assert "no two live benchmarks share three models" in fails("stats", "alike")


BENCHMARK = """
id: {name}
name: {name}
kind: final_answer
published: {published}
description: For tests.
prompt: final-answer
attempts: 1
problems: {{kind: jsonl}}
"""
ELSEWHERE = {"kind": "elsewhere", "how": "imported"}


def made(folder: Path) -> None:
    """Eight models; those that came out after ``early`` know it by heart."""
    workspace = Workspace(folder)
    store = workspace.store
    store.start_run("r", Usage())
    for name, published in (("early", "2025-06-01"), ("late", "2027-01-01")):
        place = folder / "benchmarks" / name
        place.mkdir()
        (place / "benchmark.yaml").write_text(BENCHMARK.format(name=name, published=published))
        problems = [Problem(id=f"p{n}", reference=FinalAnswer(answer="1")) for n in range(20)]
        store.record(Workspace(folder).benchmarks.get(name), problems)
        for strength in range(8):
            new = strength % 2 == 1
            model = Model.model_validate({
                "id": f"m{strength}", "name": f"m{strength}",
                "released": "2026-01-01" if new else "2025-01-01",
                "endpoint": {"protocol": "fake", "model": "m"},
            })  # fmt: skip
            store.record_model(model)
            right = 4 + 2 * strength + (8 if new and name == "early" else 0)
            for n, problem in enumerate(problems):
                add(store, name, problem.id, model, score=float(n < min(right, 19)))
    workspace.close()


def add(store, benchmark: str, problem: str, model: Model, score: float) -> None:
    cell = Cell(
        benchmark=benchmark, problem=problem, revision=1, model=model.id, asks=model.asks,
        prompt="p", number=1,
    )  # fmt: skip
    store.add_cells([cell])
    attempt = Attempt(
        id=f"{benchmark}{model.id}{problem}", cell=cell.digest(), run="r", benchmark=benchmark,
        problem=problem, model=model.id, number=1, origin="live", ending="answered",
        usage=Usage(), started_at=store.clock(), duration_s=1,
    )  # fmt: skip
    verdict = Verdict(outcome="graded", score=score, reason="made", grader="rules")
    store.add_attempt(attempt, None, verdict).result()


def test_models_that_know_a_benchmark_by_heart_jump(folder: Path):
    made(folder)
    [rows] = document("jumps").values()
    [found] = [row for row in rows if row["benchmark"] == "early"]
    assert found["jump, logits"] > 1
    assert found["p"] < 0.05
    assert (found["models before"], found["models after"]) == (4, 4)
    assert "late cannot be tested" in run("stats", "jumps").output
    workspace = Workspace(folder)
    early = workspace.store.benchmarks()["early"]
    facts = early.model_dump() | {"published": None, "problems": ELSEWHERE}
    workspace.store.record(Benchmark.model_validate(facts), workspace.store.problems("early"))
    workspace.close()
    assert "early cannot be tested: since when" in run("stats", "jumps").output
    [pair] = document("alike")["rankings that agree"]
    assert pair["models"] == 8
    assert -1 <= pair["Kendall"] < 1
