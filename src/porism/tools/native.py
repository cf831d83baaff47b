"""Tools that a provider runs itself: allowed like others, refused where the provider has none."""

from __future__ import annotations

from collections.abc import Iterable

from porism.core import Model, Tool, ToolLimits
from porism.errors import ConfigurationError

DEFINITIONS = {
    one.name: one
    for one in (
        Tool(name="web_search", description="The provider's own search of the web.", native=True),
        Tool(name="code_interpreter", description="The provider's own interpreter.", native=True),
    )
}
PROTOCOLS = ("openai-responses", "anthropic", "google")
"""Those that have both; chat completions have neither."""


def refuse_without(model: Model, tools: Iterable[str]) -> None:
    """Refuse to put a model to a benchmark whose native tools its protocol does not have.

    Raises:
        ConfigurationError: that is so.
    """
    wanted = [name for name in tools if name in DEFINITIONS]
    protocol = model.endpoint.protocol
    if wanted and protocol not in PROTOCOLS:
        raise ConfigurationError(
            f"model {model.id}: the protocol {protocol} has no {' and no '.join(wanted)} of its "
            f"own; {', '.join(PROTOCOLS)} have"
        )


def limited(tool: Tool, limits: ToolLimits) -> Tool:
    """Return a native tool with how often it may be run; providers count in each answer anew."""
    own = {limit.tool: limit.calls for limit in limits.each}
    return tool.model_copy(update={"calls": min(limits.calls, own.get(tool.name, limits.calls))})
