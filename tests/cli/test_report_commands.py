"""Snapshots and standings from the command line."""

import csv
import io
import json
import math
from pathlib import Path

import pytest

from porism.cli.sheet import Column, Sheet, show
from tests.cli.test_commands import fails, run
from tests.conftest import SHARED

RUNS = SHARED / "data/matrices/matharena_aime2025I_feb2025_runs.csv"
NAME = "matharena-aime2025i-feb2025-runs"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    assert run("init").exit_code == 0
    return tmp_path


@pytest.fixture
def filled(workspace: Path) -> Path:
    assert run("import", "results", str(RUNS), "--date", "2025-02-10").exit_code == 0
    return workspace


def test_a_snapshot_is_made_in_the_workspace_and_read_instead_of_the_store(filled: Path):
    said = run("snapshot").output
    assert "960 attempts" in said
    [folder] = (filled / "snapshots").iterdir()
    manifest = json.loads(run("snapshot", "-o", "mine", "--json").output)
    assert manifest["files"]["attempts"]["rows"] == 960
    assert (filled / "mine" / "manifest.json").read_bytes() == (
        folder / "manifest.json"
    ).read_bytes()
    assert run("leaderboard", "--snapshot", "mine", "--json").output == (
        run("leaderboard", "--json").output
    )


def test_every_form_parses_again_and_says_the_same(filled: Path):
    value = json.loads(run("leaderboard", "--json").output)
    assert len(value["overall"]["rows"]) == 16
    [board] = value["benchmarks"]
    scores = {row["name"]: row["score"] for row in board["rows"]}
    rows = list(csv.DictReader(io.StringIO(run("leaderboard", NAME, "--csv").output)))
    assert {row["model"]: float(row["score %"]) for row in rows} == scores
    assert all(float(row["these problems low"]) <= float(row["score %"]) <= 1 for row in rows)
    lines = run("leaderboard", NAME, "--markdown").output.splitlines()
    assert len(lines) == 18
    assert len({line.count("|") for line in lines}) == 1
    assert "o3-mini (high)" in lines[2]
    latex = run("leaderboard", NAME, "--latex").output
    assert latex.count(r"\\") == 17
    assert "80.0" in run("leaderboard", NAME).output
    assert "expected %" in run("leaderboard").output


def test_an_earlier_day_knows_nothing_of_later_writing(filled: Path):
    assert "no live benchmark has a score yet" in run("leaderboard", "--as-of", "2025-02-11").output


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["leaderboard", "nothing-such"], "no benchmark is called 'nothing-such'"),
        (["leaderboard", "--snapshot", "."], "no snapshot: it has no manifest.json"),
        (["snapshot", "-o", "porism.toml"], "is there already"),
        (["stats", "ranks", "nothing-such"], "no benchmark is called 'nothing-such'"),
    ],
)
def test_mistakes_end_in_one_line_and_code_2(filled, capsys, monkeypatch, words, complaint):
    assert complaint in fails(capsys, monkeypatch, *words)


@pytest.mark.parametrize(
    "words", [["--csv", "--json"], ["--as-of", "2026-01-01", "--snapshot", "x"], ["--as-of", "x"]]
)
def test_options_that_exclude_each_other_are_told(workspace, words):
    assert run("leaderboard", *words).exit_code == 2


def test_an_empty_store_is_told(workspace, capsys, monkeypatch):
    assert "nothing has been asked or imported" in fails(capsys, monkeypatch, "snapshot")
    assert "nothing has been asked or imported" in fails(capsys, monkeypatch, "leaderboard")


def test_hostile_names_stay_text(capsys):
    name = "a|b_\\x{y}$&<b>[link](u)\x1b[2J"
    sheet = Sheet(name, (Column("model"), Column("x", "percent")), ((name, math.pi / 10),))
    show(sheet, "markdown")
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(r"| a\|b\_\\x{y}\$&\<b\>\[link\]")
    show(sheet, "latex")
    assert r"a|b\_\textbackslash{}x\{y\}\$\&<b>" in capsys.readouterr().out
    show(sheet, "table")
    assert "\x1b[2J" not in capsys.readouterr().out


def test_studies_print_tables_and_json(filled: Path):
    words = ("calibrate", "--simulations", "20")
    assert "question plug-in" in run("stats", *words).output
    study = json.loads(run("stats", *words, "--json").output)
    assert (study["pairs"], study["simulations"], len(study["methods"])) == (16, 20, 6)
    assert "statistically tied with" in run("stats", "ranks", NAME).output
    [ranked] = json.loads(run("stats", "ranks", "--json").output)
    assert [row["rank"] for row in ranked["models"]][:2] == [1, 2]
    fitted = json.loads(run("stats", "irt", "--json").output)
    assert {len(rows) for rows in fitted.values()} == {16, 15}
    assert "difficulty" in run("stats", "irt").output


def test_an_ablation_is_the_same_again(filled: Path):
    said = run("stats", "irt", "--ablate").output
    assert "without a third of the cells" in said
    assert run("stats", "irt", "--ablate").output == said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["calibrate", "--simulations", "5"], "Wilson, effective runs"),
        (["ranks"], "o3-mini (high)"),
        (["irt"], "Abilities"),
        (["irt", "--ablate"], "without a third of the cells"),
    ],
)
def test_a_study_is_drawn_too(filled: Path, words, said):
    assert run("stats", *words, "--plot", "study.svg").exit_code == 0
    assert said in (filled / "study.svg").read_text()


def test_problems_are_drawn(filled: Path):
    assert run("stats", "irt", "--plot-problems", "problems.json").exit_code == 0
    assert f"{NAME} 1" in (filled / "problems.json").read_text()


def test_a_plot_of_another_form_is_refused_before_the_study(filled, capsys, monkeypatch):
    said = fails(capsys, monkeypatch, "stats", "irt", "--plot", "study.jpeg")
    assert "study.jpeg: a chart's file ends in .svg, .png, .html, .json" in said


def test_claims_are_compared_and_hold_models_back(filled: Path):
    assert "no claims" in run("claims").output
    lines = [
        "claims:", "- model: o3-mini-high", f"  benchmark: {NAME}", "  score: 0.99",
        "  source: https://example.org", "  date: 2025-02-01", "- model: o4-mini",
        f"  benchmark: {NAME}", "  score: 0.9", "  source: x", "  date: 2025-02-01",
    ]  # fmt: skip
    (filled / "claims.yaml").write_text("\n".join(lines))
    said = run("claims").output
    assert "discrepancy unexplained" in said
    assert "o3-mini-high is held back: 80.0 % were measured" in said
    assert "never run here: o4-mini" in said
    found, other = json.loads(run("claims", "--json").output)["claims"]
    assert other["verdict"] == "not measured"
    assert (found["verdict"], found["claim"]["score"]) == ("discrepancy unexplained", 0.99)
    assert "o3-mini-high is held back" in run("leaderboard").output
    assert run("snapshot", "-o", "with-claims").exit_code == 0
    (filled / "claims.yaml").unlink()
    assert "held back" in run("leaderboard", NAME, "--snapshot", "with-claims").output
    assert "held back" not in run("leaderboard", NAME).output


def test_ranks_that_cannot_be_told_apart_are_shown(filled: Path):
    rows = list(csv.DictReader(io.StringIO(run("leaderboard", NAME, "--csv").output)))
    first = rows[0]
    assert (first["rank"], first["ranks 95 % low"], first["ranks 95 % high"]) == ("1", "1", "15")
    assert first["tied with ranks"] == "2-5, 7-8, 10-15"
