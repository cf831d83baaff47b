"""How far pairs are, and what completes them."""

import asyncio
import json
from datetime import timedelta

import pytest

from porism.core import Attempt
from porism.errors import UnknownName
from porism.runner import Execution, Options, Request, plan
from porism.runner.estimate import owed_cells
from porism.runner.status import status
from porism.store import Reopen
from porism.workspace import Workspace
from tests.runner.conftest import Bench


@pytest.fixture
def place(bench) -> Bench:
    bench.benchmark(problems=3, attempts=2)
    bench.fake("m")
    bench.fake("n")
    return bench


def ask(workspace: Workspace, request: Request) -> None:
    execution = Execution(plan(workspace, request), workspace.store, Options())
    asyncio.run(execution.execute())


def begun(place: Bench, problems: str | None = "1") -> Workspace:
    workspace = place.open()
    ask(workspace, Request(("tiny",), ("m",), problems=problems))
    return workspace


def names(workspace: Workspace, *benchmarks: str, models: tuple[str, ...] = (), every=False):
    found = status(workspace, Request(benchmarks, models), every=every)
    return [(row.benchmark, row.model) for row in found]


def test_what_is_done_and_owed_is_what_a_run_would_ask(place):
    workspace = begun(place)
    [row] = status(workspace, Request())
    assert (row.done, row.owed, row.failed, row.stale) == (2, 4, 0, 0)
    [assignment] = plan(workspace, Request(owed=True))
    assert owed_cells(assignment, workspace.store, Reopen()) == row.owed
    ask(workspace, Request(owed=True))
    [row] = status(workspace, Request())
    assert (row.done, row.owed) == (6, 0)
    assert plan(workspace, Request(owed=True)) == []


def test_names_restrict_and_two_kinds_of_names_extend(place):
    workspace = begun(place)
    assert names(workspace) == [("tiny", "m")]
    assert names(workspace, "tiny") == [("tiny", "m")]
    assert names(workspace, models=("n",)) == []
    assert names(workspace, "tiny", models=("n",)) == [("tiny", "n")]
    assert ("porism-sample", "n") in names(workspace, every=True)
    with pytest.raises(UnknownName, match="no model is called 'o'"):
        names(workspace, models=("o",))
    with pytest.raises(UnknownName, match="no benchmark is called 'tini'; did you mean tiny"):
        names(workspace, "tini")


def test_failed_attempts_are_neither_done_nor_owed(place):
    workspace = begun(place)
    [assignment] = plan(workspace, Request(owed=True))
    cell = next(t.cell for t in assignment.tasks() if t.problem.id == "p2")
    run = next(iter(workspace.store.attempts())).run
    facts = {"id": "x", "cell": cell.digest(), "run": run, "benchmark": "tiny", "problem": "p2"}
    facts |= {"model": "m", "number": 1, "origin": "fake", "ending": "failed", "duration_s": 1}
    failed = Attempt.model_validate(facts | {"started_at": workspace.store.clock()})
    workspace.store.add_cells([cell])
    workspace.store.add_attempt(failed, None).result()
    [row] = status(workspace, Request())
    assert (row.done, row.failed, row.owed) == (2, 1, 3)
    ask(workspace, Request(owed=True))
    assert plan(workspace, Request(owed=True)) == []
    [again] = plan(workspace, Request(owed=True, redo="failed"))
    now = workspace.store.clock()
    assert owed_cells(again, workspace.store, Reopen("failed", now)) == 1


def test_changed_settings_and_corrected_problems_make_attempts_stale(place):
    begun(place, None).close()
    path = place.root / "benchmarks/tiny/problems.jsonl"
    first, *rest = path.read_text().splitlines()
    why = {"number": 2, "effect": "substantive", "why": "a slip", "made": "2026-11-30"}
    corrected = json.loads(first) | {"revisions": [why]}
    path.write_text("\n".join([json.dumps(corrected), *rest]))
    [row] = status(place.open(), Request())
    assert (row.done, row.owed, row.stale, row.stale_since) == (4, 2, 2, ("problem",))
    place.fake("m", skill=0.1)
    [row] = status(place.open(), Request())
    assert (row.done, row.owed, row.stale, row.stale_since) == (0, 6, 6, ("settings",))


def test_unstable_models_are_completed_only_by_name(place):
    workspace = begun(place)
    workspace.store.add_mark("m", "unstable", "half of 60 requests failed", "runner").result()
    [row] = status(workspace, Request())
    assert row.unstable == "half of 60 requests failed"
    assert plan(workspace, Request(owed=True)) == []
    assert len(plan(workspace, Request(owed=True, models=("m",)))) == 1


def test_what_cannot_be_asked_here_is_shown_with_the_reason(place):
    begun(place).close()
    (place.root / "models/m.yaml").unlink()
    [row] = status(place.open(), Request())
    assert (row.done, row.owed) == (2, None)
    assert "model m is only in the store" in row.hindrance
    place.fake("m")
    (place.root / "benchmarks/tiny/problems.jsonl").unlink()
    [row] = status(place.open(), Request())
    assert "the problems of tiny are not here" in row.hindrance
    assert plan(place.open(), Request(owed=True)) == []


def test_what_is_deprecated_is_left_alone_unless_named(place):
    begun(place).close()
    path = place.root / "models/m.yaml"
    path.write_text(path.read_text() + "status: deprecated\n")
    workspace = place.open()
    assert names(workspace) == []
    assert names(workspace, models=("m",)) == [("tiny", "m")]


def test_the_price_is_judged_by_what_was_seen_and_the_age_by_the_last_attempt(place):
    path = place.root / "models/m.yaml"
    path.write_text(path.read_text() + "price: {input: 1, output: 1000}\n")
    workspace = begun(place)
    [row] = status(workspace, Request())
    assert row.cost_usd.low <= row.cost_usd.expected <= row.cost_usd.high
    assert (row.cost_usd.expected > 0, row.basis) == (True, "this model")
    assert timedelta(0) <= workspace.store.clock() - row.newest < timedelta(minutes=5)


def test_an_empty_store_has_no_pairs(place):
    assert status(place.open(), Request()) == []
    assert plan(place.open(), Request(owed=True)) == []
