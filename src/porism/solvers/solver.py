"""How a model is put to a problem."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from porism.core import Message, Reply, Tool
from porism.tools.toolbox import Toolbox


class Ask(Protocol):
    """Makes one request, retried until it succeeds, kept and counted."""

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """Return the reply to a conversation, in which the model may call tools."""
        ...


class Solution(NamedTuple):
    """What a solver came to."""

    messages: tuple[Message, ...]
    """The conversation in order, the answer last."""
    reply: Reply
    """The reply that holds the answer."""
    cut: str = ""
    """Why the model was cut off before it answered, if it was."""


class Solver(Protocol):
    """A way to put a model to a problem; knows nothing of stores, retries or money."""

    async def solve(self, question: Sequence[Message], ask: Ask, toolbox: Toolbox) -> Solution:
        """Return the model's answer.

        Args:
            question: the problem in its prompt.
            ask: makes one request of the model.
            toolbox: what the model may use.

        Raises:
            SandboxError: a tool is broken, which is no fault of the model.
        """
        ...
