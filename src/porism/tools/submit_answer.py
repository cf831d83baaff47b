"""``submit_answer``: a model asks whether its answer is right, a few times at most."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from porism.core import JsonObject, Tool
from porism.tools.tool import BadArguments, Used

NAME = "submit_answer"
DEFINITION = Tool(
    name=NAME,
    description=(
        "Submit an answer to the problem and learn whether it is right. It can be used only a few "
        "times, so submit what you have good reason to believe. Give your final answer in your "
        "last message all the same."
    ),
    parameters=JsonObject(
        {
            "type": "object",
            "properties": {"answer": {"type": "string", "description": "The answer alone."}},
            "required": ["answer"],
            "additionalProperties": False,
        }
    ),
)
LONGEST = 1_000


class SubmitAnswer:
    """The tool for one attempt.

    Args:
        accepts: tells whether an answer is right.
    """

    definition = DEFINITION

    def __init__(self, accepts: Callable[[str], bool]) -> None:
        self._accepts = accepts

    async def use(self, arguments: Mapping[str, object]) -> Used:
        """Say whether an answer is right; see :class:`~porism.tools.tool.AttemptTool`."""
        answer = arguments.get("answer")
        if isinstance(answer, int) and not isinstance(answer, bool):
            answer = str(answer)
        if not isinstance(answer, str) or not answer.strip():
            raise BadArguments("'answer' has to be there, as a text")
        if len(answer) > LONGEST:
            raise BadArguments(f"'answer' has {len(answer):,} characters; it may have {LONGEST:,}")
        right = await asyncio.to_thread(self._accepts, answer)
        return Used("The answer is right." if right else "The answer is wrong.")

    def recall(self, arguments: Mapping[str, object], text: str) -> None:
        """Nothing is kept from call to call."""

    async def close(self) -> None:
        """Nothing was begun."""
