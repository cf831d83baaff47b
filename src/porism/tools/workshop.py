"""A workshop: where the toolboxes of a run come from."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from datetime import date
from typing import TYPE_CHECKING

from porism.core import Benchmark, Noun, Tool, ToolLimits
from porism.errors import ConfigurationError, SandboxError, UnknownName
from porism.tools import execute_python, native, papers, submit_answer
from porism.tools.execute_python import ExecutePython
from porism.tools.memory import Memory
from porism.tools.papers import Library, PaperTool
from porism.tools.sandbox.choice import SandboxChoice
from porism.tools.sandbox.inside.limits import Limits
from porism.tools.submit_answer import SubmitAnswer
from porism.tools.tool import AttemptTool
from porism.tools.toolbox import NO_TOOLS, Toolbox

if TYPE_CHECKING:
    from porism.tools.sandbox.kinds import Sandbox

TOOLS = {
    execute_python.NAME: execute_python.DEFINITION,
    submit_answer.NAME: submit_answer.DEFINITION,
    **papers.DEFINITIONS,
    **native.DEFINITIONS,
}
"""What benchmarks can allow."""

Accepts = Callable[[str], bool]


class Equipment(Noun):
    """The tools of a benchmark, as far as they shape what models do."""

    tools: tuple[Tool, ...]
    limits: ToolLimits
    papers_before: date | None = None


def equipment_digest(benchmark: Benchmark) -> str:
    """Return a name for the tools of a benchmark and their limits; empty if it has none.

    Raises:
        UnknownName: there is no such tool, or a limit is about one that there is not.
    """
    if not benchmark.tools:
        return ""
    find_tools(limit.tool for limit in benchmark.tool_limits.each)
    reads = not papers.DEFINITIONS.keys().isdisjoint(benchmark.tools)
    return Equipment(
        tools=find_tools(benchmark.tools),
        limits=benchmark.tool_limits,
        papers_before=papers_before(benchmark) if reads else None,
    ).digest()


def papers_before(benchmark: Benchmark) -> date:
    """Return the day from which on papers are kept from models; without a day all are kept."""
    return benchmark.papers_before or benchmark.published or date.min


def find_tools(names: Iterable[str]) -> tuple[Tool, ...]:
    """Return the definitions of tools.

    Raises:
        UnknownName: there is no such tool.
    """
    wanted = tuple(names)
    for name in wanted:
        if name not in TOOLS:
            raise UnknownName("tool", name, TOOLS)
    return tuple(TOOLS[name] for name in wanted)


class Workshop:
    """Provides the tools of a run.

    Args:
        choice: where code that models write is run.
        library: the papers that may be read; none without it.
        limits: what each attempt's session may use.
    """

    def __init__(
        self, choice: SandboxChoice, library: Library | None = None, limits: Limits = Limits()
    ) -> None:
        self._choice, self._library, self._limits = choice, library, limits
        self._sandbox: Sandbox | None = None
        self._room = asyncio.Semaphore(os.cpu_count() or 1)

    async def open(self, tools: Iterable[str]) -> None:
        """Make ready what some tools need.

        Raises:
            UnknownName: there is no such tool.
            ConfigurationError: there is no isolation here, or no interpreter.
        """
        if execute_python.DEFINITION not in find_tools(tools):
            return
        from porism.tools.sandbox.kinds import open_sandbox

        self._sandbox = open_sandbox(self._choice, self._limits)
        try:
            await self._sandbox.start()
        except SandboxError as error:
            raise ConfigurationError(f"{error}; see: porism sandbox check") from error

    def toolbox(
        self, benchmark: Benchmark, memory: Memory, accepts: Accepts | None = None
    ) -> Toolbox:
        """Return the tools for one attempt on a benchmark.

        Args:
            benchmark: says which, and how often they may be used.
            memory: the attempt's.
            accepts: tells whether an answer to the problem is right; for those who may submit.
        """
        if not benchmark.tools:
            return NO_TOOLS

        def make() -> list[AttemptTool]:
            return [self._tool(tool.name, benchmark, accepts) for tool in tools if not tool.native]

        tools = find_tools(benchmark.tools)
        provided = tuple(tool for tool in tools if tool.native)
        return Toolbox(make, benchmark.tool_limits, memory, provided)

    def _tool(self, name: str, benchmark: Benchmark, accepts: Accepts | None) -> AttemptTool:
        match name:
            case submit_answer.NAME if accepts is not None:
                return SubmitAnswer(accepts)
            case execute_python.NAME if self._sandbox is not None:
                return ExecutePython(self._sandbox, self._room)
            case name if name in papers.DEFINITIONS and self._library is not None:
                definition = papers.DEFINITIONS[name]
                return PaperTool(definition, self._library, papers_before(benchmark))
            case _:
                raise UnknownName("open tool", name, TOOLS)

    async def close(self) -> None:
        """End everything."""
        if self._sandbox is not None:
            await self._sandbox.close()
