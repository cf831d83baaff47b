"""One question, one answer."""

from __future__ import annotations

from collections.abc import Sequence

from porism.core import Message
from porism.solvers.solver import Ask, Solution


class Direct:
    """Asks once and takes what comes."""

    async def solve(self, question: Sequence[Message], ask: Ask) -> Solution:
        """Ask; see :class:`~porism.solvers.Solver`."""
        reply = await ask(question)
        return Solution((*question, reply.message), reply)
