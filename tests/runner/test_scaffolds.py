"""Whole runs in which a model is asked more than once for one answer."""

from __future__ import annotations

import asyncio
import json
from decimal import Decimal

import pytest
from sqlalchemy import func, select

from porism.errors import ConfigurationError, UnknownName
from porism.runner import Execution, Options, Request, plan
from porism.solvers import SOLVERS, asks_of
from porism.solvers.texts import text
from porism.store import Store
from porism.store.schema import steps
from tests.loopback import Loopback, Say, Tokens
from tests.runner.conftest import Bench
from tests.runner.test_execute import carry_out, seen_by
from tests.solvers.test_majority import a_model


async def test_a_vote_costs_what_all_its_requests_cost_and_keeps_them(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    said = [Say(text=f"\\boxed{{{n}}}", tokens=Tokens(100, 10)) for n in ("3", "2", "4/2")]
    async with Loopback(*said) as server:
        bench.model(server.base_url)
        model = bench.root / "models" / "m.yaml"
        model.write_text(model.read_text() + "solver: majority\nsolver_options: {votes: 3}\n")
        workspace = bench.open()
        await carry_out(workspace)
    [line] = workspace.store.attempts()
    assert (line.outcome, line.score, line.extracted) == ("graded", 1, "2")
    assert line.requests == 3
    assert float(line.cost_usd) == pytest.approx(300e-6 + 2 * 30e-6)
    transcript = workspace.store.transcript(line.id)
    answers = [json.loads(e.response)["choices"][0]["message"] for e in transcript.exchanges]
    assert sorted(a["content"] for a in answers) == sorted(s.text for s in said)
    assert transcript.answer in {"\\boxed{2}", "\\boxed{4/2}"}
    workspace.close()


def scaffold(bench: Bench, solver: str, name: str = "m", **options: object) -> None:
    model = bench.root / "models" / f"{name}.yaml"
    said = f"solver: {solver}\nsolver_options: {json.dumps(options)}\n"
    model.write_text(model.read_text() + said)


def judges_second(seen) -> Say:
    if seen.json["model"] == "judge":
        return Say(text="BETTER: 2", tokens=Tokens(1000, 100))
    return Say(text=f"\\boxed{{{seen.number}}}", tokens=Tokens(100, 10))


async def test_another_model_judges_at_its_own_price_and_through_its_own_limits(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    async with Loopback(answerer=judges_second) as server:
        bench.model(server.base_url)
        scaffold(bench, "best-of-n", solutions=2, judge="j")
        bench.model(server.base_url, name="j", concurrency=1)
        judge = bench.root / "models" / "j.yaml"
        judge.write_text(
            judge.read_text()
            .replace("model: served", "model: judge")
            .replace("{input: 1, output: 2}", "{input: 10, output: 20}")
        )
        workspace = bench.open()
        await carry_out(workspace)
    [line] = workspace.store.attempts()
    assert (line.model, line.score, line.extracted, line.requests) == ("m", 1, "2", 3)
    assert (line.input_tokens, line.output_tokens) == (1200, 120)
    assert float(line.cost_usd) == pytest.approx(2 * 120e-6 + 12_000e-6)
    inner = workspace.store.transcript(line.id).inner
    assert [call.model for call in inner] == ["", "", "j"]
    assert sum(call.cost_usd for call in inner) == line.cost_usd
    assert [call.said.text for call in inner] == ["\\boxed{1}", "\\boxed{2}", "BETTER: 2"]
    assert [call.exchange for call in inner] == [0, 1, 2]
    assert set(workspace.store.models()) == {"m", "j"}
    workspace.close()


async def test_whoever_else_is_asked_shapes_the_cell_and_has_to_exist(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    for name in ("m", "j"):
        bench.fake(name)
    scaffold(bench, "best-of-n", solutions=2, judge="j")
    before = plan(bench.open(), Request(("tiny",), ("m",)))[0].protocol
    bench.fake("j", skill=2)
    after = plan(bench.open(), Request(("tiny",), ("m",)))[0].protocol
    assert before["asks"] != after["asks"]
    bench.fake("m")
    scaffold(bench, "best-of-n", judge="k")
    with pytest.raises(UnknownName, match="no model is called 'k'"):
        plan(bench.open(), Request(("tiny",), ("m",)))


async def test_a_limit_of_cost_wants_the_price_of_all_that_are_asked(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    async with Loopback() as server:
        bench.model(server.base_url)
        bench.fake("j")
        scaffold(bench, "best-of-n", solutions=2, judge="j")
        workspace = bench.open()
        with pytest.raises(ConfigurationError, match="no price is known for j"):
            await carry_out(workspace, max_cost_usd=Decimal(1))
        assert not server.seen
    workspace.close()


async def test_a_limit_of_cost_that_is_reached_within_an_attempt_loses_nothing(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    async with Loopback(Say(text="\\boxed{2}", tokens=Tokens(1000, 500))) as server:
        bench.model(server.base_url)
        scaffold(bench, "majority", votes=9)
        workspace = bench.open()
        limit = Decimal("0.012")
        progress = await carry_out(workspace, max_cost_usd=limit)
        first = len(server.seen)
        assert progress.lanes[0].begun_usd == first * Decimal("0.002") <= limit
        assert 0 < first < 9
        assert not workspace.store.count()
        await carry_out(workspace)
        assert len(server.seen) == 9
    [line] = workspace.store.attempts()
    assert (line.cost_usd, line.requests) == (Decimal("0.018"), 9)
    workspace.close()


def test_a_changed_text_is_another_cell(monkeypatch):
    model = a_model("self-check")
    before = asks_of(model, ())
    assert before not in {model.asks, asks_of(a_model("verify-and-refine"), ())}
    monkeypatch.setattr("porism.solvers.text", lambda name: f"{text(name)}!")
    assert asks_of(model, ()) != before
    assert asks_of(a_model("direct"), ()) == a_model("direct").asks
    assert asks_of(a_model("majority"), ()) == a_model("majority").asks


@pytest.mark.parametrize("solver", sorted(SOLVERS))
async def test_every_scaffold_runs_and_an_attempt_has_its_requests_side_by_side(
    bench: Bench, solver
):
    bench.benchmark(problems=4, attempts=2)
    bench.fake(seed=4, error_rate=0.2)
    scaffold(bench, solver)
    workspace = bench.open()
    progress = await carry_out(workspace)
    assert progress.lanes[0].outcomes == {"graded": 8}
    for line in workspace.store.attempts():
        transcript = workspace.store.transcript(line.id)
        assert len(transcript.exchanges) + line.retries == line.requests
        assert len(transcript.inner) == (0 if solver == "direct" else len(transcript.exchanges))
        assert line.output_tokens >= sum(call.usage.output for call in transcript.inner)
        assert "\\boxed" in transcript.answer
    workspace.close()


def steps_of(store: Store) -> int:
    """Return how many steps are kept."""
    return store.read(lambda c: c.execute(select(func.count()).select_from(steps)).scalar_one())


async def test_votes_that_were_under_way_side_by_side_are_taken_up(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    held = {4, 5}

    def answer(seen) -> Say:
        return Say(hang=True) if seen.number in held else Say(text=f"\\boxed{{{seen.number}}}")

    async with Loopback(answerer=answer) as server:
        bench.model(server.base_url)
        scaffold(bench, "majority", votes=5)
        workspace = bench.open()
        options = Options(grace_s=0.2)
        execution = Execution(plan(workspace, Request(("tiny",), ("m",))), workspace.store, options)
        running = asyncio.create_task(execution.execute())
        await seen_by(server, 5)
        while steps_of(workspace.store) < 3:  # noqa: ASYNC110 - the store tells nobody
            await asyncio.sleep(0.01)
        execution.interrupt()
        await running
        assert execution.progress.lanes[0].begun_usd == 3 * Decimal("0.000025")
        await carry_out(workspace)
        assert len(server.seen) == 7
        assert server.most_in_flight > 1
    [line] = workspace.store.attempts()
    transcript = workspace.store.transcript(line.id)
    said = sorted(call.said.text for call in transcript.inner)
    assert said == [f"\\boxed{{{n}}}" for n in (1, 2, 3, 6, 7)]
    assert line.requests == 5
    workspace.close()
