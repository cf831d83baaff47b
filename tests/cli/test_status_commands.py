"""``porism status`` and ``porism run --owed`` from the command line."""

import json
from pathlib import Path

import pytest

from porism.store import Store
from tests.cli.test_commands import fails, run
from tests.conftest import SHARED
from tests.runner.conftest import Bench

RUNS = SHARED / "data/matrices/matharena_aime2025I_feb2025_runs.csv"


@pytest.fixture
def begun(tmp_path: Path, monkeypatch) -> Path:
    bench = Bench(tmp_path / "ws")
    bench.benchmark(problems=3, attempts=2)
    bench.fake("m")
    bench.fake("n")
    monkeypatch.chdir(bench.root)
    monkeypatch.setenv("COLUMNS", "120")
    assert run("run", "tiny", "-m", "m", "--problems", "1").exit_code == 0
    return bench.root


def test_status_shows_what_is_owed_and_run_owed_completes_it(begun: Path):
    [row] = json.loads(run("status", "--json").output)
    assert (row["model"], row["done"], row["owed"]) == ("m", 2, 4)
    assert "4 attempts owed, an unknown price; to make them: porism run --owed" in (
        run("status").output
    )
    [guess] = json.loads(run("run", "--owed", "--dry-run", "--json").output)
    assert guess["owed"] == 4
    done = run("run", "--owed", "--json")
    assert (done.exit_code, json.loads(done.stdout)[0]["attempts"]) == (0, 6)
    assert "Nothing is owed." in run("status").output
    assert run("run", "--owed").output.endswith("Nothing is owed.\n")
    assert json.loads(run("run", "--owed", "--dry-run", "--json").output) == []


def test_both_names_extend_what_is_kept_up(begun: Path):
    assert run("run", "--owed", "tiny", "-m", "n").exit_code == 0
    assert [row["model"] for row in json.loads(run("status", "--json").output)] == ["m", "n"]
    assert "problems of usamo-2026 come from the Hugging Face hub" in (
        " ".join(run("status", "usamo-2026", "-m", "n").output.split())
    )


@pytest.mark.parametrize("columns", [80, 120])
def test_hostile_remarks_are_shown_as_text_and_fit(begun: Path, monkeypatch, columns: int):
    with Store(begun / "porism.db") as store:
        why = "\x1b]0;owned\x07[red]\x1b[2J\u202e " + "many words " * 20
        store.add_mark("m", "unstable", why, "runner").result()
    (begun / "models" / "n.yaml").unlink()
    monkeypatch.setenv("COLUMNS", str(columns))
    said = run("status").output
    assert not {"\x1b", "\x07", "\u202e"} & set(said)
    assert "[red]" in "".join(said.split())
    assert max(map(len, said.splitlines())) <= columns
    left_out = run("run", "--owed")
    assert "Nothing is owed." in left_out.output
    assert "left out: m on tiny: <U+001B>]0;owned" in left_out.output


def test_what_was_only_imported_is_shown_with_the_reason(begun: Path):
    assert run("import", "results", str(RUNS), "--date", "2025-02-10").exit_code == 0
    rows = json.loads(run("status", "--json").output)
    assert len(rows) == 17
    assert {row["owed"] for row in rows if row["benchmark"] != "tiny"} == {None}
    assert sum(row["done"] for row in rows) == 962


def test_an_empty_store_is_told(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("init")
    assert "Nothing has begun yet" in run("status").output
    assert json.loads(run("status", "--json").output) == []
    assert "Nothing is owed." in run("run", "--owed").output


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["status", "tini"], "no benchmark is called 'tini'; did you mean tiny?"),
        (["status", "-m", "o"], "no model is called 'o'"),
        (["run", "--owed", "tini"], "no benchmark is called 'tini'"),
    ],
)
def test_mistakes_end_in_one_line_and_code_2(begun, capsys, monkeypatch, words, complaint):
    assert complaint in fails(capsys, monkeypatch, *words)


@pytest.mark.parametrize("words", [[], ["tiny"], ["-m", "m"], ["--owed", "--variant", "x"]])
def test_a_run_of_nothing_in_particular_is_refused(begun, words):
    assert run("run", *words).exit_code == 2
