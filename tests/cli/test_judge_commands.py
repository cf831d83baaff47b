"""``porism judge``, ``porism rubrics`` and what ``porism agreement`` makes of them."""

import json
import re
import shutil
from pathlib import Path

import pytest

from porism.benchmarks.sample import load, rubrics
from porism.core import Verdict
from porism.judging import Jury, highest
from porism.judging.rubrics import lint, read_rubric
from porism.store import Filter, Judgements
from porism.workspace import Workspace
from tests.cli.test_commands import fails as command_fails
from tests.cli.test_commands import run

NAME = "porism-sample-proofs"
RIGHT = {"thorough": (7, 7, 6, 7, 7), "hurried": (4, 5, 3, 3, 4), "confident": (1, 0, 2, 1, 0)}
RUBRIC = """\
benchmark: porism-sample-proofs
problem: "2"
points: 7
author: Ann
paths:
  - id: squares
    parts:
      - {id: cut, points: 5, text: Four squares of side 1 and two points}
      - {id: distance, points: 2, text: "Two points of one are at most $\\\\sqrt2$ apart."}
"""


@pytest.fixture
def fails(capsys, monkeypatch):
    return lambda *words: command_fails(capsys, monkeypatch, *words)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace that the demo of proofs leaves."""
    folder = tmp_path_factory.mktemp("made") / "demo"
    said = run("demo", "--proofs", str(folder)).output
    assert "15 attempts judged by sample" in said
    assert "jury-split" in said
    return folder


@pytest.fixture
def demo(made: Path, tmp_path: Path, monkeypatch) -> Path:
    """A copy of that workspace, as the current folder."""
    monkeypatch.setenv("COLUMNS", "200")
    shutil.copytree(made, tmp_path / "demo")
    monkeypatch.chdir(tmp_path / "demo")
    return tmp_path / "demo"


def test_the_sample_is_sound():
    problems = {problem.id: problem for problem in load(NAME)}
    for path in rubrics():
        rubric, _ = read_rubric(path)
        assert lint(rubric, highest("proof", problems.pop(rubric.problem))) == []
    assert problems == {}


def review(workspace: Workspace) -> None:
    """Have a person give every attempt what it is worth."""
    for line in list(workspace.store.attempts(Filter(benchmark=NAME))):
        right = RIGHT[line.model.split("-")[1]][int(line.problem) - 1]
        verdict = Verdict(
            outcome="graded", score=right / 7, reason="r", authority="person", grader="Ann"
        )
        workspace.store.add_verdict(line.id, verdict).result()


def test_the_demo_shows_judges_of_known_bias(demo: Path):
    workspace = Workspace(demo)
    review(workspace)
    workspace.close()
    plot = demo / "review.svg"
    said = run("agreement", NAME, "--json", "--before-after", str(plot)).output
    bias = {found["judge"]: found["bias"]["value"] * 7 for found in json.loads(said)}
    assert bias["fake-judge-kind"] > 0.6
    assert abs(bias["fake-judge-fair"]) < 0.5
    assert bias["fake-judge-strict"] < -0.6
    assert bias["sample"] <= bias["fake-judge-strict"] + 0.5
    heard = ", after hearing all"
    assert abs(bias["fake-judge-kind" + heard]) < bias["fake-judge-kind"]
    counts = {found["judge"]: found["count"] for found in json.loads(said)}
    assert counts["fake-judge-kind"] == 15 > counts["fake-judge-kind" + heard] > 0
    assert plot.read_text().startswith("<svg")


def test_nothing_is_owed_twice_and_estimates_ask_nothing(demo: Path):
    assert "Nothing is owed: 15 attempts judged before." in run(
        "judge", NAME, "--jury", "sample"
    ).output  # fmt: skip
    assert json.loads(run("judge", NAME, "--jury", "sample", "--json").stdout) == []
    estimates = json.loads(run("judge", NAME, "--dry-run", "--json").stdout)
    assert [(e["model"], e["owed"]) for e in estimates] == [
        ("gpt-5.4", 15), ("gemini-3.1-pro", 15), ("claude-opus-4-6", 15),
    ]  # fmt: skip
    assert all(0 < e["cost_usd"] < e["most_usd"] for e in estimates)
    assert "Nothing was asked" in run("judge", NAME, "--dry-run").output


def test_a_jury_of_ones_own(demo: Path, fails):
    (demo / "juries").mkdir()
    own = demo / "juries" / "own.yaml"
    own.write_text("id: own\njudges: [fake-judge-fair]\nrule: mean\nrounds: 0\n")
    said = json.loads(run("judge", NAME, "--jury", "own", "-m", "sample-hurried-author",
                          "--problems", "1-2", "--json").stdout)  # fmt: skip
    assert [(one["problem"], one["outcome"]) for one in said] == [("1", "graded"), ("2", "graded")]
    assert re.search(r"fake-judge-fair (\S+); the mean counts: \1\.$", said[0]["reason"])
    own.write_text("id: own\njudges: [fake-judge-fair]\nrules: mean\n")
    assert "own.yaml:3: rules: no such key; did you mean 'rule'?" in fails(
        "judge", NAME, "--jury", "own"
    )
    (demo / "else.yaml").write_text("id: other\njudges: [fake-judge-fair]\n")
    assert "make them equal" in fails("judge", NAME, "--jury", "else.yaml")
    assert "no jury is called 'none'" in fails("judge", NAME, "--jury", "none")
    assert "no benchmark with attempts is called" in fails("judge", "usamo-2026")
    schema = json.loads(run("schema", "jury").output)
    assert schema["properties"].keys() == Jury.model_fields.keys()


def test_rubrics_are_checked_kept_and_shown(demo: Path, fails):
    (demo / "2.yaml").write_text(RUBRIC)
    assert run("rubrics", "check", "2.yaml").output == "1 rubric without faults.\n"
    assert "version 2, draft" in run("rubrics", "import", "2.yaml").output
    assert (
        "a draft that nobody has approved"
        not in run("judge", NAME, "--jury", "sample", "--dry-run").output
    )  # the approved version before it counts
    run("rubrics", "approve", NAME, "2", "--by", "Bo")
    listed = json.loads(run("rubrics", "list", NAME, "--json").stdout)
    assert [(r["problem"], r.get("version", 1), r["approved_by"]) for r in listed][1] == (
        "2", 2, "Bo",
    )  # fmt: skip
    assert "Bo" in run("rubrics", "list", NAME).output
    shown = run("rubrics", "show", NAME, "2").output
    assert shown.startswith("# version 2, approved\n")
    (demo / "2.yaml").write_text(shown)
    assert "version 2, draft" in run("rubrics", "import", "2.yaml").output
    assert json.loads(run("rubrics", "show", NAME, "2", "--version", "1", "--json").stdout)[
        "author"
    ] == "Porism"  # fmt: skip
    assert "no version of the rubric of 2 is called '9'" in fails(
        "rubrics", "show", NAME, "2", "--version", "9"
    )
    missing = f"no rubric of {NAME} is called '9'; known: 1, 2, 3, 4, 5"
    for words in (("show", NAME, "9"), ("approve", NAME, "9", "--by", "Bo"), ("effect", NAME, "9")):
        assert missing in fails("rubrics", *words)
    for command in ("list", "effect"):
        assert "no benchmark is called 'usam'" in fails("rubrics", command, "usam")
    for name in ("", " Bo", "Bo\n"):
        refused = run("rubrics", "approve", NAME, "2", "--by", name)
        assert (refused.exit_code, "--by" in refused.output) == (2, True)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("points: 5", "points: 4", "2.yaml:7: paths[0].parts: the parts of path squares add up"),
        ("points: 7", "points: 6", "2.yaml:3: points: the problem's highest mark is 7"),
        ('problem: "2"', 'problem: "77"', "no problem of porism-sample-proofs is called '77'"),
        ("Four squares of side 1 and two points", "$n^2$", "was the name of another part"),
        ("text: Four", "txt: Four", "did you mean 'text'?"),
        ("id: distance", "id: cut", "2.yaml:1: the id 'cut' is there twice"),
        (
            "benchmark: porism-sample-proofs",
            "benchmark: usam-2026",
            "no benchmark is called 'usam-",
        ),
    ],
)
def test_faulty_rubrics_are_refused(demo: Path, fails, old: str, new: str, said: str):
    (demo / "2.yaml").write_text(RUBRIC.replace(old, new, 1))
    (demo / "3.yaml").write_text("points: 1\n")
    for command in ("check", "import"):
        told = fails("rubrics", command, "3.yaml", "2.yaml")
        assert said in told
        assert "3.yaml" in told, "all that is wrong in any file"
        assert "not keys and values" not in told


def test_drafts_and_what_a_changed_rubric_does(demo: Path, fails):
    said = run("rubrics", "draft", NAME, "2", "--model", "fake-strong").output
    assert said == f"{NAME} 2: version 2, a draft by fake-strong\n"
    workspace = Workspace(demo)
    drafted = Judgements(workspace.store).rubric(NAME, "2")
    assert (drafted.state, drafted.author) == ("draft", "fake-strong")
    workspace.close()
    run("rubrics", "approve", NAME, "2", "--by", "Bo")
    assert "No attempt was judged" in run("rubrics", "effect", NAME).output
    judged = json.loads(run("judge", NAME, "--jury", "sample", "--json").stdout)
    assert {one["problem"] for one in judged} == {"2"}
    [effect] = json.loads(run("rubrics", "effect", NAME, "--json").stdout)
    assert (effect["problem"], effect["before"], effect["after"]) == ("2", 1, 2)
    differences = [pair["after"] - pair["before"] for pair in effect["pairs"]]
    assert len(differences) == 3
    assert effect["change"]["value"] == pytest.approx(sum(differences) / 3)
    assert effect["change"]["low"] <= effect["change"]["value"] <= effect["change"]["high"]
    assert "1 to 2" in run("rubrics", "effect", NAME, "2").output


def test_outside_of_a_workspace_files_can_be_checked(tmp_path: Path, monkeypatch, fails):
    monkeypatch.chdir(tmp_path)
    Path("2.yaml").write_text(RUBRIC)
    assert "1 rubric without faults" in run("rubrics", "check", "2.yaml").output
    assert "no workspace" in fails("rubrics", "import", "2.yaml")
