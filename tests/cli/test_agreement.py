"""``porism agreement`` on real marks and on verdicts in a store."""

import json
from pathlib import Path

import numpy as np
import pytest

from porism.core import Verdict
from porism.workspace import Workspace
from tests.cli.test_commands import fails as command_fails
from tests.cli.test_commands import run
from tests.conftest import SHARED

PROOFS = SHARED / "data/proofs"
DEEPSEEK = PROOFS / "deepseekmath_v2_human_vs_auto.jsonl"
GEMINI = PROOFS / "realmath_gemini_judge_vs_human_hard.csv"
JUDGE = ("--judge", "auto_mean", "--judge-max", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    return tmp_path


@pytest.fixture
def fails(capsys, monkeypatch):
    """Run a command that must end in one line and exit code 2."""
    return lambda *words: command_fails(capsys, monkeypatch, *words)


def test_real_marks_give_the_figures_computed_by_hand():
    rows = [json.loads(line) for line in DEEPSEEK.read_text().splitlines()]
    person = np.array([row["points"] / row["max"] for row in rows])
    judge = np.array([row["auto_mean"] for row in rows])
    most = np.array([row["max"] for row in rows])
    [found] = json.loads(run("agreement", "--file", str(DEEPSEEK), *JUDGE, "--json").output)
    assert found["count"] == 84
    assert found["bias"]["value"] == pytest.approx((judge - person).mean())
    assert found["error"]["value"] == pytest.approx(abs(judge - person).mean())
    assert found["within_one"]["value"] == pytest.approx(
        (abs(judge - person) * most <= 1 + 1e-9).mean()
    )
    chance = np.mean([(a - b) ** 2 for a in judge for b in person])
    assert found["kappa"]["value"] == pytest.approx(1 - ((judge - person) ** 2).mean() / chance)
    assert found["bias"].keys() == {"value", "low", "high"}
    assert found["bias"]["low"] < found["bias"]["value"] < found["bias"]["high"]


def test_tables_and_plot_say_to_whom_a_judge_is_lenient(folder: Path):
    columns = ("--person", "human_points", "--judge", "judge_points", "--model", "level")
    said = run("agreement", "--file", str(GEMINI), *columns, "--max", "14", "--plot", "b.svg")
    assert "To whom judge_points is lenient" in said.output
    assert "high" in said.output
    assert "<svg" in (folder / "b.svg").read_text()


def test_scores_before_and_after_a_review_have_intervals(folder: Path):
    words = ("--file", str(DEEPSEEK), *JUDGE, "--before-after", "r.json", "--json")
    [found] = json.loads(run("agreement", *words).output)
    [[row]] = [
        rows for rows in json.loads(Path("r.json").read_text())["datasets"].values()
        if "before" in rows[0]
    ]  # fmt: skip
    assert row["low"] < row["after"] < row["high"] < row["before"]
    assert row["before"] - row["after"] == pytest.approx(found["bias"]["value"])
    assert row["before"] - row["low"] == pytest.approx(found["bias"]["high"], abs=0.02)


def test_faults_in_a_file_are_told_with_their_place(folder: Path, fails):
    columns = ("--person", "human_points", "--judge", "judge_points")
    assert ":5: human_points: 6 points, where 1 is the highest" in fails(
        "agreement", "--file", str(GEMINI), *columns
    )
    assert "no column 'jury'" in fails("agreement", "--file", str(DEEPSEEK), "--judge", "jury")
    (folder / "marks.csv").write_text("points,jury,max\nseven,7,7\n")
    assert "marks.csv:2: points: expected points, found 'seven'" in fails(
        "agreement", "--file", "marks.csv", "--judge", "jury"
    )
    (folder / "empty.csv").write_text("points,jury,max\n,7,7\n")
    assert "no column" in fails("agreement", "--file", "empty.csv", "--judge", "jury")


def test_verdicts_of_people_in_a_store_are_held_against_those_of_others(folder: Path, fails):
    run("init")
    lines = [
        {"problem_id": f"p{n}", "model": model, "response": "A proof.", "benchmark": "proofs"}
        for n in range(4)
        for model in ("careful", "bold")
    ]
    (folder / "proofs.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    run("import", "responses", "proofs.jsonl")
    assert "no answer has a mark" in fails("agreement", "proofs")
    workspace = Workspace(folder)
    for line in list(workspace.store.attempts()):
        person = 0.5 if line.model == "bold" else 1.0
        for score, authority, name in ((1.0, "jury", "panel"), (person, "person", "Ada")):
            verdict = Verdict(
                outcome="graded", score=score, reason="seen", authority=authority, grader=name
            )
            workspace.store.add_verdict(line.id, verdict).result()
    workspace.close()
    [found] = json.loads(run("agreement", "proofs", "--json").output)
    assert (found["judge"], found["count"]) == ("panel", 8)
    assert found["models"]["bold"]["bias"]["value"] == 0.5
    assert found["models"]["careful"]["bias"]["value"] == 0
    assert found["models"]["careful"]["kappa"]["value"] is None
    assert "did you mean proofs" in fails("agreement", "prooofs")
