"""Tools that providers run themselves: sent where allowed, kept, refused where there are none."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from porism.core import ToolCall, ToolResult
from porism.errors import ConfigurationError
from tests.loopback import Loopback, Say
from tests.loopback.dialects import body
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


def model(bench: Bench, protocol: str, base_url: str, name: str = "gpt-5.2", fee: str = "") -> None:
    (bench.root / "models" / "m.yaml").write_text(
        f"id: m\nname: M\nendpoint: {{protocol: {protocol}, model: {name}, "
        f'base_url: "{base_url}", key_env: A_KEY}}\nsettings: {{max_tokens: 1000}}\n'
        f"price: {{input: 1, output: 2{fee}}}\n"
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


@pytest.mark.parametrize(("fee", "cost"), [(", web_search: 0.01", Decimal("0.01005")), ("", None)])
async def test_searches_are_part_of_the_cost(native: Bench, monkeypatch, fee, cost):
    monkeypatch.setenv("A_KEY", "sk-test-1234567")
    async with Loopback(answerer=answer) as server:
        model(native, "openai-responses", server.base_url, fee=fee)
        workspace = native.open()
        await carry_out(workspace)
    [line] = workspace.store.attempts()
    assert line.cost_usd == cost, "twice 11 + 2 * 7 millionths, and one search"
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
