"""A conversation with tools: every way in which a model can use them, and misuse them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

import pytest

from porism.core import (
    Exchange,
    Message,
    Reply,
    Text,
    Tool,
    ToolCall,
    ToolCalls,
    ToolLimits,
    ToolResult,
    assistant,
    user,
)
from porism.errors import SandboxError
from porism.solvers import Direct
from porism.tools.conversation import MOST_PAUSES, converse
from porism.tools.tool import BadArguments, Used
from porism.tools.toolbox import NO_TOOLS, Toolbox

QUESTION = (user("What is 6*7?"),)
EXCHANGE = Exchange(
    url="", request=b"", response=b"", status=200, started_at=datetime.now(UTC), duration_s=0
)


class Double:
    """A tool that doubles numbers."""

    def __init__(self, name: str = "double") -> None:
        self.definition = Tool(name=name, description="Double.")
        self.closed = False

    async def use(self, arguments: Mapping[str, object]) -> Used:
        number = arguments.get("n")
        if number == "break":
            raise SandboxError("broken")
        if not isinstance(number, int):
            raise BadArguments("'n' has to be a number")
        return Used(str(2 * number), cpu_s=0.25)

    async def close(self) -> None:
        self.closed = True


def double() -> list[Double]:
    return [Double()]


def says(text: str, finish: str = "stop") -> Reply:
    return Reply(message=assistant(text), finish=finish, exchange=EXCHANGE)


def calls(*arguments: object, name: str = "double", finish: str = "tool_calls") -> Reply:
    parts = tuple(
        ToolCall(id=f"c{n}", name=name, arguments=a if isinstance(a, str) else json.dumps(a))
        for n, a in enumerate(arguments)
    )
    return Reply(message=Message(role="assistant", parts=parts), finish=finish, exchange=EXCHANGE)


class Model:
    """Replies from a list; then the last one for ever."""

    def __init__(self, *replies: Reply) -> None:
        self._replies = list(replies)
        self.heard: list[tuple[Message, ...]] = []
        self.offered: list[tuple[Tool, ...]] = []

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        self.heard.append(tuple(messages))
        self.offered.append(tuple(tools))
        return self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]


def results(messages: Iterable[Message]) -> list[ToolResult]:
    return [p for m in messages for p in m.parts if isinstance(p, ToolResult)]


async def test_results_go_back_until_the_model_answers():
    model = Model(calls({"n": 1}, {"n": 2}), calls({"n": 21}), says("\\boxed{42}"))
    solution = await Direct().solve(QUESTION, model, Toolbox(double))
    assert [m.role for m in solution.messages] == [
        "user", "assistant", "tool", "assistant", "tool", "assistant",
    ]  # fmt: skip
    assert [(r.id, r.name, r.text) for r in results(solution.messages)] == [
        ("c0", "double", "2"), ("c1", "double", "4"), ("c0", "double", "42"),
    ]  # fmt: skip
    assert all(r.cpu_s == 0.25 and r.duration_s > 0 for r in results(solution.messages))
    assert solution.reply.message.text == "\\boxed{42}"
    assert not solution.cut
    assert model.heard[-1] == solution.messages[:-1]
    assert {tuple(t.name for t in offered) for offered in model.offered} == {("double",)}


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (calls("{n: 1}"), "error: the arguments are not JSON"),
        (calls("[1]"), "error: the arguments are not a JSON object but a list"),
        (calls("[" * 100_000), "error: the arguments are not JSON"),
        (calls(""), "error: the arguments are not JSON"),
        (calls('{"n": "\\ud800"}'), "error: the arguments are not JSON"),
        (calls({}), "error: 'n' has to be a number"),
        (calls({"n": "x" * 1_000_000}), "error: 'n' has to be a number"),
        (calls({"n": 1}, name="treble"), "error: no tool is called 'treble'; known: double"),
        (calls({"n": 1}, name="x" * 10_000), "error: no tool is called 'xxx"),
        (calls({"n": 1}, name=""), "error: no tool is called ''"),
    ],
)
async def test_what_is_wrong_with_a_call_is_told_to_the_model(reply, said):
    solution = await converse(QUESTION, Model(reply, says("well")), Toolbox(double))
    [result] = results(solution.messages)
    assert result.text.startswith(said)
    assert len(result.text) < 300
    assert solution.reply.message.text == "well"


async def test_a_model_that_calls_for_ever_is_told_once_and_then_cut_off():
    model = Model(calls({"n": 1}))
    solution = await converse(QUESTION, model, Toolbox(double, ToolLimits(calls=3)))
    assert [r.text for r in results(solution.messages)] == [
        "2", "2", "2", "error: no calls are left; give your final answer now",
    ]  # fmt: skip
    assert len(model.heard) == 5
    assert solution.cut == "called tools when no calls were left"


async def test_what_a_provider_paused_in_is_asked_on_with_the_same_tools_but_not_for_ever():
    search = Tool(name="web_search", description="Search.", native=True)
    ran = ToolCall(id="s", name="web_search", arguments="{}", native=True)
    paused = says("", finish="paused").model_copy(
        update={"message": Message(role="assistant", parts=(ran,))}
    )
    limits = ToolLimits(calls=2)
    model = Model(paused, paused, says("2"))
    solution = await converse(QUESTION, model, Toolbox(tuple, limits, provided=(search,)))
    assert solution.answered
    assert [m.role for m in solution.messages] == ["user", "assistant", "assistant", "assistant"]
    assert model.offered == [(search.model_copy(update={"calls": 2, "calls_in_all": 2}),)] * 3
    for_ever = Model(paused)
    cut = await converse(QUESTION, for_ever, Toolbox(tuple, limits, provided=(search,)))
    assert (cut.cut, len(for_ever.heard)) == ("paused again and again", MOST_PAUSES + 1)


async def test_what_a_provider_runs_counts_and_is_offered_no_more_than_is_left():
    search = Tool(name="web_search", description="Search.", native=True)
    code = Tool(name="code_interpreter", description="Run.", native=True)
    limits = ToolLimits(calls=4, each=(ToolCalls(tool="web_search", calls=1),))
    ran = [
        ToolCall(id=name, name=name, arguments="{}", native=True)
        for name in ("web_search", "code_execution")
    ]
    asked = calls({"n": 1})
    first = asked.model_copy(
        update={"message": Message(role="assistant", parts=(*ran, *asked.message.parts))}
    )
    model = Model(first, first, says("2"))
    box = Toolbox(double, limits, provided=(search, code))
    solution = await converse(QUESTION, model, box)
    offered = [{t.name: t.calls for t in tools if t.native} for tools in model.offered]
    assert offered == [{"web_search": 1, "code_interpreter": 4}, {"code_interpreter": 1}, {}]
    assert [t.calls_in_all for t in model.offered[0] if t.native] == [4, 4]
    assert [r.text[:21] for r in results(solution.messages)] == ["2", "error: no calls are l"]
    assert box.anew().definitions[1:] == model.offered[0][1:]


async def test_a_model_that_was_told_may_still_answer():
    model = Model(calls({"n": 1}, {"n": 2}), calls({"n": 3}), says("2"))
    solution = await converse(QUESTION, model, Toolbox(double, ToolLimits(calls=1)))
    assert not solution.cut
    assert solution.reply.message.text == "2"


async def test_where_the_benchmark_says_end_it_ends():
    limits = ToolLimits(calls=1, at_limit="end")
    model = Model(calls({"n": 1}))
    solution = await converse(QUESTION, model, Toolbox(double, limits))
    assert solution.cut
    assert len(model.heard) == 2


async def test_calls_that_fail_count():
    model = Model(calls("nonsense"))
    solution = await converse(QUESTION, model, Toolbox(double, ToolLimits(calls=7)))
    assert len(results(solution.messages)) == 8


async def test_each_tool_has_its_own_limit():
    limits = ToolLimits(calls=9, each=(ToolCalls(tool="double", calls=1),))
    toolbox = Toolbox(lambda: [Double(), Double("twice")], limits)
    said = [
        (await toolbox.use(ToolCall(id="", name=name, arguments='{"n": 1}'))).text
        for name in ("double", "double", "twice")
    ]
    assert said == ["2", "error: no calls of double are left", "2"]
    assert not toolbox.spent


async def test_calls_that_were_torn_off_are_not_made():
    solution = await converse(QUESTION, Model(calls({"n": 1}, finish="length")), Toolbox(double))
    assert not results(solution.messages)
    assert solution.reply.finish == "length"


async def test_a_broken_tool_is_no_result():
    tool = Double()
    toolbox = Toolbox(lambda: [tool])
    with pytest.raises(SandboxError):
        await converse(QUESTION, Model(calls({"n": "break"})), toolbox)
    await toolbox.close()
    assert tool.closed


async def test_without_tools_there_is_one_request_whatever_comes():
    model = Model(calls({"n": 1}))
    solution = await Direct().solve(QUESTION, model, NO_TOOLS)
    assert len(model.heard) == 1
    assert model.offered == [()]
    assert solution.messages == (*QUESTION, solution.reply.message)


async def test_words_beside_calls_are_kept():
    reply = calls({"n": 1})
    parts = (Text(text="Let me see."), *reply.message.parts)
    reply = reply.model_copy(update={"message": Message(role="assistant", parts=parts)})
    solution = await converse(QUESTION, Model(reply, says("2")), Toolbox(double))
    assert solution.messages[1].text == "Let me see."


async def test_another_conversation_has_its_own_tools_and_limits_and_ends_with_the_attempt():
    made = []

    def make() -> list[Double]:
        made.append(Double())
        return made[-1:]

    toolbox = Toolbox(make, ToolLimits(calls=1))
    other = toolbox.anew()
    call = ToolCall(id="", name="double", arguments='{"n": 4}')
    assert (await other.use(call)).text == "8"
    assert other.spent
    assert not toolbox.spent
    await toolbox.close()
    assert [tool.closed for tool in made] == [True, True]
    assert NO_TOOLS.anew() is NO_TOOLS
