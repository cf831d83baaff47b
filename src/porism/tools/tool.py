"""A tool in the hands of one attempt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from porism.core import Tool


class BadArguments(Exception):  # noqa: N818 - the model's doing, told to it
    """What a tool was called with is not what it takes."""


class Used(NamedTuple):
    """What a tool says, and what that took."""

    text: str
    cpu_s: float = 0


class AttemptTool(Protocol):
    """Something that a model may use; it keeps what it has to from call to call."""

    @property
    def definition(self) -> Tool:
        """What the model is told of it."""
        ...

    async def use(self, arguments: Mapping[str, object]) -> Used:
        """Do what is asked. What goes wrong with the asking is said in the text.

        Raises:
            BadArguments: these are not what the tool takes.
            SandboxError: the tool itself is broken, which is no fault of the model.
        """
        ...

    def recall(self, arguments: Mapping[str, object], text: str) -> None:
        """Learn of a call that was answered by ``text`` before the attempt was interrupted.

        Raises:
            BadArguments: it was answered by an error.
        """
        ...

    async def close(self) -> None:
        """End what was begun."""
        ...
