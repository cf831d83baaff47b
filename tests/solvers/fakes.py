"""Fake models as solvers ask them, and the shares that arithmetic expects."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from porism.core import Message, Reply, Tool, user
from porism.models import Asking, connect
from porism.solvers import Solver
from porism.tools.toolbox import NO_TOOLS
from tests.models.models import a_model

TRIALS = 200
FLAT = 1e-9
"""A discrimination so low that all problems are equally hard."""
QUESTION = (user("What is 6*7? Put the answer into \\boxed{}."),)


class Fake:
    """One attempt's way to ask a fake model, and another one that judges.

    Args:
        place: number of the problem.
        solves: the chance of a right solution.
        rates: how well the fake checks solutions.
        judge: the same of the other model.
    """

    def __init__(self, place: int, solves: float, judge: dict[str, float] | None = None, **rates):
        skill = math.log(solves / (1 - solves)) / FLAT
        options = {"discrimination": FLAT, "skill": skill, "checks": rates}
        self._fake = connect(a_model("fake", options=options))
        self._judge = connect(a_model("fake", options={"checks": judge or {}}))
        self._asking = Asking("b", f"p{place}", 1, "42")
        self._asked: Counter[tuple[object, ...]] = Counter()
        self.requests: list[str] = []

    async def __call__(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, model: str = ""
    ) -> Reply:
        what = (model, *messages)
        asking = Asking("b", self._asking.problem, 1, "42", self._asked[what])
        self._asked[what] += 1
        self.requests.append(model)
        return await (self._judge if model else self._fake).ask(messages, asking, tools)


async def share_right(solver: Solver, solves: float, trials: int = TRIALS, **rates) -> float:
    """Return the share of trials in which a solver comes to the right answer."""
    right = 0
    for place in range(trials):
        solution = await solver.solve(QUESTION, Fake(place, solves, **rates), NO_TOOLS)
        right += "\\boxed{42}" in solution.reply.message.text
    return right / trials


def is_near(share: float, chance: float) -> bool:
    """Within four standard errors: a right program fails once in 16,000 seeds."""
    return abs(share - chance) < 4 * math.sqrt(chance * (1 - chance) / TRIALS)
