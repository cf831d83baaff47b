"""Tools that a provider runs itself: allowed like others, refused where the provider has none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from porism.core import Benchmark, Message, Model, Protocol, Tool, ToolCall
from porism.errors import ConfigurationError

DEFINITIONS = {
    one.name: one
    for one in (
        Tool(name="web_search", description="The provider's own search of the web.", native=True),
        Tool(name="code_interpreter", description="The provider's own interpreter.", native=True),
    )
}
IN_REPLIES = {"code_execution": "code_interpreter"}
"""Names by which replies call them, where these are others."""
UNTOLD: Mapping[Protocol, str] = {
    "openai-responses": "how often each of several of its own tools may run, only all together",
    "anthropic": "how often its code_interpreter may run, only its web_search",
    "google": "how often its own tools may run",
}
"""What the providers that have both cannot be told; chat completions have neither. Sources: the
API references of OpenAI (``max_tool_calls``), Anthropic (``max_uses``) and Google, read in
November 2026."""


def refuse_without(model: Model, tools: Iterable[str]) -> None:
    """Refuse to put a model to a benchmark whose native tools its protocol does not have.

    Raises:
        ConfigurationError: that is so.
    """
    wanted = [name for name in tools if name in DEFINITIONS]
    protocol = model.endpoint.protocol
    if wanted and protocol not in UNTOLD:
        raise ConfigurationError(
            f"model {model.id}: the protocol {protocol} has no {' and no '.join(wanted)} of its "
            f"own; {', '.join(UNTOLD)} have"
        )


def untold(model: Model, benchmark: Benchmark) -> str:
    """Say which of a benchmark's limits a provider cannot be told; empty where it can be told all.

    They hold between answers all the same: what it has run is counted, and a tool of which no
    call is left is not offered again.
    """
    provided = [name for name in benchmark.tools if name in DEFINITIONS]
    told: dict[Protocol, bool] = {
        "openai-responses": len(provided) < 2 or not benchmark.tool_limits.each,
        "anthropic": "code_interpreter" not in provided,
    }
    protocol = model.endpoint.protocol
    if not provided or told.get(protocol, False):
        return ""
    return (
        f"{model.id} on {benchmark.id}: {protocol} cannot be told {UNTOLD[protocol]}: within one "
        "answer it may pass the benchmark's limits"
    )


def limited(tools: Sequence[Tool], left: int, left_of: Mapping[str, int]) -> Iterator[Tool]:
    """Yield the tools of which a call is left, with how often they may be run in the next answer.

    Args:
        tools: native ones.
        left: calls that are left in all.
        left_of: calls that are left of single tools.
    """
    calls = {tool: max(0, min(left, left_of.get(tool.name, left))) for tool in tools}
    in_all = min(left, sum(calls.values()))
    for tool, most in calls.items():
        if most:
            yield tool.model_copy(update={"calls": most, "calls_in_all": in_all})


def run_in(message: Message) -> Iterator[str]:
    """Yield the names of the native tools that were run on the way to a message, each time anew."""
    for part in message.parts:
        if isinstance(part, ToolCall) and part.native:
            yield IN_REPLIES.get(part.name, part.name)
