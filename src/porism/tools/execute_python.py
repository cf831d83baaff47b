"""``execute_python``: a model runs Python in a session of its own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from porism.core import JsonObject, Tool
from porism.tools.sandbox.inside.limits import Limits
from porism.tools.tool import BadArguments, Used

if TYPE_CHECKING:
    from porism.tools.sandbox.kinds import Sandbox
    from porism.tools.sandbox.session import Executed, Session

NAME = "execute_python"
DEFINITION = Tool(
    name=NAME,
    description=(
        "Run Python code. Returns what it prints and the value of its last expression. "
        "Names persist from call to call. NumPy, SciPy, SymPy, mpmath and networkx can be "
        "imported. There is no network, files can be kept in /tmp only, no other process can "
        f"be started, and a call may take {Limits().wall_s:g} seconds."
    ),
    parameters=JsonObject(
        {
            "type": "object",
            "properties": {"code": {"type": "string", "description": "The code to run."}},
            "required": ["code"],
            "additionalProperties": False,
        }
    ),
)


class ExecutePython:
    """The tool for one attempt.

    Args:
        sandbox: where the session is had, at the first call.
        room: how many sessions may compute at once, so that time limits mean the same to all.
    """

    definition = DEFINITION

    def __init__(self, sandbox: Sandbox, room: asyncio.Semaphore) -> None:
        self._sandbox, self._room = sandbox, room
        self._session: Session | None = None
        self._earlier: list[str] = []
        """Code whose names are still to be made: it was run before an interruption."""

    async def use(self, arguments: Mapping[str, object]) -> Used:
        """Run some code; see :class:`~porism.tools.tool.AttemptTool`."""
        code = code_in(arguments)
        async with self._room:
            while self._session is None or self._session.over:
                self._session = await self._sandbox.open()
                await self._catch_up(self._session)
            done = await self._session.run(code)
        return Used(written(done), done.cpu_s)

    def recall(self, arguments: Mapping[str, object], text: str) -> None:
        """Note what a new session has to run first; a session that was stopped left nothing."""
        code = code_in(arguments)
        if "stopped" in json.loads(text):
            self._earlier.clear()
        else:
            self._earlier.append(code)

    async def close(self) -> None:
        """End the session."""
        if self._session is not None:
            await self._session.close()

    async def _catch_up(self, session: Session) -> None:
        """Run what was run before an interruption; what it says was said already."""
        earlier, self._earlier = self._earlier, []
        for code in earlier:
            if not session.over:
                await session.run(code)


def code_in(arguments: Mapping[str, object]) -> str:
    """Return the code of a call.

    Raises:
        BadArguments: there is none.
    """
    code = arguments.get("code")
    if not isinstance(code, str):
        raise BadArguments("'code' has to be there, as a text")
    return code


def written(done: Executed) -> str:
    """Write what came of some code as JSON, without what is empty."""
    said = {"stdout": done.stdout, "stderr": done.stderr, "result": done.result}
    if done.ended == "stopped":
        said["stopped"] = f"{done.why}; the names are gone, the next call begins anew"
    shown = {name: text for name, text in said.items() if text}
    return json.dumps({**shown, "time_s": round(done.duration_s, 3)}, ensure_ascii=False)
