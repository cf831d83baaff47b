"""One question, one answer, with the benchmark's tools in between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from porism.core import Message
from porism.solvers.reading import words_of
from porism.solvers.solver import Requests, Scaffold
from porism.solvers.texts import said
from porism.tools.conversation import Ask, Conversation, converse
from porism.tools.toolbox import Toolbox


class Direct(Scaffold):
    """Asks once and takes what comes."""

    says: ClassVar[tuple[str, ...]] = ("box",)

    box_retry: bool = False
    """Ask once more, for a box, where an answer has none."""

    @property
    def requests(self) -> Requests:
        """One, and one more to get a box."""
        return Requests(1, 1 + self.box_retry)

    @property
    def texts(self) -> tuple[str, ...]:
        """How a box is asked for."""
        return self.says if self.box_retry else ()

    async def solve(self, question: Sequence[Message], ask: Ask, toolbox: Toolbox) -> Conversation:
        """Ask; see :class:`~porism.solvers.Solver`."""
        solution = await converse(question, ask, toolbox)
        if not self.box_retry or not solution.answered or is_boxed(words_of(solution)):
            return solution
        boxed = await converse((*solution.messages, said("box")), ask, toolbox)
        return boxed if boxed.answered and is_boxed(words_of(boxed)) else solution


def is_boxed(words: str) -> bool:
    """Tell whether an answer stands in a box."""
    from porism.grading.extract import extract  # the first requests leave before it is loaded

    found = extract(words)
    return found is not None and found.source == "box"
