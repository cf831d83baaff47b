"""How a model is put to a problem."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from porism.core import Message
from porism.tools.conversation import Ask, Conversation
from porism.tools.toolbox import Toolbox


class Solver(Protocol):
    """A way to put a model to a problem; knows nothing of stores, retries or money."""

    async def solve(self, question: Sequence[Message], ask: Ask, toolbox: Toolbox) -> Conversation:
        """Return the conversation that came to the model's answer.

        Args:
            question: the problem in its prompt.
            ask: makes one request of the model.
            toolbox: what the model may use.

        Raises:
            SandboxError: a tool is broken, which is no fault of the model.
        """
        ...
