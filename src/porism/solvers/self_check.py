"""Solve, check, correct, until the checks find nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pydantic import Field

from porism.core import Message
from porism.solvers.reading import verdict_of
from porism.solvers.solver import Requests, Scaffold
from porism.solvers.texts import said
from porism.tools.conversation import Ask, Conversation, converse
from porism.tools.toolbox import Toolbox


class SelfCheck(Scaffold):
    """Has a model check its own solution, and correct it where it finds a fault.

    A solution stands once as many checks in a row as wanted found it correct, or when no
    checks are left. A check without a readable verdict decides nothing, but counts.
    """

    says: ClassVar[tuple[str, ...]] = ("check", "correct")

    accepts: int = Field(1, ge=1)
    """Checks in a row that have to find a solution correct."""
    checks: int = Field(6, ge=1, le=256)
    """Most checks in one attempt."""

    @property
    def requests(self) -> Requests:
        """The solution, checks, and at most a correction after each."""
        return Requests(1 + min(self.accepts, self.checks), 1 + 2 * self.checks)

    async def solve(self, question: Sequence[Message], ask: Ask, toolbox: Toolbox) -> Conversation:
        """Solve and check; see :class:`~porism.solvers.Solver`."""
        solution, accepted = await converse(question, ask, toolbox), 0
        for _ in range(self.checks):
            if not solution.answered:
                return solution
            check = await converse((*solution.messages, said("check")), ask, toolbox)
            found = verdict_of(check)
            if found == "correct":
                accepted += 1
            if accepted == self.accepts:
                return solution
            if found == "wrong":
                correcting = (*check.messages, said("correct"))
                solution, accepted = await converse(correcting, ask, toolbox), 0
        return solution
