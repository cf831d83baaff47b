"""Whole runs through batch APIs, against a loopback server that speaks them."""

import asyncio
import json
from collections import Counter
from copy import deepcopy
from datetime import timedelta
from decimal import Decimal
from random import Random

import pytest

from porism.errors import ConfigurationError
from porism.runner import Options, Progress, Request, plan
from porism.runner.backoff import Backoff
from porism.runner.batches.collection import Collection, cancel
from porism.runner.batches.execute import BatchExecution
from porism.runner.batching import Batching
from porism.store import Filter
from porism.store.batches import Batches as StoredBatches
from porism.workspace import Workspace
from tests.loopback import Say, Tokens
from tests.loopback.batches import Batches, right
from tests.runner.conftest import Bench

QUICK = Backoff(first_s=0.01, most_s=0.02)
KEYS = {"KEY": "sk-of-this-account"}
OTHER_KEYS = {"KEY": "sk-of-another-one"}
NATIVE = """
id: m
name: m
endpoint: {{protocol: {protocol}, model: {name}, base_url: "{base_url}", key_env: KEY}}
price: {{input: 1, output: 2}}
settings: {{max_tokens: 1000, timeout_s: 20}}
"""

NAMES = {"anthropic": "claude-opus-4-8", "google": "gemini-3-pro-preview", "azure": "deployed"}

each_api = pytest.mark.parametrize("api", ["openai", "anthropic", "google"])


def with_model(bench: Bench, place: Batches, api: str = "openai", **settings: object) -> Workspace:
    add_model(bench, place.server.address, api, **settings)
    return bench.open()


def add_model(bench: Bench, address: str, api: str, **settings: object) -> None:
    path = bench.root / "models" / "m.yaml"
    if api in NAMES:
        base_url = address + ("/openai/v1" if api == "azure" else "")
        path.write_text(NATIVE.format(protocol=api, name=NAMES[api], base_url=base_url))
    else:
        bench.model(f"{address}/v1", **settings)
        path.write_text(path.read_text().replace("model: served,", "model: served, key_env: KEY,"))


def execution(workspace: Workspace, batching: Batching, keys=KEYS, **options) -> BatchExecution:
    request = Request(("tiny",), ("m",), batching=batching)
    settings = {"backoff": QUICK, "rng": Random(1), "lease": timedelta(seconds=9), **options}
    return BatchExecution(
        plan(workspace, request), workspace.store, Options(**settings), batching, keys
    )


async def carry_out(
    workspace: Workspace, keys=KEYS, settle_s: float = 0, wait: bool = True, **how
) -> Progress:
    of_batches = {name: how.pop(name) for name in {"size", "then_direct"} & how.keys()}
    batching = Batching(poll=QUICK, settle_s=settle_s, wait=wait, **of_batches)
    return await execution(workspace, batching, keys, **how).execute()


async def collect(workspace: Workspace, keys=KEYS, wait: bool = False, settle_s: float = 0):
    batches = StoredBatches(workspace.store)
    batching = Batching(poll=QUICK, settle_s=settle_s, wait=wait)
    collection = Collection(
        batches.states(), workspace.store, Options(backoff=QUICK), batching, keys
    )
    await collection.execute()
    return collection.outcomes


def cells_of(workspace: Workspace) -> Counter[tuple[str, int]]:
    return Counter((x.problem, x.number) for x in workspace.store.attempts(Filter(superseded=True)))


def all_cells(problems: int, attempts: int) -> dict[tuple[str, int], int]:
    return {(f"p{p}", n): 1 for p in range(1, problems + 1) for n in range(1, attempts + 1)}


@pytest.mark.parametrize("api", ["openai", *NAMES])
async def test_a_round_trip(bench: Bench, api: str):
    bench.benchmark(problems=3, attempts=4)
    async with Batches(looks=2) as place:
        workspace = with_model(bench, place, api)
        progress = await carry_out(workspace)
        assert len(place.made) == 1
        assert len(place.run) == 12
        assert cells_of(workspace) == all_cells(3, 4)
        lines = list(workspace.store.attempts())
        assert {(x.outcome, x.score) for x in lines} == {("graded", 1)}
        assert {x.cost_usd for x in lines} == {Decimal("0.0000125")}, "half of 11 + 2 * 7"
        [lane] = progress.lanes
        assert (lane.asked, lane.left, lane.taken, progress.ended) == (12, 0, 0, "finished")
        again = await carry_out(workspace)
        assert len(place.made) == 1
        assert again.lanes[0].finished == 12
    workspace.close()


async def test_the_transcript_holds_the_request_and_its_line_to_the_byte(bench: Bench):
    bench.benchmark(problems=2, attempts=1)
    async with Batches() as place:
        workspace = with_model(bench, place)
        await carry_out(workspace)
        [state] = StoredBatches(workspace.store).states()
        [uploaded] = [text for name, text in place.files.items() if name == state.file]
        results = place.files["batch_1-good"]
        for line in workspace.store.attempts():
            transcript = workspace.store.transcript(line.id)
            [exchange] = transcript.exchanges
            assert exchange.request in uploaded
            assert exchange.response + b"\n" in results
            assert exchange.url == f"{place.base_url}/batches/batch_1"
            assert json.loads(exchange.response)["response"]["request_id"] == exchange.request_id
            assert transcript.answer.startswith("Doubling")
            assert line.duration_s == 90
    workspace.close()


@pytest.mark.parametrize("size", [1, 5, 7, 12])
async def test_batches_are_as_large_as_they_may_be(bench: Bench, size: int):
    bench.benchmark(problems=3, attempts=4)
    async with Batches() as place:
        workspace = with_model(bench, place)
        await carry_out(workspace, size=size)
        sizes = [len(batch.requests) for batch in place.made.values()]
        assert max(sizes) == size
        assert sizes[:-1] == [size] * (len(sizes) - 1)
        assert cells_of(workspace) == all_cells(3, 4)
    workspace.close()


async def test_no_batch_holds_more_bytes_than_it_may(bench: Bench, monkeypatch):
    from porism.models.batches.openai import Limits, OpenAIBatches

    bench.benchmark(problems=3, attempts=4)
    monkeypatch.setattr(OpenAIBatches, "limits", Limits(1000, 1000))
    async with Batches() as place:
        workspace = with_model(bench, place)
        await carry_out(workspace)
        uploads = [text for name, text in place.files.items() if name.startswith("file-")]
        assert len(uploads) > 1
        assert all(500 < len(text) <= 1000 for text in uploads[:-1])
        assert cells_of(workspace) == all_cells(3, 4)
        monkeypatch.setattr(OpenAIBatches, "limits", Limits(1000, 100))
        bench.benchmark(problems=4, attempts=4)
        with pytest.raises(ConfigurationError, match="p4 of tiny: its request takes"):
            await carry_out(workspace)
    workspace.close()


@pytest.mark.parametrize(
    ("say", "outcome"),
    [
        (Say(finish="length", text="I was about to"), "truncated"),
        (Say(finish="refusal", text="No."), "refused"),
        (Say(text=""), "empty"),
        (Say(text="Nothing in a box"), "unparsed"),
        (Say(status=400, code="invalid_request_error", error="what?"), "failed"),
        (
            Say(status=400, code="invalid_request_error", error="against our usage policy"),
            "refused",
        ),
    ],
)
@each_api
async def test_every_outcome_is_as_in_the_direct_way(bench: Bench, api: str, say, outcome):
    bench.benchmark(problems=1, attempts=2)
    async with Batches(answer=lambda _: say) as place:
        workspace = with_model(bench, place, api)
        await carry_out(workspace)
        assert [x.outcome for x in workspace.store.attempts()] == [outcome] * 2
        assert len(place.run) == 2
    workspace.close()


@each_api
async def test_what_fails_in_passing_is_asked_in_a_next_batch(bench: Bench, api: str):
    bench.benchmark(problems=2, attempts=4)
    tries: Counter[int] = Counter()

    def sometimes(request) -> Say:
        tries[0] += 1
        return Say(status=500, error="hiccup") if tries[0] in {1, 3, 5, 9} else right(request)

    async with Batches(answer=sometimes) as place:
        workspace = with_model(bench, place, api)
        progress = await carry_out(workspace)
        assert [len(batch.requests) for batch in place.made.values()] == [8, 3, 1]
        assert cells_of(workspace) == all_cells(2, 4)
        assert progress.lanes[0].asked == 8
        lines = list(workspace.store.attempts())
        assert sorted(x.retries for x in lines) == [0] * 5 + [1, 1, 2]
        assert all(x.requests == x.retries + 1 for x in lines)
        last = next(x for x in lines if x.retries == 2)
        told = workspace.store.transcript(last.id).retries
        assert [(r.status, r.message) for r in told] == [(500, "hiccup")] * 2
    workspace.close()


@each_api
async def test_what_expired_or_was_left_out_is_owed_again(bench: Bench, api: str):
    bench.benchmark(problems=3, attempts=1)
    async with Batches(runs=2, dropped=frozenset([0])) as place:
        workspace = with_model(bench, place, api)
        waiting = asyncio.create_task(carry_out(workspace))
        while len(place.made) < 2:  # noqa: ASYNC110 - the server has no event to wait for
            await asyncio.sleep(0.01)
        place.runs, place.dropped = None, frozenset()
        await waiting
        assert cells_of(workspace) == all_cells(3, 1)
        states = StoredBatches(workspace.store).states()
        assert sum(s.missed for s in states) == sum(s.batch.items for s in states) - 3
    workspace.close()


async def test_three_rounds_without_an_answer_are_enough(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    async with Batches(answer=lambda _: Say(status=500)) as place:
        workspace = with_model(bench, place)
        progress = await carry_out(workspace)
        assert len(place.made) == 3
        assert "nothing was answered in 3 rounds" in progress.lanes[0].stopped
        assert progress.lanes[0].left == 1
    workspace.close()


async def test_a_model_that_no_request_can_reach_is_stopped(bench: Bench):
    bench.benchmark(problems=2, attempts=1)
    say = Say(status=404, code="model_not_found", error="no such model")
    async with Batches(answer=lambda _: say) as place:
        workspace = with_model(bench, place)
        progress = await carry_out(workspace)
        assert len(place.made) == 1
        assert progress.lanes[0].stopped == "no such model"
        assert not cells_of(workspace)
    workspace.close()


async def test_a_server_without_a_batch_api_is_told(bench: Bench):
    from tests.loopback import Loopback

    bench.benchmark(problems=1, attempts=1)
    async with Loopback(Say(status=404, error="Not Found")) as server:
        bench.model(server.base_url)
        workspace = bench.open()
        progress = await carry_out(workspace)
        assert "Not Found" in progress.lanes[0].stopped
        [state] = StoredBatches(workspace.store).states()
        assert not state.is_open
    workspace.close()


async def test_leaving_and_coming_back(bench: Bench):
    bench.benchmark(problems=2, attempts=2)
    async with Batches(looks=2) as place:
        workspace = with_model(bench, place)
        progress = await carry_out(workspace, wait=False)
        assert (progress.ended, progress.lanes[0].left) == ("finished", 4)
        [state] = StoredBatches(workspace.store).states()
        assert state.is_open
        assert state.last.word == "in_progress"
        assert not cells_of(workspace)
        [outcome] = await collect(workspace)
        assert not outcome.ended
        progress = await carry_out(workspace)
        [lane] = progress.lanes
        assert (lane.asked, lane.left, lane.taken, lane.finished) == (4, 0, 0, 0)
        assert len(place.made) == 1
        assert cells_of(workspace) == all_cells(2, 2)
    workspace.close()


async def test_a_batch_that_was_never_sent_is_owed_again(bench: Bench):
    bench.benchmark(problems=2, attempts=1)
    async with Batches() as place:
        workspace = with_model(bench, place)
        await carry_out(workspace, wait=False)
        place.made.clear()
        with workspace.store.engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM batch_events")
        [outcome] = await collect(workspace, settle_s=60)
        assert not outcome.ended, "it may still turn up"
        [outcome] = await collect(workspace)
        assert (outcome.ended, outcome.answered) == (True, 0)
        assert "never reached the provider" in outcome.message
        await carry_out(workspace)
        assert cells_of(workspace) == all_cells(2, 1)
    workspace.close()


@pytest.mark.parametrize("api", ["openai", "azure", "google"])
async def test_what_was_uploaded_is_not_uploaded_again(bench: Bench, api: str):
    bench.benchmark(problems=2, attempts=1)
    async with Batches(refused=[Say(status=429), Say(status=503)]) as place:
        workspace = with_model(bench, place, api)
        await carry_out(workspace)
        assert (place.uploads, len(place.made)) == (1, 1)
        assert cells_of(workspace) == all_cells(2, 1)
    workspace.close()


@pytest.mark.parametrize("api", ["openai", "google"])
@pytest.mark.parametrize(
    "faults", [{"refused": [Say(status=400)]}, {"invalid": ["invalid_request"]}]
)
async def test_requests_that_will_not_be_run_are_deleted_at_the_provider(
    bench: Bench, api: str, faults
):
    bench.benchmark(problems=2, attempts=1)
    async with Batches(**deepcopy(faults)) as place:
        workspace = with_model(bench, place, api)
        progress = await carry_out(workspace)
        assert progress.lanes[0].stopped
        assert place.uploads == 1
        assert not place.files
    workspace.close()


async def test_a_file_of_which_no_batch_was_made_is_deleted(bench: Bench, monkeypatch):
    monkeypatch.setattr("porism.runner.batches.post.MOST_TRIES", 1)
    bench.benchmark(problems=2, attempts=1)
    async with Batches(refused=[Say(status=503)]) as place:
        workspace = with_model(bench, place)
        await carry_out(workspace)
        [made] = place.made.values()
        assert (made.file, place.uploads) == ("file-2", 2)
        assert "file-1" not in place.files
        assert cells_of(workspace) == all_cells(2, 1)
    workspace.close()


async def test_a_batch_that_another_process_follows_is_left_to_it(bench: Bench):
    bench.benchmark(problems=2, attempts=1)
    async with Batches(looks=3) as place:
        workspace = with_model(bench, place)
        await carry_out(workspace, wait=False)
        [state] = StoredBatches(workspace.store).states()
        kept = StoredBatches(workspace.store)
        kept.take(state.batch.id, "somebody", timedelta(minutes=2)).result()
        [outcome] = await collect(workspace, wait=True)
        assert not outcome.ended
        assert "another run follows it" in outcome.message
    workspace.close()


async def test_collecting_needs_neither_plan_nor_files(bench: Bench):
    bench.benchmark(problems=2, attempts=2)
    async with Batches() as place:
        workspace = with_model(bench, place)
        await carry_out(workspace, wait=False)
        (bench.root / "models" / "m.yaml").unlink()
        [outcome] = await collect(workspace, wait=True)
        assert (outcome.ended, outcome.answered, outcome.missed) == (True, 4, 0)
        assert {x.score for x in workspace.store.attempts()} == {1}
        assert await collect(workspace) == []
    workspace.close()


async def test_cells_in_a_batch_are_asked_by_nobody_else(bench: Bench, monkeypatch):
    from porism.runner import Execution

    bench.benchmark(problems=2, attempts=2)
    async with Batches(looks=9) as place:
        workspace = with_model(bench, place)
        await carry_out(workspace, wait=False)
        monkeypatch.setenv("KEY", KEYS["KEY"])
        asked = Execution(plan(workspace, Request(("tiny",), ("m",))), workspace.store, Options())
        progress = await asked.execute()
        assert (progress.lanes[0].taken, progress.lanes[0].asked) == (4, 0)
    workspace.close()


@pytest.mark.parametrize("api", ["openai", *NAMES])
async def test_another_accounts_key_is_told_and_the_cells_are_owed_again(bench: Bench, api: str):
    bench.benchmark(problems=2, attempts=1)
    async with Batches(looks=3) as place:
        workspace = with_model(bench, place, api)
        await carry_out(workspace, wait=False)
        progress = await carry_out(workspace, OTHER_KEYS)
        assert "another account's key" in progress.lanes[0].stopped
        [state] = StoredBatches(workspace.store).states()
        assert (state.is_open, state.last.step, state.last.status) == (False, "lost", 404)
        assert progress.lanes[0].left == 2
        await carry_out(workspace, OTHER_KEYS)
        assert cells_of(workspace) == all_cells(2, 1)
        assert len(place.made) == 2
    workspace.close()


@each_api
async def test_lost_results_are_told_and_the_cells_are_owed_again(bench: Bench, api: str):
    bench.benchmark(problems=2, attempts=1)
    async with Batches(lost=True) as place:
        workspace = with_model(bench, place, api)
        progress = await carry_out(workspace)
        assert "the provider keeps it no longer" in progress.lanes[0].stopped
        place.lost = False
        await carry_out(workspace)
        assert cells_of(workspace) == all_cells(2, 1)
    workspace.close()


async def test_a_wrong_key_changes_nothing(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    async with Batches(looks=5) as place:
        workspace = with_model(bench, place)
        await carry_out(workspace, wait=False)
        place.refusal = Say(status=401, error="Incorrect API key provided.")
        [outcome] = await collect(workspace)
        assert (outcome.ended, outcome.fault) == (False, "Incorrect API key provided.")
        [outcome] = await collect(workspace, {})
        assert "the environment variable KEY is not set" in outcome.message
        assert StoredBatches(workspace.store).states()[0].is_open
    workspace.close()


@each_api
async def test_a_cancelled_batch_is_collected_and_its_rest_owed_again(bench: Bench, api: str):
    bench.benchmark(problems=2, attempts=1)
    async with Batches(looks=10**6) as place:
        workspace = with_model(bench, place, api)
        await carry_out(workspace, wait=False)
        await cancel(StoredBatches(workspace.store).states(), KEYS)
        [outcome] = await collect(workspace)
        assert (outcome.ended, outcome.answered, outcome.missed) == (True, 0, 2)
        place.runs, place.looks = None, 1
        await carry_out(workspace)
        assert cells_of(workspace) == all_cells(2, 1)
    workspace.close()


@each_api
@pytest.mark.parametrize("answer", [Say(cut_after=-1), Say(status=503), Say(body=b"<html>")])
async def test_a_batch_that_was_made_although_nobody_was_told_is_found(
    bench: Bench, api: str, answer: Say
):
    bench.benchmark(problems=2, attempts=2)
    async with Batches(create=[answer], garble=True) as place:
        workspace = with_model(bench, place, api)
        await carry_out(workspace)
        assert len(place.made) == 1
        assert cells_of(workspace) == all_cells(2, 2)
    workspace.close()


@each_api
async def test_results_that_break_off_are_fetched_again(bench: Bench, api: str):
    bench.benchmark(problems=5, attempts=2)
    cuts = [Say(cut_after=size) for size in (0, 700, 1500)]
    async with Batches(read=cuts) as place:
        workspace = with_model(bench, place, api)
        await carry_out(workspace)
        assert cells_of(workspace) == all_cells(5, 2)
        assert len(place.run) == 10
    workspace.close()


async def test_a_full_queue_is_waited_for_and_a_bad_file_is_not(bench: Bench):
    bench.benchmark(problems=2, attempts=1)
    async with Batches(invalid=["token_limit_exceeded"] * 4) as place:
        workspace = with_model(bench, place)
        await carry_out(workspace)
        assert len(place.made) == 5
        assert cells_of(workspace) == all_cells(2, 1)
        bench.benchmark(problems=3, attempts=1)
        place.invalid = ["model_not_found"]
        progress = await carry_out(workspace)
        assert progress.lanes[0].stopped == "turned away: model_not_found"
        assert len(place.made) == 6
    workspace.close()


async def test_the_limit_on_the_cost_holds_and_batches_fill_it(bench: Bench):
    bench.benchmark(problems=10, attempts=4)
    tokens = Tokens(input=100, output=400)
    async with Batches(answer=lambda _: Say(text="\\boxed{2}", tokens=tokens)) as place:
        workspace = with_model(bench, place, max_tokens=1000)
        limit = Decimal("0.015")
        progress = await carry_out(workspace, max_cost_usd=limit)
        assert progress.ended == "the limit of 0.015 USD is reached"
        [lane] = progress.lanes
        assert lane.cost_usd <= limit
        assert lane.cost_usd + Decimal("0.00045") > limit, "another one might have fitted"
        assert len(place.made) > 1, "what was set aside in fear was given back"
    workspace.close()


async def test_without_a_price_there_is_no_limit_to_keep(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    async with Batches() as place:
        workspace = with_model(bench, place)
        path = bench.root / "models" / "m.yaml"
        path.write_text(path.read_text().replace("price: {input: 1, output: 2}\n", ""))
        with pytest.raises(ConfigurationError, match="no price is known for m"):
            execution(bench.open(), Batching(), max_cost_usd=Decimal(1))
    workspace.close()


@pytest.mark.parametrize(
    ("file", "change", "complaint"),
    [
        ("models/m.yaml", "solver: majority\n", "solver majority may ask several times"),
        (
            "models/m.yaml",
            "solver_options: {box_retry: true}\n",
            "solver direct may ask several times",
        ),
        ("benchmarks/tiny/benchmark.yaml", "tools: [execute_python]\n", "allows tools"),
    ],
)
def test_what_takes_several_requests_is_refused(bench: Bench, file, change, complaint):
    bench.benchmark()
    bench.model("http://127.0.0.1:1/v1")
    path = bench.root / file
    path.write_text(path.read_text() + change)
    with pytest.raises(ConfigurationError, match=complaint):
        execution(bench.open(), Batching())


def test_offline_models_are_refused(bench: Bench):
    bench.benchmark()
    bench.fake()
    with pytest.raises(ConfigurationError, match="fake has no batch API"):
        execution(bench.open(), Batching())


@each_api
async def test_foreign_and_repeated_lines_are_passed_over(bench: Bench, api: str):
    bench.benchmark(problems=3, attempts=1)
    async with Batches(noise=True) as place:
        workspace = with_model(bench, place, api)
        await carry_out(workspace)
        assert cells_of(workspace) == all_cells(3, 1)
        assert {x.score for x in workspace.store.attempts()} == {1}
    workspace.close()


async def test_answers_within_a_batch_of_google_are_collected(bench: Bench):
    bench.benchmark(problems=3, attempts=2)
    async with Batches(inline=True) as place:
        workspace = with_model(bench, place, "google")
        await carry_out(workspace)
        assert cells_of(workspace) == all_cells(3, 2)
        assert {x.score for x in workspace.store.attempts()} == {1}
        assert len(place.run) == 6
    workspace.close()


@each_api
async def test_an_interruption_leaves_the_batch_where_it_is(bench: Bench, api: str):
    bench.benchmark(problems=2, attempts=1)
    async with Batches(looks=10**6) as place:
        workspace = with_model(bench, place, api)
        running = execution(workspace, Batching(poll=QUICK))
        task = asyncio.create_task(running.execute())
        while not any(batch.looks > 2 for batch in place.made.values()):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        running.interrupt()
        progress = await task
        assert progress.ended == "interrupted"
        place.looks = 0
        await carry_out(workspace)
        assert cells_of(workspace) == all_cells(2, 1)
        assert len(place.made) == 1
    workspace.close()
