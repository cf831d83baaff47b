"""Several answers, of which the one given most often counts."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from porism.core import Message
from porism.solvers.reading import words_of
from porism.solvers.side_by_side import apart, side_by_side
from porism.solvers.solver import Requests, Scaffold
from porism.tools.conversation import Ask, Conversation
from porism.tools.toolbox import Toolbox


class Majority(Scaffold):
    """Asks several times, each time anew, and answers what most of the answers say.

    Answers are the same if the grader says so: 1/2 and 0.5 vote together. Of equally
    many votes those for the answer that came first win. Replies without an answer have no
    vote. Each vote has the benchmark's tools and limits to itself.

    Source: Wang et al. (2023), "Self-consistency improves chain of thought reasoning".
    """

    votes: int = Field(8, ge=2, le=1024)
    """How often the model is asked."""

    @property
    def requests(self) -> Requests:
        """One a vote."""
        return Requests(self.votes, self.votes)

    async def solve(self, question: Sequence[Message], ask: Ask, toolbox: Toolbox) -> Conversation:
        """Ask and count; see :class:`~porism.solvers.Solver`.

        Returns:
            The first conversation that came to the winning answer; where none came to any, the
            last one.
        """
        solutions = await side_by_side(
            (lambda: apart(question, ask, toolbox)) for _ in range(self.votes)
        )
        candidates: dict[str, list[Conversation]] = {}
        for solution in solutions:
            answer = answer_of(solution)
            if answer:
                same = next((known for known in candidates if agree(answer, known)), answer)
                candidates.setdefault(same, []).append(solution)
        if not candidates:
            return solutions[-1]
        return max(candidates.values(), key=len)[0]


def answer_of(solution: Conversation) -> str:
    """Return the answer that a conversation came to; empty if it came to none."""
    if not solution.answered:
        return ""
    from porism.grading.extract import extract  # the first requests leave before it is loaded

    found = extract(words_of(solution))
    return found.text if found else ""


def agree(answer: str, other: str) -> bool:
    """Tell whether two answers are the same, as far as can be decided."""
    from porism.grading import grade

    return answer == other or grade(f"\\boxed{{{answer}}}", other).correct is True
