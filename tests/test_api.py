"""Porism as functions."""

import asyncio
import subprocess
import sys
import textwrap
from decimal import Decimal

import pytest

import porism

MODEL = """
id: {name}
name: {name}
endpoint: {{protocol: fake, model: {name}, options: {{{options}}}}}
sample: true
"""


@pytest.fixture
def workspace(tmp_path):
    place = porism.init(tmp_path / "maths")
    yield place
    place.close()


def add_model(workspace, name, options=""):
    text = MODEL.format(name=name, options=options)
    (workspace.root / "models" / f"{name}.yaml").write_text(text)


def test_a_run_returns_results_and_keeps_attempts(workspace):
    rows = porism.run(
        "porism-sample", ["fake-strong", "fake-weak"], problems="1-3", attempts=2,
        workspace=workspace,
    )  # fmt: skip
    assert {row.group.model for row in rows} == {"fake-strong", "fake-weak"}
    assert [row.attempts for row in rows] == [6, 6]
    listed = workspace.store.attempts(porism.Filter(model="fake-weak"))
    assert sorted(line.problem for line in listed) == ["1", "1", "2", "2", "3", "3"]


def test_results_are_what_the_run_returned(workspace):
    rows = porism.run("porism-sample", "fake-strong", problems="1-3", workspace=workspace)
    assert porism.results(workspace=workspace) == rows
    by_problem = porism.results("porism-sample", "fake-strong", by="problem", workspace=workspace)
    assert [row.group.value for row in by_problem] == ["1", "2", "3"]


def test_nothing_is_asked_twice_and_redo_asks_again(workspace):
    ask = {"problems": "1", "attempts": 1, "workspace": workspace}
    porism.run("porism-sample", "fake-strong", **ask)
    porism.run("porism-sample", "fake-strong", **ask)
    assert workspace.store.count(porism.Filter(superseded=True)) == 1
    porism.run("porism-sample", "fake-strong", **ask, redo="all")
    assert workspace.store.count(porism.Filter(superseded=True)) == 2


def test_the_workspace_around_the_current_folder_is_found(workspace, monkeypatch):
    inside = workspace.root / "models"
    monkeypatch.chdir(inside)
    (row,) = porism.run("porism-sample", "fake-strong", problems="1")
    assert porism.results() == [row]
    found = porism.open()
    assert found.root == workspace.root
    assert [line.model for line in found.store.attempts()] == ["fake-strong"] * 4
    found.close()


def test_outside_of_a_workspace_it_says_how_to_make_one(tmp_path):
    with pytest.raises(porism.ConfigurationError, match="porism init"):
        porism.open(tmp_path)


def test_a_cost_limit_needs_a_price(workspace):
    with pytest.raises(porism.ConfigurationError, match="no price is known for fake-strong"):
        porism.run("porism-sample", "fake-strong", max_cost_usd=0.5, workspace=workspace)


@pytest.mark.parametrize("limit", [0, 0.0, Decimal(0)])
def test_what_a_limit_leaves_owed_is_warned_of(workspace, limit):
    add_model(workspace, "dear")
    path = workspace.root / "models" / "dear.yaml"
    path.write_text(path.read_text() + "price: {input: 1, output: 2}\n")
    with pytest.warns(UserWarning, match="4 attempts are still owed") as warned:
        rows = porism.run(
            "porism-sample", "dear", problems="1", max_cost_usd=limit, workspace=workspace
        )
    assert rows == []
    assert warned[0].filename == __file__


def test_unknown_names_say_what_was_meant(workspace):
    with pytest.raises(porism.UnknownName, match="did you mean porism-sample"):
        porism.run("porism-simple", "fake-strong", workspace=workspace)


def test_it_runs_where_an_event_loop_runs(workspace):
    async def notebook():
        return porism.run("porism-sample", "fake-strong", problems="1", workspace=workspace)

    (row,) = asyncio.run(notebook())
    assert row.attempts == 4


NOTEBOOK = """
import asyncio, signal, threading, time, warnings
import porism

workspace = porism.open("maths")

def interrupt_once_answers_come():
    while workspace.store.count() < 2:
        time.sleep(0.02)
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

async def cell():
    threading.Thread(target=interrupt_once_answers_come, daemon=True).start()
    return porism.run("porism-sample", "slow", concurrency=2, workspace=workspace)

with warnings.catch_warnings(record=True) as warned:
    (row,) = asyncio.new_event_loop().run_until_complete(cell())
print(row.attempts, str(warned[0].message))
"""


def test_interrupting_a_notebook_ends_in_good_order(workspace):
    add_model(workspace, "slow", "latency_s: 0.1")
    code = textwrap.dedent(NOTEBOOK)
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=True, cwd=workspace.root.parent,
    )  # fmt: skip
    made, owed = (int(word) for word in done.stdout.split() if word.isdigit())
    assert 2 <= made < 120
    assert made + owed == 120
