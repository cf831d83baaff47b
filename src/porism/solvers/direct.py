"""One question, one answer, with the benchmark's tools in between."""

from __future__ import annotations

from collections.abc import Sequence

from porism.core import Message
from porism.solvers.solver import Scaffold
from porism.tools.conversation import Ask, Conversation, converse
from porism.tools.toolbox import Toolbox


class Direct(Scaffold):
    """Asks once and takes what comes."""

    @property
    def several(self) -> bool:
        """No."""
        return False

    async def solve(self, question: Sequence[Message], ask: Ask, toolbox: Toolbox) -> Conversation:
        """Ask; see :class:`~porism.solvers.Solver`."""
        return await converse(question, ask, toolbox)
