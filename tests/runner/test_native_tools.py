"""Tools that providers run themselves: sent where allowed, kept, refused where there are none."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from porism.core import ToolCall, ToolCalls, ToolLimits, ToolResult
from porism.errors import ConfigurationError
from porism.tools.native import untold
from tests.loopback import Loopback, Say
from tests.loopback.dialects import anthropic, anthropic_events, body
from tests.runner.conftest import Bench
from tests.runner.test_execute import carry_out

SEARCHED = {
    "id": "ws_1",
    "type": "web_search_call",
    "status": "completed",
    "action": {"type": "search", "query": "one plus one", "sources": []},
}
RAN = {
    "id": "ci_1",
    "type": "code_interpreter_call",
    "status": "completed",
    "code": "1 + 1",
    "container_id": "c_1",
    "outputs": [{"type": "logs", "logs": "2"}],
}


LIMITS = "tool_limits: {calls: 9, each: [{tool: web_search, calls: 3}]}\n"


@pytest.fixture
def native(bench: Bench) -> Bench:
    bench.benchmark(problems=1, attempts=1)
    definition = bench.root / "benchmarks" / "tiny" / "benchmark.yaml"
    tools = "tools: [web_search, code_interpreter, submit_answer]\n" + LIMITS
    definition.write_text(definition.read_text() + tools)
    return bench


def model(
    bench: Bench, protocol: str, base_url: str, name: str = "gpt-5.2", fees: str = ""
) -> None:
    (bench.root / "models" / "m.yaml").write_text(
        f"id: m\nname: M\nendpoint: {{protocol: {protocol}, model: {name}, "
        f'base_url: "{base_url}", key_env: A_KEY}}\nsettings: {{max_tokens: 1000}}\n'
        f"price: {{input: 1, output: 2{fees}}}\n"
    )


def answer(seen) -> Say:
    if seen.number > 1:
        return Say(text="\\boxed{2}")
    submit = Say(text="", calls=(("c1", "submit_answer", '{"answer": "2"}'),), finish="tool_calls")
    said = json.loads(body(seen.path, seen.body, submit))
    said["output"] = [SEARCHED, RAN, *said["output"]]
    return Say(body=json.dumps(said).encode())


async def test_a_provider_searches_and_computes_and_all_of_it_is_kept(native: Bench, monkeypatch):
    monkeypatch.setenv("A_KEY", "sk-test-1234567")
    async with Loopback(answerer=answer) as server:
        model(native, "openai-responses", server.base_url)
        workspace = native.open()
        await carry_out(workspace)
        first, second = server.seen
    kinds = [tool["type"] for tool in first.json["tools"]]
    assert sorted(kinds) == ["code_interpreter", "function", "web_search"]
    assert [seen.json["max_tool_calls"] for seen in (first, second)] == [9, 6], "three were used"
    assert {"code_interpreter_call.outputs", "web_search_call.action.sources"} <= {
        *first.json["include"]
    }
    [line] = workspace.store.attempts()
    assert (line.outcome, line.score, line.requests) == ("graded", 1, 2)
    parts = [p for m in workspace.store.transcript(line.id).messages for p in m.parts]
    calls = [(p.name, p.native) for p in parts if isinstance(p, ToolCall)]
    assert calls == [("web_search", True), ("code_execution", True), ("submit_answer", False)]
    assert "one plus one" in next(p.arguments for p in parts if isinstance(p, ToolCall))
    results = [p for p in parts if isinstance(p, ToolResult)]
    assert [(r.native, r.id) for r in results] == [(True, "ws_1"), (True, "ci_1"), (False, "c1")]
    assert '"2"' in results[1].text
    assert results[2].text == "The answer is right."
    again = [item["type"] for item in second.json["input"] if "type" in item]
    assert again.count("web_search_call") == 1
    assert again.count("code_interpreter_call") == 1
    assert again.count("function_call_output") == 1
    workspace.close()


@pytest.mark.parametrize(
    ("fees", "cost"),
    [
        (", web_search: 0.01, code_interpreter: 0.03", Decimal("0.04005")),
        (", web_search: 0.01", None),
        (", code_interpreter: 0.03", None),
    ],
)
async def test_what_providers_do_is_part_of_the_cost(native: Bench, monkeypatch, fees, cost):
    monkeypatch.setenv("A_KEY", "sk-test-1234567")
    async with Loopback(answerer=answer) as server:
        model(native, "openai-responses", server.base_url, fees=fees)
        workspace = native.open()
        await carry_out(workspace)
    [line] = workspace.store.attempts()
    assert line.cost_usd == cost, "twice 11 + 2 * 7 millionths, one search and one interpreter"
    workspace.close()


@pytest.mark.parametrize(
    ("protocol", "name", "sent"),
    [
        ("anthropic", "claude-opus-4-8", {"web_search", "code_execution", "submit_answer"}),
        ("google", "gemini-3-pro-preview", set()),
    ],
)
async def test_other_providers_are_told_in_their_own_words(
    native: Bench, monkeypatch, protocol, name, sent
):
    monkeypatch.setenv("A_KEY", "sk-test-1234567")
    definition = native.root / "benchmarks" / "tiny" / "benchmark.yaml"
    if protocol == "google":
        definition.write_text(definition.read_text().replace(", submit_answer", ""))
    async with Loopback(Say(text="\\boxed{2}")) as server:
        model(native, protocol, server.address, name)
        workspace = native.open()
        await carry_out(workspace)
        [seen] = server.seen
    [line] = workspace.store.attempts()
    assert (line.outcome, line.score) == ("graded", 1), line.error
    if protocol == "google":
        assert {key for tool in seen.json["tools"] for key in tool} == {
            "googleSearch", "codeExecution",
        }  # fmt: skip
    else:
        assert {tool["name"] for tool in seen.json["tools"]} == sent
        limits = {tool["name"]: tool.get("max_uses") for tool in seen.json["tools"]}
        assert limits["web_search"] == 3
    workspace.close()


RAN_BY_ANTHROPIC = [
    {
        "type": "server_tool_use", "id": "srvtoolu_1", "name": "bash_code_execution",
        "input": {"command": "echo 2"},
    },
    {
        "type": "bash_code_execution_tool_result", "tool_use_id": "srvtoolu_1",
        "content": {
            "type": "bash_code_execution_result", "stdout": "2", "stderr": "", "return_code": 0,
            "content": [],
        },
    },
]  # fmt: skip


async def test_where_a_provider_paused_it_goes_on_in_the_same_interpreter(
    native: Bench, monkeypatch
):
    monkeypatch.setenv("A_KEY", "sk-test-1234567")

    def pause_first(seen) -> Say:
        said = anthropic(Say(text="So: \\boxed{2}"))
        if seen.number == 1:
            container = {"id": "container_1", "expires_at": "2026-12-01T00:00:00Z"}
            said |= {"content": RAN_BY_ANTHROPIC, "container": container}
            said |= {"stop_reason": "pause_turn"}
        return Say(body=anthropic_events(said))

    async with Loopback(answerer=pause_first) as server:
        fees = ", code_interpreter: 0.05"
        model(native, "anthropic", server.address, "claude-opus-4-8", fees)
        workspace = native.open()
        progress = await carry_out(workspace)
        first, second = server.seen
    [line] = workspace.store.attempts()
    assert (line.outcome, line.score, line.requests) == ("graded", 1, 2), line.error
    assert line.cost_usd == Decimal("0.05005")
    assert second.json["container"] == "container_1"
    assert second.json["tools"] == first.json["tools"]
    assert [turn["role"] for turn in second.json["messages"]] == ["user", "assistant"]
    assert [block["type"] for block in second.json["messages"][1]["content"]] == [
        "server_tool_use", "bash_code_execution_tool_result",
    ]  # fmt: skip
    assert "may pass the benchmark's limits" in "".join(progress.notes)
    workspace.close()


@pytest.mark.parametrize(
    ("protocol", "tools", "each", "said"),
    [
        ("google", ("web_search",), (), "google cannot be told how often its own tools"),
        ("anthropic", ("web_search", "submit_answer"), (), ""),
        ("anthropic", ("code_interpreter",), (), "only its web_search"),
        ("openai-responses", ("web_search", "code_interpreter"), (), ""),
        ("openai-responses", ("web_search",), ("web_search",), ""),
        ("openai-responses", ("web_search", "code_interpreter"), ("web_search",), "only all"),
        ("openai", ("submit_answer",), (), ""),
    ],
)
def test_limits_that_a_provider_cannot_be_told_are_said(native: Bench, protocol, tools, each, said):
    model(native, protocol, "http://127.0.0.1:1")
    workspace = native.open()
    limits = ToolLimits(each=tuple(ToolCalls(tool=name, calls=1) for name in each))
    benchmark = workspace.benchmarks.get("tiny").model_copy(
        update={"tools": tools, "tool_limits": limits}
    )
    found = untold(workspace.models.get("m"), benchmark)
    assert said in found
    assert bool(said) == bool(found)
    workspace.close()


@pytest.mark.parametrize("protocol", ["openai-compatible", "deepseek", "fake"])
async def test_where_a_protocol_has_none_nothing_is_asked(native: Bench, monkeypatch, protocol):
    monkeypatch.setenv("A_KEY", "sk-test-1234567")
    async with Loopback() as server:
        model(native, protocol, server.base_url)
        workspace = native.open()
        with pytest.raises(ConfigurationError, match=f"{protocol} has no web_search and no code"):
            await carry_out(workspace)
        assert not server.seen
    workspace.close()
