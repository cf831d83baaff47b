"""Attempts that are interrupted between two requests go on there, and pay nothing twice."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import time
from decimal import Decimal
from random import Random

import pytest
from sqlalchemy import select

from porism.runner import Execution, Options, plan
from porism.runner import Request as Wanted
from porism.store import Store
from porism.store.schema import cells
from tests.loopback import Loopback, Say, Tokens
from tests.runner.conftest import Bench
from tests.runner.test_execute import QUICK, carry_out, seen_by
from tests.runner.test_kill import Server, start_runner, wait_for_answers
from tests.runner.test_scaffolds import scaffold
from tests.runner.test_tools import run_code, tooled  # noqa: F401 - a fixture

VOTES, KILLS, CONCURRENCY = 6, 3, 2
ONE_USD = (Tokens().input + 2 * Tokens().output) * Decimal("1e-6")


def replies_in(store: Store) -> set[int]:
    """Return the numbers of the requests whose answers are kept as steps."""
    digests = store.read(lambda c: c.execute(select(cells.c.digest)).scalars().all())
    bodies = [json.loads(step.body) for digest in digests for step in store.steps(digest)]
    return {number_in(body["reply"]["exchange"]["response"]) for body in bodies}


def number_in(response: str | bytes) -> int:
    raw = base64.urlsafe_b64decode(response) if isinstance(response, str) else response
    return int(re.search(rb"chatcmpl-(\d+)", raw)[1])


def test_killed_within_attempts_a_run_takes_them_up_and_asks_for_nothing_twice(bench: Bench):
    rng = Random(7)
    bench.benchmark(problems=2, attempts=2)
    server = Server(bench.root / "server.log")
    try:
        bench.model(server.base_url, concurrency=CONCURRENCY)
        scaffold(bench, "majority", votes=VOTES)
        kept: set[int] = set()
        lost = 0
        for _ in range(KILLS):
            runner = start_runner(bench)
            wait_for_answers(server, len(server.events("answered")) + rng.randrange(1, 5))
            time.sleep(rng.random() * 0.02)
            runner.kill()
            runner.wait()
            with Store(bench.root / "porism.db") as store:
                now = replies_in(store) | answers_in(store)
            assert kept <= now, "what was received is gone"
            asked = len(server.events("asked"))
            unanswered = asked - len(server.events("answered"))
            assert unanswered <= KILLS * CONCURRENCY, "more than may be in flight"
            lost = asked - len(now)  # with replies whose commit the machine was too slow for
            kept = now
        assert start_runner(bench).wait() == 0
        with Store(bench.root / "porism.db") as store:
            lines = list(store.attempts())
            assert len(lines) == 4
            assert {line.requests for line in lines} == {VOTES}
            assert {line.cost_usd for line in lines} == {VOTES * ONE_USD}
            answers = answers_in(store)
            assert not replies_in(store), "steps outlive their attempt"
        assert kept <= answers
        assert len(answers) == 4 * VOTES
        assert len(server.events("asked")) == 4 * VOTES + lost
    finally:
        server.stop()


def answers_in(store: Store) -> set[int]:
    """Return the numbers of the requests that finished attempts hold."""
    return {
        number_in(exchange.response)
        for line in store.attempts()
        for exchange in store.transcript(line.id).exchanges
    }


async def interrupted(workspace, until) -> None:
    """Run until something has happened, then stop at once."""
    options = Options(backoff=QUICK, rng=Random(1), grace_s=0, sandbox=workspace.sandbox)
    execution = Execution(plan(workspace, Wanted(("tiny",), ("m",))), workspace.store, options)
    running = asyncio.create_task(execution.execute())
    await until
    execution.interrupt()
    await running


async def test_a_session_has_its_names_again_and_nothing_is_said_twice(tooled: Bench):  # noqa: F811
    def answer(seen) -> Say:
        turns = len(seen.json["messages"])
        if turns == 1:
            return run_code("x = 20; print('once')")
        if turns == 3:
            return run_code("x += 1; x")
        if turns == 5:
            return Say(hang=True) if seen.number == 3 else run_code("2 * x")
        return Say(text="\\boxed{2}")

    async with Loopback(answerer=answer) as server:
        tooled.model(server.base_url)
        workspace = tooled.open()
        await interrupted(workspace, seen_by(server, 3))
        assert not list(workspace.store.attempts())
        await carry_out(workspace, sandbox=workspace.sandbox)
        assert len(server.seen) == 5
        assert server.seen[2].json == server.seen[3].json, "the same conversation, to the byte"
        said = json.loads(server.seen[4].json["messages"][-1]["content"])
        assert said["result"] == "42"
        assert "stdout" not in said
    [line] = workspace.store.attempts()
    assert (line.outcome, line.requests) == ("graded", 4)
    assert [e.request for e in workspace.store.transcript(line.id).exchanges] == [
        server.seen[n].body for n in (0, 1, 3, 4)
    ]
    workspace.close()


async def test_retries_before_the_interruption_are_kept_with_it(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    wrong = Say(text="VERDICT: wrong")
    async with Loopback(Say(status=503), Say(text="three"), wrong, Say(hang=True)) as server:
        bench.model(server.base_url)
        scaffold(bench, "self-check")
        workspace = bench.open()
        await interrupted(workspace, seen_by(server, 4))
        server.say(Say(text="\\boxed{2}\nVERDICT: correct"))
        await carry_out(workspace)
        assert len(server.seen) == 6
    [line] = workspace.store.attempts()
    assert (line.score, line.retries, line.requests) == (1, 1, 5)
    first = workspace.store.transcript(line.id).exchanges[0]
    assert line.started_at <= first.started_at
    assert line.duration_s >= first.duration_s
    workspace.close()


async def test_one_request_alone_keeps_no_step(bench: Bench):
    bench.benchmark(problems=2, attempts=2)
    async with Loopback() as server:
        bench.model(server.base_url)
        workspace = bench.open()

        def fail(*_: object) -> None:
            raise AssertionError("a step for a single request")

        workspace.store.add_step = workspace.store.steps = fail
        await carry_out(workspace)
        assert len(server.seen) == 4
    workspace.close()


async def test_an_attempt_that_fails_shows_what_was_said_so_far(tooled: Bench):  # noqa: F811
    async with Loopback(run_code("6 * 7"), Say(status=400, error="too long")) as server:
        tooled.model(server.base_url)
        workspace = tooled.open()
        await carry_out(workspace, sandbox=workspace.sandbox)
        assert len(server.seen) == 2
    [line] = workspace.store.attempts()
    assert line.outcome == "failed"
    transcript = workspace.store.transcript(line.id)
    assert [m.role for m in transcript.messages][-3:] == ["user", "assistant", "tool"]
    assert "42" in transcript.messages[-1].parts[0].text
    workspace.close()


@pytest.mark.parametrize("number", [2, 3])
async def test_a_scaffold_that_fails_keeps_the_replies_that_were_paid_for(bench: Bench, number):
    bench.benchmark(problems=1, attempts=1)

    def answer(seen) -> Say:
        return Say(status=400) if seen.number == number else Say(text="VERDICT: wrong")

    async with Loopback(answerer=answer) as server:
        bench.model(server.base_url)
        scaffold(bench, "self-check")
        workspace = bench.open()
        await carry_out(workspace)
    [line] = workspace.store.attempts()
    assert (line.outcome, line.requests) == ("failed", number - 1)
    transcript = workspace.store.transcript(line.id)
    assert len(transcript.exchanges) == number - 1
    assert [m.role for m in transcript.messages] == ["user", *["assistant", "user"] * (number - 1)]
    workspace.close()
