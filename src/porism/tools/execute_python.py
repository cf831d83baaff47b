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

    async def use(self, arguments: Mapping[str, object]) -> Used:
        """Run some code; see :class:`~porism.tools.tool.AttemptTool`."""
        code = arguments.get("code")
        if not isinstance(code, str):
            raise BadArguments("'code' has to be there, as a text")
        async with self._room:
            if self._session is None or self._session.over:
                self._session = await self._sandbox.open()
            done = await self._session.run(code)
        return Used(written(done), done.cpu_s)

    async def close(self) -> None:
        """End the session."""
        if self._session is not None:
            await self._session.close()


def written(done: Executed) -> str:
    """Write what came of some code as JSON, without what is empty."""
    said = {"stdout": done.stdout, "stderr": done.stderr, "result": done.result}
    if done.ended == "stopped":
        said["stopped"] = f"{done.why}; the names are gone, the next call begins anew"
    shown = {name: text for name, text in said.items() if text}
    return json.dumps({**shown, "time_s": round(done.duration_s, 3)}, ensure_ascii=False)
