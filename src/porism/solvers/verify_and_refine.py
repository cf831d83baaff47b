"""Solve, have it verified by somebody who has not seen how it came about, revise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pydantic import Field

from porism.core import Message
from porism.solvers.reading import pictures_in, problem_in, verdict_of, words_of
from porism.solvers.side_by_side import apart
from porism.solvers.solver import Requests, Scaffold
from porism.solvers.texts import said
from porism.tools.conversation import Ask, Conversation, converse
from porism.tools.toolbox import Toolbox


class VerifyAndRefine(Scaffold):
    """Solves, improves, and revises a solution as long as a verifier reports faults.

    The verifier is the same model in a conversation of its own: it sees the problem and the
    solution, and writes a bug report, which the solver gets. After the last revision nobody
    looks any more, for nothing would come of it. A report without a readable verdict decides
    nothing, but counts.

    Source: after Huang and Yang (2025), "Gemini 2.5 Pro capable of winning gold at IMO 2025".
    """

    says: ClassVar[tuple[str, ...]] = ("improve", "verify", "revise")

    rounds: int = Field(2, ge=1, le=64)
    """Most revisions."""
    accepts: int = Field(1, ge=1, le=16)
    """Verifications in a row that have to find nothing."""
    improve: bool = True
    """Have the solution improved once before it is verified for the first time."""

    @property
    def requests(self) -> Requests:
        """The solution, improved, verified, and revised at most so many times."""
        solved = 1 + self.improve
        return Requests(solved + self.accepts, solved + self.rounds * (self.accepts + 1))

    async def solve(self, question: Sequence[Message], ask: Ask, toolbox: Toolbox) -> Conversation:
        """Solve, verify and revise; see :class:`~porism.solvers.Solver`."""
        solution = await converse(question, ask, toolbox)
        if self.improve and solution.answered:
            solution = await self._rewritten(solution, said("improve"), ask, toolbox)
        accepted = revisions = 0
        for _ in range(self.rounds * self.accepts):
            if not solution.answered or accepted == self.accepts or revisions == self.rounds:
                break
            report = await self._verified(question, solution, ask, toolbox)
            found = verdict_of(report)
            if found == "correct":
                accepted += 1
            elif found == "wrong":
                request = said("revise", report=words_of(report))
                solution = await self._rewritten(solution, request, ask, toolbox)
                accepted, revisions = 0, revisions + 1
        return solution

    async def _verified(
        self, question: Sequence[Message], solution: Conversation, ask: Ask, toolbox: Toolbox
    ) -> Conversation:
        request = said(
            "verify",
            *pictures_in(question),
            problem=problem_in(question),
            solution=words_of(solution),
        )
        return await apart((request,), ask, toolbox)

    async def _rewritten(
        self, solution: Conversation, request: Message, ask: Ask, toolbox: Toolbox
    ) -> Conversation:
        """Have a solution written again; the old one stands where nothing comes of it."""
        new = await converse((*solution.messages, request), ask, toolbox)
        return new if new.answered else solution
