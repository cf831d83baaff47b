"""Whole runs of a benchmark whose models may run Python."""

from __future__ import annotations

import json

import pytest

from porism.core import ToolCall, ToolResult
from porism.errors import ConfigurationError, UnknownName
from tests.loopback import Loopback, Say, Tokens
from tests.runner.conftest import Bench
from tests.runner.test_execute import carry_out

CODE = "total = sum(range(1, 101))\nprint('summed')\ntotal"


@pytest.fixture
def tooled(bench: Bench, sandbox_folder):
    """A benchmark with tools, in a workspace with a sandbox."""
    bench.benchmark(problems=1, attempts=1)
    definition = bench.root / "benchmarks" / "tiny" / "benchmark.yaml"
    definition.write_text(definition.read_text() + "tools: [execute_python]\n")
    config = bench.root / "porism.toml"
    config.write_text(config.read_text() + f'sandbox_folder = "{sandbox_folder}"\n')
    return bench


def call(arguments: object, name: str = "execute_python") -> Say:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return Say(text="", calls=(("c1", name, text),), finish="tool_calls", tokens=Tokens(100, 10))


def run_code(code: str) -> Say:
    return call({"code": code})


def last_result(seen) -> dict:
    return json.loads(seen.json["messages"][-1]["content"])


async def test_a_model_runs_code_and_boxes_what_came_of_it(tooled: Bench):
    def answer(seen) -> Say:
        if seen.number == 1:
            return run_code(CODE)
        if seen.number == 2:
            return run_code("total - 5048")
        return Say(text=f"\\boxed{{{last_result(seen)['result']}}}", tokens=Tokens(100, 10))

    async with Loopback(answerer=answer) as server:
        tooled.model(server.base_url)
        workspace = tooled.open()
        await carry_out(workspace, sandbox=workspace.sandbox)
        first, second, third = server.seen
    [line] = workspace.store.attempts()
    assert (line.outcome, line.score, line.extracted) == ("graded", 1, "2")
    assert first.json["tools"][0]["function"]["name"] == "execute_python"
    assert last_result(second)["stdout"] == "summed\n"
    assert last_result(second)["result"] == "5050"
    assert last_result(third)["result"] == "2"
    transcript = workspace.store.transcript(line.id)
    assert [m.role for m in transcript.messages][-5:] == [
        "assistant", "tool", "assistant", "tool", "assistant",
    ]  # fmt: skip
    assert [e.request for e in transcript.exchanges] == [s.body for s in (first, second, third)]
    parts = [part for message in transcript.messages for part in message.parts]
    said = [json.loads(p.arguments)["code"] for p in parts if isinstance(p, ToolCall)]
    assert said == [CODE, "total - 5048"]
    assert all(p.duration_s > 0 for p in parts if isinstance(p, ToolResult))
    assert line.requests == 3
    assert (line.input_tokens, line.output_tokens) == (300, 30)
    assert float(line.cost_usd) == pytest.approx(300e-6 + 2 * 30e-6)
    workspace.close()


@pytest.mark.parametrize(
    ("say", "told"),
    [
        (call("code"), "error: the arguments are not JSON"),
        (call({"python": "1"}), "error: 'code' has to be there"),
        (call({"code": "1"}, name="search"), "error: no tool is called 'search'"),
        (run_code("1 / 0"), "ZeroDivisionError"),
        (run_code("x = 1 #" + "x" * 1_000_000), "the code has 1,000,007 bytes"),
        (run_code(r"import sys; sys.stdout.buffer.write(b'\x00\xff\x1b[0m' * 9)"), r"\\x00"),
        (run_code("print('x' * 200_000)"), "bytes left out"),
        (run_code("import os; os._exit(3)"), "it ended the interpreter (exit code 3)"),
    ],
    ids=["no json", "no code", "no tool", "raised", "long", "binary", "much", "gone"],
)
async def test_what_goes_wrong_is_told_to_the_model_which_goes_on(tooled: Bench, say, told):
    async with Loopback(say, Say(text="\\boxed{2}")) as server:
        tooled.model(server.base_url)
        workspace = tooled.open()
        await carry_out(workspace, sandbox=workspace.sandbox)
        assert told in server.seen[1].json["messages"][-1]["content"]
    [line] = workspace.store.attempts()
    assert (line.outcome, line.score) == ("graded", 1)
    workspace.close()


async def test_a_model_that_calls_for_ever_is_truncated_by_the_benchmarks_policy(tooled: Bench):
    definition = tooled.root / "benchmarks" / "tiny" / "benchmark.yaml"
    definition.write_text(definition.read_text() + "tool_limits: {calls: 2}\n")
    async with Loopback(answerer=lambda _: run_code("1")) as server:
        tooled.model(server.base_url)
        workspace = tooled.open()
        await carry_out(workspace, sandbox=workspace.sandbox)
        assert len(server.seen) == 4
    [line] = workspace.store.attempts()
    assert line.outcome == "truncated"
    assert line.error == "called tools when no calls were left"
    workspace.close()


async def test_without_an_interpreter_nothing_is_asked(tooled: Bench, tmp_path):
    config = tooled.root / "porism.toml"
    lines = [line for line in config.read_text().splitlines() if "sandbox_folder" not in line]
    config.write_text("\n".join([*lines, f'sandbox_folder = "{tmp_path}"']))
    async with Loopback(answerer=lambda _: run_code("1")) as server:
        tooled.model(server.base_url)
        workspace = tooled.open()
        with pytest.raises(ConfigurationError, match="porism sandbox setup"):
            await carry_out(workspace, sandbox=workspace.sandbox)
        assert not server.seen
    workspace.close()


async def test_an_unknown_tool_is_refused_before_anything_is_asked(tooled: Bench):
    definition = tooled.root / "benchmarks" / "tiny" / "benchmark.yaml"
    definition.write_text(definition.read_text().replace("execute_python", "execute_pyhton"))
    async with Loopback(answerer=lambda _: run_code("1")) as server:
        tooled.model(server.base_url)
        workspace = tooled.open()
        with pytest.raises(UnknownName, match="did you mean execute_python"):
            await carry_out(workspace, sandbox=workspace.sandbox)
        assert not server.seen
    workspace.close()


@pytest.mark.parametrize(
    ("protocol", "name"),
    [
        ("openai-responses", "gpt-5.2"),
        ("anthropic", "claude-opus-4-8"),
        ("google", "gemini-3-pro-preview"),
    ],
)
async def test_models_of_every_provider_can_run_code(tooled: Bench, monkeypatch, protocol, name):
    monkeypatch.setenv("A_KEY", "sk-test-1234567")
    async with Loopback(run_code(CODE), Say(text="\\boxed{2}")) as server:
        base = server.base_url if protocol == "openai-responses" else server.address
        (tooled.root / "models" / "m.yaml").write_text(
            f"id: m\nname: M\nendpoint: {{protocol: {protocol}, model: {name}, "
            f'base_url: "{base}", key_env: A_KEY}}\nsettings: {{max_tokens: 1000}}\n'
        )
        workspace = tooled.open()
        await carry_out(workspace, sandbox=workspace.sandbox)
        first, second = server.seen
    assert b"execute_python" in first.body
    assert b"5050" in second.body
    [line] = workspace.store.attempts()
    assert (line.outcome, line.score, line.requests) == ("graded", 1, 2)
    workspace.close()
