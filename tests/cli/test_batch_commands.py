"""``porism run --batch`` and ``porism batches`` from the command line."""

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import porism
from tests.cli.test_commands import fails, run
from tests.loopback.batches import Batches
from tests.runner.conftest import Bench


@pytest.fixture
def place() -> Iterator[Batches]:
    """The batch APIs in a thread of their own: commands have event loops of theirs."""
    loop, batches = asyncio.new_event_loop(), Batches(looks=1)
    loop.run_until_complete(batches.server.start())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield batches
    asyncio.run_coroutine_threadsafe(batches.server.stop(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture
def ws(tmp_path: Path, place: Batches, monkeypatch) -> Bench:
    bench = Bench(tmp_path / "ws")
    bench.benchmark(problems=3, attempts=2)
    bench.model(place.base_url)
    bench.fake("offline")
    monkeypatch.chdir(bench.root)
    monkeypatch.setenv("COLUMNS", "140")
    return bench


def test_a_batch_is_sent_listed_and_collected(ws: Bench):
    left = run("run", "tiny", "-m", "m", "--batch", "--no-wait")
    assert left.exit_code == 0
    assert "1 batch is under way; to collect what comes: porism batches collect" in left.output
    [told] = json.loads(run("batches", "--json").output)
    assert (told["state"], told["open"], told["items"], told["answered"]) == (
        "in_progress", True, 6, 0
    )  # fmt: skip
    listed = run("batches").output
    assert "in_progress" in listed
    assert "1 under way; to collect what has come: porism batches collect" in listed
    collected = run("batches", "collect", told["id"][:4])
    assert "6 answers, 0 owed again" in collected.output
    [told] = json.loads(run("batches", "--json").output)
    assert (told["state"], told["open"], told["answered"]) == ("collected", False, 6)
    assert told["cost_usd"] == pytest.approx(6 * 12.5e-6)
    assert json.loads(run("batches", "--open", "--json").output) == []
    assert "No batch is under way." in run("batches", "collect").output
    assert json.loads(run("results", "--json").output)[0]["attempts"] == 6


def test_cancelling_leaves_the_rest_owed(ws: Bench):
    run("run", "tiny", "-m", "m", "--batch", "--no-wait")
    [told] = json.loads(run("batches", "--json").output)
    assert "1 told to stop" in run("batches", "cancel", told["handle"]).output
    assert "0 answers, 6 owed again" in run("batches", "collect").output
    [status] = json.loads(run("status", "tiny", "-m", "m", "--json").output)
    assert status["owed"] == 6


def test_a_batch_that_cannot_be_cancelled_keeps_no_other_from_it(
    ws: Bench, place: Batches, capsys, monkeypatch
):
    run("run", "tiny", "-m", "m", "--batch", "--batch-size", "3", "--no-wait")
    lost, other = json.loads(run("batches", "--json").output)
    del place.made[lost["handle"]]
    said = fails(capsys, monkeypatch, "batches", "cancel", lost["id"], other["id"])
    assert lost["id"] in said
    assert other["id"] not in said
    assert place.made[other["handle"]].word == "cancelled"


def test_what_a_batch_leaves_is_asked_directly_where_that_is_wanted(ws: Bench, place: Batches):
    place.runs = 4
    done = run("run", "tiny", "-m", "m", "--batch", "--then-direct", "--json")
    assert done.exit_code == 1, "this server answers no direct requests"
    assert json.loads(done.stdout)[0]["attempts"] == 4
    assert [seen.path for seen in place.server.seen][-1] == "/v1/chat/completions"


def test_foretelling_is_by_half_the_price(ws: Bench):
    run("run", "tiny", "-m", "m", "--batch", "--problems", "1")
    [direct] = json.loads(run("run", "tiny", "-m", "m", "--dry-run", "--json").output)
    [batch] = json.loads(run("run", "tiny", "-m", "m", "--batch", "--dry-run", "--json").output)
    assert batch["cost_usd"]["expected"] == pytest.approx(direct["cost_usd"]["expected"] / 2)


def test_what_cannot_be_is_said(ws: Bench, capsys, monkeypatch):
    offline = fails(capsys, monkeypatch, "run", "tiny", "-m", "offline", "--batch")
    assert "fake has no batch API" in offline
    unknown = fails(capsys, monkeypatch, "batches", "collect", "nothing-called-so")
    assert "no batch is called" in unknown
    assert "Nothing is in batches" in run("batches").output


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--no-wait"], "--no-wait is about batches: add --batch"),
        (["--batch", "--concurrency", "3"], "leave out --batch"),
        (["--batch", "--no-wait", "--then-direct"], "leave out --no-wait"),
    ],
)
def test_options_that_mean_nothing_together_are_refused(ws: Bench, options, complaint):
    refused = run("run", "tiny", "-m", "m", *options)
    assert refused.exit_code == 2
    assert complaint in refused.output


def test_a_run_from_python_goes_through_batches_where_told(ws: Bench, place: Batches):
    place.looks = 0
    [row] = porism.run("tiny", "m", attempts=1, batch=True)
    assert (row.attempts, row.accuracy) == (3, 1)
    [batch] = place.made.values()
    assert len(batch.requests) == 3


def test_a_run_from_python_through_batches_has_no_concurrency(ws: Bench):
    with pytest.raises(porism.ConfigurationError, match="leave out batch"):
        porism.run("tiny", "m", concurrency=3, batch=True)
