"""A toolbox: the tools of one attempt, and how often they may still be used."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from porism.core import Message, Tool, ToolCall, ToolLimits, ToolResult
from porism.tools import native
from porism.tools.memory import Memory
from porism.tools.tool import AttemptTool, BadArguments, Used

LONGEST_NAME = 80


class Toolbox:
    """Tools for one conversation.

    Args:
        make: makes what can be used.
        limits: how often.
        memory: the attempt's.
        provided: what the provider runs itself.
    """

    def __init__(
        self,
        make: Callable[[], Sequence[AttemptTool]],
        limits: ToolLimits = ToolLimits(),
        memory: Memory | None = None,
        provided: tuple[Tool, ...] = (),
    ) -> None:
        self._make, self._limits, self._memory = make, limits, memory or Memory()
        self._native = provided
        self._tools = {tool.definition.name: tool for tool in make()}
        self._left, self.at_limit = limits.calls, limits.at_limit
        self._left_of = {limit.tool: limit.calls for limit in limits.each}
        self._others: list[Toolbox] = []

    @property
    def definitions(self) -> tuple[Tool, ...]:
        """What a model is told of the tools.

        Ours stay the same to the end, as providers want it; theirs are there as long as a call
        of them is left, for nobody else can refuse one.
        """
        own = (tool.definition for tool in self._tools.values())
        return (*own, *native.limited(self._native, self._left, self._left_of))

    @property
    def has_any(self) -> bool:
        """Whether there are tools at all, used up or not."""
        return bool(self._tools or self._native)

    @property
    def spent(self) -> bool:
        """Whether no call is left."""
        return self._left <= 0 or all(self._left_of.get(name, 1) <= 0 for name in self._tools)

    async def use(self, call: ToolCall, said: Sequence[Message] = ()) -> ToolResult:
        """Do what a model asks; whatever is wrong with it is told to the model.

        Args:
            call: what it asks.
            said: the conversation up to it.

        Raises:
            SandboxError: a tool is broken, which is no fault of the model.
        """
        place = self._memory.place(said, call.id, call.name, call.arguments)
        known = self._memory.recall(place, ToolResult)
        if known is not None:
            with suppress(BadArguments):
                tool, arguments = self._take(call)
                tool.recall(arguments, known.text)
            return known
        result = await self._use(call)
        await self._memory.keep(place, result)
        return result

    def see(self, message: Message) -> None:
        """Count what the provider has run itself on the way to what a model says."""
        for name in native.run_in(message) if self._native else ():
            self._left -= 1
            if name in self._left_of:
                self._left_of[name] -= 1

    def anew(self) -> Toolbox:
        """Return the same tools, unused, for another conversation of the same attempt."""
        if not self.has_any:
            return self
        other = Toolbox(self._make, self._limits, self._memory, self._native)
        self._others.append(other)
        return other

    async def close(self) -> None:
        """End what the tools have begun, in other conversations too."""
        for tool in self._tools.values():
            await tool.close()
        for other in self._others:
            await other.close()

    async def _use(self, call: ToolCall) -> ToolResult:
        began_s = time.monotonic()
        try:
            tool, arguments = self._take(call)
            used = await tool.use(arguments)
        except BadArguments as error:
            used = Used(f"error: {error}")
        return ToolResult(
            id=call.id,
            name=call.name,
            text=used.text,
            duration_s=time.monotonic() - began_s,
            cpu_s=used.cpu_s,
        )

    def _take(self, call: ToolCall) -> tuple[AttemptTool, dict[str, object]]:
        """Count a call, and find the tool and the arguments.

        Raises:
            BadArguments: there is no such tool, no call is left, or it cannot be read.
        """
        if self.spent:
            raise BadArguments("no calls are left; give your final answer now")
        self._left -= 1
        tool = self._tools.get(call.name)
        if tool is None:
            known = ", ".join(self._tools)
            raise BadArguments(f"no tool is called {call.name[:LONGEST_NAME]!r}; known: {known}")
        if self._left_of.get(call.name, 1) <= 0:
            raise BadArguments(f"no calls of {call.name} are left")
        if call.name in self._left_of:
            self._left_of[call.name] -= 1
        return tool, read_arguments(call.arguments)


def read_arguments(text: str) -> dict[str, object]:
    """Read the arguments of a call as a model wrote them.

    Raises:
        BadArguments: they are no JSON object, or hold halves of characters, which cannot be kept.
    """
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadArguments(f"the arguments are not JSON: {error}") from None
    if not isinstance(value, dict):
        raise BadArguments(f"the arguments are not a JSON object but a {type(value).__name__}")
    return value


NO_TOOLS = Toolbox(tuple)
"""For attempts that have none."""
