"""Whole runs against a loopback server."""

import asyncio
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from random import Random

import pytest

from porism.errors import ConfigurationError, StoreError, UnknownName
from porism.runner import Execution, Options, Progress, Request, plan
from porism.runner.backoff import Backoff
from porism.runner.health import Stability
from porism.runner.regrade import regrade
from porism.store import Filter, Reopen, utc_now
from porism.workspace import Workspace
from tests.loopback import Loopback, Say, Tokens
from tests.runner.conftest import Bench

QUICK = Backoff(first_s=0.01, most_s=0.05)
NO_JUDGEMENT = Stability(requests=10**9)


def right(seen) -> Say:
    n = int(re.search(rb"What is \$(\d+)\+", seen.body)[1])
    return Say(text=f"Doubling: \\boxed{{{2 * n}}}")


async def carry_out(workspace: Workspace, request: Request | None = None, **options) -> Progress:
    request = request or Request(("tiny",), ("m",))
    settings = {"backoff": QUICK, "rng": Random(1), "stability": NO_JUDGEMENT, **options}
    execution = Execution(plan(workspace, request), workspace.store, Options(**settings))
    return await execution.execute()


async def seen_by(server: Loopback, count: int) -> None:
    while len(server.seen) < count:  # noqa: ASYNC110 - the server has no event to wait for
        await asyncio.sleep(0.01)


async def test_every_cell_is_asked_once_committed_and_graded(bench: Bench):
    bench.benchmark(problems=3, attempts=4)
    async with Loopback(answerer=right) as server:
        bench.model(server.base_url)
        workspace = bench.open()
        progress = await carry_out(workspace)
        assert len(server.seen) == 12
        [lane] = progress.lanes
        assert (lane.asked, lane.left, lane.outcomes) == (12, 0, Counter(graded=12))
        assert float(lane.accuracy.estimate) == 1
        lines = list(workspace.store.attempts())
        assert Counter((x.problem, x.number) for x in lines) == {
            (f"p{p}", n): 1 for p in (1, 2, 3) for n in (1, 2, 3, 4)
        }
        assert all(x.score == 1 and x.extracted for x in lines)
        assert progress.ended == "finished"
        again = await carry_out(workspace)
        assert len(server.seen) == 12
        assert again.lanes[0].finished == 12
    workspace.close()


async def test_what_went_over_the_wire_is_what_the_store_says(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    async with Loopback(answerer=right) as server:
        bench.model(server.base_url)
        workspace = bench.open()
        await carry_out(workspace)
        [line] = workspace.store.attempts()
        transcript = workspace.store.transcript(line.id)
        [exchange] = transcript.exchanges
        assert exchange.request == server.seen[0].body
        assert exchange.response == server.sent[0]
        asked, answered = transcript.messages
        assert "What is $1+1$?" in asked.text
        assert asked.text in server.seen[0].json["messages"][-1]["content"]
        assert answered.text == transcript.answer == "Doubling: \\boxed{2}"
    workspace.close()


async def test_passing_failures_are_retried_until_they_succeed_and_recorded(bench: Bench):
    bench.benchmark(problems=4, attempts=2)
    failures = [
        Say(status=429, error="slow down", headers={"Retry-After": "0.01"}),
        Say(status=500),
        Say(status=503, error="overloaded"),
        Say(cut_after=10),
        Say(cut_after=-1),
        Say(status=529),
    ]
    tries: Counter[int] = Counter()

    def sometimes(seen) -> Say:
        tries[len(tries)] += 1
        return failures[seen.number % 6] if seen.number % 3 else right(seen)

    async with Loopback(answerer=sometimes) as server:
        bench.model(server.base_url)
        workspace = bench.open()
        progress = await carry_out(workspace)
        lines = list(workspace.store.attempts())
        assert len(lines) == 8
        assert {x.outcome for x in lines} == {"graded"}
        assert progress.lanes[0].retries == sum(x.retries for x in lines) > 0
        assert sum(x.requests for x in lines) == len(server.seen)
        retried = next(x for x in lines if x.retries)
        transcript = workspace.store.transcript(retried.id)
        assert len(transcript.retries) == retried.retries
        assert all(r.message for r in transcript.retries)
    workspace.close()


@pytest.mark.parametrize(
    ("say", "outcome"),
    [
        (Say(finish="length", text="I was about to"), "truncated"),
        (Say(finish="length", text="", thinking="so many thoughts"), "truncated"),
        (Say(finish="refusal"), "refused"),
        (Say(text=""), "empty"),
        (Say(text=" \n "), "empty"),
        (Say(text="no box here and no number"), "unparsed"),
        (Say(status=400, error="bad request"), "failed"),
        (Say(finish_word="made_up", text="\\boxed{2}"), "graded"),
        (Say(tokens=None, text="\\boxed{2}"), "graded"),
    ],
)
async def test_outcomes_are_told_apart(bench: Bench, say: Say, outcome: str):
    bench.benchmark(problems=1, attempts=1)
    async with Loopback(say) as server:
        bench.model(server.base_url)
        workspace = bench.open()
        await carry_out(workspace)
        assert len(server.seen) == 1
        [line] = workspace.store.attempts()
        assert line.outcome == outcome
        assert (line.score is None) == (outcome != "graded")
        if outcome == "failed":
            assert "bad request" in line.error
        workspace.close()


async def test_ten_megabytes_are_kept(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    text = "digits 1234567890 " * 580_000 + "\\boxed{2}"
    async with Loopback(Say(text=text)) as server:
        bench.model(server.base_url)
        workspace = bench.open()
        await carry_out(workspace)
        [line] = workspace.store.attempts()
        assert (line.outcome, line.score) == ("graded", 1)
        assert workspace.store.transcript(line.id).answer == text
        workspace.close()


async def test_an_answer_that_is_not_utf8_is_graded_and_kept_to_the_byte(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    bad = b'{"choices": [{"message": {"content": "\xff\\\\boxed{2}"}, "finish_reason": "stop"}]}'
    async with Loopback(Say(body=bad)) as server:
        bench.model(server.base_url)
        workspace = bench.open()
        await carry_out(workspace)
        [line] = workspace.store.attempts()
        assert (line.outcome, line.score) == ("graded", 1)
        assert workspace.store.transcript(line.id).exchanges[0].response == bad
        workspace.close()


async def test_a_bad_key_stops_the_model_at_once_and_leaves_its_cells_owed(bench: Bench):
    bench.benchmark(problems=10, attempts=4)
    async with Loopback(Say(status=401, error="invalid key")) as bad, Loopback(Say()) as good:
        bench.model(bad.base_url, "locked")
        bench.model(good.base_url, "open")
        workspace = bench.open()
        progress = await carry_out(workspace, Request(("tiny",), ("locked", "open")))
        locked, opened = progress.lanes
        assert "invalid key" in locked.stopped
        assert len(bad.seen) <= 8
        assert locked.left == 40
        assert opened.asked == 40
        assert workspace.store.count(Filter(model="locked")) == 0
        assert any("locked: stopped" in note for note in progress.notes)
        workspace.close()


async def test_an_endpoint_that_fails_too_often_is_marked_until_cleared(bench: Bench):
    bench.benchmark(problems=15, attempts=4)

    def often(seen) -> Say:
        return Say(status=500) if seen.number % 3 == 0 else right(seen)

    async with Loopback(answerer=often) as server:
        bench.model(server.base_url)
        workspace = bench.open()
        progress = await carry_out(workspace, stability=Stability(0.2, 50))
        assert re.match(r"3\d% of \d+ requests failed", workspace.store.unstable()["m"])
        assert progress.lanes[0].unstable
        assert progress.lanes[0].left == 0
        workspace.close()


async def test_a_request_in_back_off_holds_no_slot(bench: Bench):
    bench.benchmark(problems=6, attempts=1)

    def first_fails(seen) -> Say:
        return Say(status=429, headers={"Retry-After": "1"}) if seen.number == 1 else right(seen)

    async with Loopback(answerer=first_fails) as server:
        bench.model(server.base_url, concurrency=1)
        workspace = bench.open()
        await carry_out(workspace)
        assert server.most_in_flight == 1
        retried, *others = sorted(workspace.store.attempts(), key=lambda x: -x.retries)
        assert retried.retries == 1
        last_other = max(workspace.store.transcript(x.id).exchanges[0].started_at for x in others)
        assert workspace.store.transcript(retried.id).exchanges[0].started_at > last_other
        workspace.close()


async def test_a_dead_endpoint_says_so_while_it_is_asked_again(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    async with Loopback() as server:
        address = server.base_url
    bench.model(address)
    workspace = bench.open()
    request = Request(("tiny",), ("m",))
    options = Options(backoff=QUICK, rng=Random(1), stability=NO_JUDGEMENT, grace_s=1)
    execution = Execution(plan(workspace, request), workspace.store, options)
    running = asyncio.create_task(execution.execute())
    while not execution.progress.lanes or not execution.progress.lanes[0].trouble:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    execution.interrupt()
    progress = await running
    assert "127.0.0.1" in progress.lanes[0].trouble
    assert progress.lanes[0].retries >= 5
    assert progress.lanes[0].left == 1
    workspace.close()


async def test_a_clock_that_goes_backwards_loses_and_repeats_nothing(bench: Bench):
    bench.benchmark(problems=5, attempts=4)
    now = [Options().clock()]

    def backwards():
        now[0] -= timedelta(minutes=7)
        return now[0]

    async with Loopback(answerer=right) as server:
        bench.model(server.base_url)
        workspace = bench.open()
        workspace.store.clock = backwards
        await carry_out(workspace, clock=backwards)
        await carry_out(workspace, clock=backwards)
        assert len(server.seen) == workspace.store.count() == 20
        assert all(x.duration_s >= 0 for x in workspace.store.attempts())
        redo = Reopen("all", Options().clock())
        await carry_out(workspace, clock=backwards, reopen=redo)
        assert len(server.seen) == 40
        assert workspace.store.count() == 20
        workspace.close()


async def test_limits_are_kept(bench: Bench):
    bench.benchmark(problems=6, attempts=4)
    slow = Say(text="\\boxed{2}", delay_s=0.02)
    async with Loopback(slow) as server:
        bench.model(server.base_url, concurrency=3)
        workspace = bench.open()
        await carry_out(workspace)
        assert server.most_in_flight == 3
        await carry_out(workspace, reopen=Reopen("all", Options().clock()), concurrency=7)
        assert server.most_in_flight == 7
        workspace.close()


async def test_no_request_starts_that_could_pass_the_cost_limit(bench: Bench):
    bench.benchmark(problems=30, attempts=4)
    tokens = Tokens(input=1000, output=500)
    async with Loopback(Say(text="\\boxed{2}", tokens=tokens)) as server:
        bench.model(server.base_url, max_tokens=1000)
        workspace = bench.open()
        limit = Decimal("0.05")
        progress = await carry_out(workspace, max_cost_usd=limit)
        spent = sum(x.cost_usd for x in workspace.store.attempts())
        assert spent == Decimal("0.002") * len(server.seen)
        assert Decimal("0.04") < spent <= limit
        assert "limit of 0.05 USD" in progress.ended
        assert progress.lanes[0].left == 120 - len(server.seen)
        await carry_out(workspace)
        assert workspace.store.count() == 120
        workspace.close()


async def test_a_cost_limit_needs_a_price(bench: Bench):
    bench.benchmark()
    bench.fake()
    workspace = bench.open()
    with pytest.raises(ConfigurationError, match="no price is known for m"):
        await carry_out(workspace, max_cost_usd=Decimal(1))
    workspace.close()


async def test_an_interruption_keeps_what_arrives_and_begins_nothing_new(bench: Bench):
    bench.benchmark(problems=50, attempts=4)
    async with Loopback(Say(text="\\boxed{2}", delay_s=0.3)) as server:
        bench.model(server.base_url, concurrency=5)
        workspace = bench.open()
        request = Request(("tiny",), ("m",))
        execution = Execution(plan(workspace, request), workspace.store, Options())
        running = asyncio.create_task(execution.execute())
        await seen_by(server, 5)
        execution.interrupt()
        progress = await running
        assert len(server.seen) == 5
        assert workspace.store.count() == 5
        assert (progress.ended, progress.lanes[0].left) == ("interrupted", 195)
        workspace.close()


async def test_what_does_not_arrive_within_the_grace_time_is_still_owed(bench: Bench):
    bench.benchmark(problems=4, attempts=1)
    async with Loopback(Say(hang=True)) as server:
        bench.model(server.base_url)
        workspace = bench.open()
        request = Request(("tiny",), ("m",))
        execution = Execution(plan(workspace, request), workspace.store, Options(grace_s=0.1))
        running = asyncio.create_task(execution.execute())
        await seen_by(server, 4)
        execution.interrupt()
        assert (await running).ended == "interrupted"
        assert workspace.store.count() == 0
    async with Loopback(answerer=right) as server:
        bench.model(server.base_url)
        await carry_out(bench.open())
        assert len(server.seen) == 4
    workspace.close()


async def test_a_second_interruption_waits_for_nothing(bench: Bench):
    bench.benchmark(problems=4, attempts=1)
    async with Loopback(Say(hang=True)) as server:
        bench.model(server.base_url)
        workspace = bench.open()
        request = Request(("tiny",), ("m",))
        execution = Execution(plan(workspace, request), workspace.store, Options(grace_s=3600))
        running = asyncio.create_task(execution.execute())
        await seen_by(server, 4)
        execution.interrupt()
        while not any("Ctrl-C again" in note for note in execution.progress.notes):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert not running.done()
        execution.interrupt()
        assert (await running).ended == "interrupted"
        workspace.close()


async def test_a_prompt_that_does_not_fit_ends_the_run_with_its_reason(bench: Bench):
    bench.benchmark(problems=2, attempts=1)
    path = bench.root / "benchmarks/tiny/benchmark.yaml"
    path.write_text(path.read_text().replace("final-answer", "multiple-choice"))
    bench.fake()
    workspace = bench.open()
    with pytest.raises(ConfigurationError, match="shows choices, but there are none"):
        await carry_out(workspace)
    workspace.close()


async def test_two_runners_share_the_work(bench: Bench):
    bench.benchmark(problems=40, attempts=4)
    async with Loopback(Say(text="\\boxed{2}", delay_s=0.01)) as server:
        bench.model(server.base_url, concurrency=4)
        one, other = bench.open(), bench.open()
        progress = await asyncio.gather(carry_out(one), carry_out(other))
        assert len(server.seen) == 160
        assert one.store.count() == 160
        assert sum(p.lanes[0].asked for p in progress) == 160
        one.close()
        other.close()


async def test_redo_asks_again_only_what_ended_that_way(bench: Bench):
    bench.benchmark(problems=6, attempts=1)

    def cut_some(seen) -> Say:
        return Say(finish="length", text="") if b"$3+" in seen.body else right(seen)

    async with Loopback(answerer=cut_some) as server:
        bench.model(server.base_url)
        workspace = bench.open()
        await carry_out(workspace)
        now = Options().clock()
        await carry_out(workspace, reopen=Reopen("failed", now))
        assert len(server.seen) == 6
    async with Loopback(answerer=right) as server:
        bench.model(server.base_url)
        await carry_out(bench.open(), reopen=Reopen("truncated", now))
        assert len(server.seen) == 1
        assert {x.outcome for x in workspace.store.attempts()} == {"graded"}
        assert workspace.store.count(Filter(superseded=True)) == 7
    workspace.close()


async def test_a_changed_setting_is_another_cell(bench: Bench):
    bench.benchmark(problems=2, attempts=1)
    async with Loopback(answerer=right) as server:
        bench.model(server.base_url)
        await carry_out(bench.open())
        bench.model(server.base_url, max_tokens=2000)
        await carry_out(bench.open())
        assert len(server.seen) == 4


async def test_leases_of_a_dead_runner_expire(bench: Bench):
    bench.benchmark(problems=2, attempts=1)
    async with Loopback(answerer=right) as server:
        bench.model(server.base_url)
        workspace = bench.open()
        [assignment] = plan(workspace, Request(("tiny",), ("m",)))
        cells = [task.cell for task in assignment.tasks()]
        workspace.store.claim(cells, "dead", timedelta(hours=1)).result()
        progress = await carry_out(workspace)
        assert progress.lanes[0].taken == 2
        workspace.store.clock = lambda: utc_now() + timedelta(hours=1, seconds=1)
        await carry_out(workspace)
        assert workspace.store.count() == 2
        workspace.close()


async def test_fakes_show_their_skill_and_their_faults(bench: Bench):
    bench.benchmark(problems=40, attempts=4)
    bench.fake("good", skill=3)
    bench.fake("bad", skill=-3, error_rate=0.3, truncation_rate=0.2, refusal_rate=0.1)
    workspace = bench.open()
    progress = await carry_out(workspace, Request(("tiny",), ("good", "bad")))
    good, bad = progress.lanes
    assert float(good.accuracy.estimate) > 0.8
    assert float(bad.accuracy.estimate) < 0.3
    assert bad.outcomes["truncated"] > 10 < bad.retries
    assert bad.outcomes["refused"] > 3
    workspace.close()


async def test_a_fault_of_ours_is_recorded_as_a_failure_with_its_cause(bench: Bench, monkeypatch):
    bench.benchmark(problems=1, attempts=1)
    bench.fake()

    async def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("porism.solvers.direct.Direct.solve", broken)
    workspace = bench.open()
    await carry_out(workspace)
    [line] = workspace.store.attempts()
    assert line.outcome == "failed"
    assert "ZeroDivisionError" in line.error
    workspace.close()


async def test_a_fault_of_the_grader_is_no_verdict_and_loses_nothing(bench: Bench, monkeypatch):
    bench.benchmark(problems=2, attempts=1)
    bench.fake()

    def broken(*_: object, **__: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("porism.runner.grade.grade", broken)
    workspace = bench.open()
    await carry_out(workspace)
    lines = list(workspace.store.attempts())
    assert [(x.outcome, x.flags) for x in lines] == [("ungraded", ("undecided",))] * 2
    assert "RecursionError" in workspace.store.verdicts(lines[0].id)[0].reason
    monkeypatch.undo()
    with ThreadPoolExecutor() as executor:
        assert len(regrade(workspace.store, executor).changes) == 2
        assert regrade(workspace.store, executor).judged == 0
    assert {x.outcome for x in workspace.store.attempts()} == {"graded"}
    workspace.close()


async def test_a_store_that_cannot_be_written_ends_the_run_with_its_reason(bench: Bench):
    bench.benchmark(problems=3, attempts=4)
    bench.fake()
    workspace = bench.open()

    def fail(*_: object, **__: object) -> None:
        raise StoreError("store: the disk is full")

    workspace.store.add_attempt = fail
    with pytest.raises(StoreError, match="disk is full"):
        await carry_out(workspace)
    workspace.close()


@pytest.mark.parametrize(
    ("request_", "complaint"),
    [
        (Request(("tinny",), ("m",)), "no benchmark is called 'tinny'; did you mean tiny"),
        (Request(("tiny",), ("mm",)), "no model is called 'mm'; did you mean"),
        (Request(("tiny",), ("m",), problems="p9"), "no problem is called 'p9'"),
        (Request(("tiny",), ("m",), variant="sketch"), "no variant of tiny is called 'sketch'"),
    ],
)
def test_names_that_do_not_exist(bench: Bench, request_: Request, complaint: str):
    bench.benchmark()
    bench.fake()
    workspace = bench.open()
    with pytest.raises(UnknownName, match=re.escape(complaint)):
        plan(workspace, request_)
    workspace.close()


def test_a_blind_model_is_not_shown_pictures(bench: Bench):
    text = "id: blind\nname: b\nsees_images: false\nendpoint: {protocol: fake, model: b}\n"
    (bench.root / "models" / "blind.yaml").write_text(text)
    workspace = bench.open()
    with pytest.raises(
        ConfigurationError,
        match="5 of 5 problems of porism-sample-images show pictures and blind cannot see",
    ):
        plan(workspace, Request(("porism-sample-images",), ("blind",)))
    workspace.close()


def test_a_blind_judge_in_a_scaffold_is_not_shown_pictures_either(bench: Bench):
    bench.fake("judge")
    bench.fake()
    for name, further in {
        "judge": "sees_images: false\n",
        "m": "solver: best-of-n\nsolver_options: {judge: judge}\n",
    }.items():
        path = bench.root / "models" / f"{name}.yaml"
        path.write_text(path.read_text() + further)
    workspace = bench.open()
    seeing = Request(("porism-sample-images",), ("m",))
    with pytest.raises(ConfigurationError, match="show pictures and judge cannot see"):
        plan(workspace, seeing)
    [assignment] = plan(workspace, replace(seeing, without_images=True))
    assert [other.id for other in assignment.others] == ["judge"]
    workspace.close()


async def test_without_pictures_is_a_variant_with_cells_of_its_own(bench: Bench):
    bench.fake()
    workspace = bench.open()
    blind = Request(("porism-sample-images",), ("m",), without_images=True, attempts=1)
    [assignment] = plan(workspace, blind)
    assert assignment.variant.name == "text-only"
    await carry_out(workspace, blind)
    await carry_out(workspace, Request(("porism-sample-images",), ("m",), attempts=1))
    lines = list(workspace.store.attempts())
    assert Counter(x.variant for x in lines) == {"text-only": 5, "": 5}
    for line in lines:
        [asked, _] = workspace.store.transcript(line.id).messages
        assert any(part.type == "picture" for part in asked.parts) == (line.variant == "")
    workspace.close()


def test_a_benchmark_without_such_a_variant_says_how_to_get_one(bench: Bench):
    bench.benchmark()
    bench.fake()
    workspace = bench.open()
    with pytest.raises(ConfigurationError, match="tiny has no variant without pictures"):
        plan(workspace, Request(("tiny",), ("m",), without_images=True))
    workspace.close()
