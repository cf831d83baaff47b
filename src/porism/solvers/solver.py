"""How a model is put to a problem."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol

from porism.core import Message, Reply

Ask = Callable[[Sequence[Message]], Awaitable[Reply]]
"""Makes one request, retried until it succeeds, kept and counted."""


class Solution(NamedTuple):
    """What a solver came to."""

    messages: tuple[Message, ...]
    """The conversation in order, the answer last."""
    reply: Reply
    """The reply that holds the answer."""


class Solver(Protocol):
    """A way to put a model to a problem; knows nothing of stores, retries or money."""

    async def solve(self, question: Sequence[Message], ask: Ask) -> Solution:
        """Return the model's answer.

        Args:
            question: the problem in its prompt.
            ask: makes one request of the model.
        """
        ...
