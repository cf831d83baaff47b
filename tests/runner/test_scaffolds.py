"""Whole runs in which a model is asked more than once for one answer."""

from __future__ import annotations

import json

import pytest

from tests.loopback import Loopback, Say, Tokens
from tests.runner.conftest import Bench
from tests.runner.test_execute import carry_out


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
    assert [a["content"] for a in answers] == [s.text for s in said]
    assert transcript.answer == "\\boxed{2}"
    workspace.close()
