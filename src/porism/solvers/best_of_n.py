"""Several solutions, of which a judge picks the best."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import ClassVar, Literal

from pydantic import Field

from porism.core import Message
from porism.solvers.reading import better_of, pictures_in, problem_in, score_of, words_of
from porism.solvers.side_by_side import apart, side_by_side
from porism.solvers.solver import Requests, Scaffold
from porism.solvers.texts import said
from porism.tools.conversation import Ask, Conversation, converse
from porism.tools.toolbox import NO_TOOLS, Toolbox

Comparing = Callable[[], Awaitable[Conversation]]
Scoring = Callable[[], Awaitable[float]]


class BestOfN(Scaffold):
    """Solves several times, each time anew, and keeps what a judge finds best.

    In a tournament solutions meet in pairs, as they came, and the better one goes on; of an
    odd number the last one waits. Where the judge does not say which is better, the one
    that came first goes on. By score each is judged alone, and the first of the best wins.
    What was cut off takes no part. Each solution has the benchmark's tools and limits to
    itself; the judge has none.

    Source: tournaments after Dekoninck et al. (2025), "The Open Proof Corpus".
    """

    says: ClassVar[tuple[str, ...]] = ("compare", "score")

    solutions: int = Field(8, ge=2, le=256)
    """How often the problem is solved."""
    by: Literal["tournament", "score"] = "tournament"
    scores: int = Field(1, ge=1, le=64)
    """How often each solution is scored; the mean counts."""
    judge: str = ""
    """The model that judges, by its id; the same model if empty."""

    @property
    def requests(self) -> Requests:
        """One a solution, and what the judge takes."""
        n = self.solutions
        total = n + (n - 1 if self.by == "tournament" else n * self.scores)
        return Requests(total, total)

    @property
    def others(self) -> tuple[str, ...]:
        """The judge, where it is somebody else."""
        return (self.judge,) if self.judge else ()

    @property
    def texts(self) -> tuple[str, ...]:
        """What the judge is told."""
        return ("compare",) if self.by == "tournament" else ("score",)

    async def solve(self, question: Sequence[Message], ask: Ask, toolbox: Toolbox) -> Conversation:
        """Solve and choose; see :class:`~porism.solvers.Solver`."""
        found = await side_by_side(
            (lambda: apart(question, ask, toolbox)) for _ in range(self.solutions)
        )
        left = [solution for solution in found if solution.answered]
        if not left:
            return found[-1]
        panel = Panel(question, ask, self.judge)
        if self.by == "score":
            return await self._highest(left, panel)
        while len(left) > 1:
            pairs = list(zip(left[::2], left[1::2], strict=False))
            waiting = left[2 * len(pairs) :]
            left = [*await side_by_side(panel.comparing(*pair) for pair in pairs), *waiting]
        return left[0]

    async def _highest(self, found: Sequence[Conversation], panel: Panel) -> Conversation:
        works = [panel.scoring(solution) for solution in found for _ in range(self.scores)]
        scores = await side_by_side(works) if len(found) > 1 else [0.0] * len(works)
        size = self.scores
        totals = [sum(scores[n * size : (n + 1) * size]) for n in range(len(found))]
        return found[totals.index(max(totals))]


class Panel:
    """Whoever judges the solutions of a problem.

    Args:
        question: the problem in its prompt.
        ask: makes one request.
        judge: the model that is asked; the one that solves if empty.
    """

    def __init__(self, question: Sequence[Message], ask: Ask, judge: str) -> None:
        self._pictures, self._problem = pictures_in(question), problem_in(question)
        self._ask = partial(ask, model=judge) if judge else ask

    def comparing(self, first: Conversation, second: Conversation) -> Comparing:
        """Return what finds the better one of two solutions."""

        async def compare() -> Conversation:
            request = self._said("compare", first=words_of(first), second=words_of(second))
            return second if better_of(await self._reply(request)) == 2 else first

        return compare

    def scoring(self, solution: Conversation) -> Scoring:
        """Return what finds the score of a solution, in [0, 1]; 0 where none is given."""

        async def score() -> float:
            request = self._said("score", solution=words_of(solution))
            return score_of(await self._reply(request)) or 0.0

        return score

    def _said(self, name: str, **parts: str) -> Message:
        return said(name, *self._pictures, problem=self._problem, **parts)

    async def _reply(self, request: Message) -> Conversation:
        return await converse((request,), self._ask, NO_TOOLS)
