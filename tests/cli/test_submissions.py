"""``porism submissions`` from the command line."""

import json
from pathlib import Path

import pytest

from porism.workspace import Workspace
from tests.cli.test_commands import fails as command_fails
from tests.cli.test_commands import run
from tests.interop.submissions.conftest import PROBLEMS, SHORT, fill

MAKE = ("submissions", "make", "contest-2026", "--models")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    run("init", ".")
    workspace = Workspace(tmp_path)
    fill(workspace.store, tmp_path)
    workspace.close()
    return tmp_path


def test_from_answers_to_pdfs_to_verdicts(folder: Path, capsys, monkeypatch):
    made = run(*MAKE, SHORT, "-o", "jury", "--seed", "3", "--mask", "Ada Example")
    [code] = [path.stem for path in Path("jury").glob("*.pdf")]
    assert f" {code} " in made.output
    assert "1 PDF and a grading sheet for the jury are in jury." in made.output
    assert SHORT not in made.output
    digest = Path("jury/key-digest.txt").read_text().split()[0]
    assert f"SHA-256 {digest}" in made.output
    rows = f"code,problem,points,grader\n{code},{PROBLEMS[0]},3,Ada\n{code},{PROBLEMS[1]},,\n"
    Path("filled.csv").write_text(rows)
    sheet = ("submissions", "grades", "filled.csv", "--key", "jury-sealed/key.json")
    assert run(*sheet).output == "1 verdict added; 1 line without points.\n"
    again = json.loads(run(*sheet, "--json").output)
    assert again == {"added": 0, "present": 1, "blank": 1}
    shown = run("attempts", "-b", "contest-2026", "-m", SHORT, "--json").output
    assert "Ada" in [json.loads(line)["grader"] for line in shown.splitlines()]
    Path("filled.csv").write_text(rows.replace(",3,", ",8,"))
    assert "filled.csv:2:" in command_fails(capsys, monkeypatch, *sheet)
    used = command_fails(capsys, monkeypatch, *MAKE, SHORT, "-o", "jury")
    assert "nothing is overwritten" in used


def test_without_the_packages_the_command_says_what_to_install(folder: Path, capsys, monkeypatch):
    from porism.interop.submissions import pandoc

    pandoc.pandoc_path.cache_clear()
    monkeypatch.setattr(pandoc, "find_spec", lambda _name: None)
    said = command_fails(capsys, monkeypatch, *MAKE, SHORT, "-o", "jury")
    pandoc.pandoc_path.cache_clear()
    assert "pip install 'porism[pdf]'" in said
    assert not Path("jury").exists()
