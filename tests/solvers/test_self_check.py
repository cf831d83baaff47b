"""Self-check: the gain that arithmetic foretells, and checks that say nothing."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from porism.core import Message, Reply, Tool
from porism.solvers import SelfCheck
from porism.solvers.self_check import verdict_of
from porism.solvers.texts import said
from porism.tools.conversation import Conversation
from porism.tools.toolbox import NO_TOOLS
from tests.solvers.test_majority import TRIALS, is_near
from tests.tools.test_conversation import QUESTION, says

CHECK, CORRECT = said("check"), said("correct")


class Student:
    """Solves, checks and corrects, each with known chances."""

    def __init__(self, solves: float, accepts: tuple[float, float], corrects: float) -> None:
        self._rng = Random(3)
        self._solves, self._corrects = solves, corrects
        self._accepts = {"42": accepts[0], "7": accepts[1]}
        """The chance that a right solution is found correct, and that a wrong one is."""

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        if messages[-1] == CHECK:
            last = "42" if "42" in messages[-2].text else "7"
            accepts = self._rng.random() < self._accepts[last]
            return says(f"I looked.\nVERDICT: {'correct' if accepts else 'wrong'}")
        chance = self._corrects if messages[-1] == CORRECT else self._solves
        return says(f"\\boxed{{{42 if self._rng.random() < chance else 7}}}")


def expected(solver: SelfCheck, solves: float, accepts: tuple[float, float], corrects: float):
    """Follow the chances of (right, accepted in a row) from check to check."""
    state = {(True, 0): solves, (False, 0): 1 - solves}
    done = 0.0
    for _ in range(solver.checks):
        after: dict[tuple[bool, int], float] = {}
        for (right, row), share in state.items():
            accept = accepts[0] if right else accepts[1]
            moves = {
                (right, row + 1): accept,
                (True, 0): (1 - accept) * corrects,
                (False, 0): (1 - accept) * (1 - corrects),
            }
            for place, chance in moves.items():
                if place[1] < solver.accepts:
                    after[place] = after.get(place, 0) + share * chance
                elif place[0]:
                    done += share * chance
        state = after
    return done + sum(share for (right, _), share in state.items() if right)


@pytest.mark.parametrize(
    "solver", [SelfCheck(), SelfCheck(accepts=3, checks=12), SelfCheck(checks=1)]
)
@pytest.mark.parametrize("chances", [(0.4, (0.9, 0.2), 0.5), (0.8, (0.5, 0.5), 0.3)])
async def test_it_gains_or_loses_what_its_checks_are_worth(solver, chances):
    student = Student(*chances)
    solved = [await solver.solve(QUESTION, student, NO_TOOLS) for _ in range(TRIALS)]
    share = sum("42" in one.reply.message.text for one in solved) / TRIALS
    assert is_near(share, expected(solver, *chances))


def script(*replies: str):
    left, heard = list(replies), []

    async def ask(messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        heard.append(messages)
        return says(left.pop(0))

    return ask, heard


async def test_what_is_corrected_sees_the_check_and_the_answer_comes_last():
    ask, heard = script("first", "A slip.\nVERDICT: wrong", "second", "VERDICT: correct")
    solution = await SelfCheck().solve(QUESTION, ask, NO_TOOLS)
    assert [m.text for m in solution.messages[1:]] == [
        "first", CHECK.text, "A slip.\nVERDICT: wrong", CORRECT.text, "second",
    ]  # fmt: skip
    assert heard[-1] == (*solution.messages, CHECK)


async def test_checks_that_say_nothing_count_and_decide_nothing():
    ask, heard = script("first", "Well.", "Hm.", "VERDICT: correct")
    solution = await SelfCheck(checks=2).solve(QUESTION, ask, NO_TOOLS)
    assert solution.reply.message.text == "first"
    assert len(heard) == 3


async def test_nothing_is_checked_where_nothing_was_answered():
    ask, heard = script(" ")
    assert not (await SelfCheck().solve(QUESTION, ask, NO_TOOLS)).reply.message.text.strip()
    assert len(heard) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("VERDICT: correct", "correct"),
        ("**Verdict: Wrong.**", "wrong"),
        ("VERDICT: wrong\nNo, wait.\nVERDICT: correct", "correct"),
        ("I would say VERDICT: correct or VERDICT: wrong", "nothing"),
        ("VERDICT: maybe", "nothing"),
        ("", "nothing"),
    ],
)
def test_a_verdict_is_a_line_of_its_own_and_the_last_one_counts(text, found):
    reply = says(text)
    assert verdict_of(Conversation((*QUESTION, reply.message), reply)) == found


def test_a_check_that_was_cut_off_found_nothing():
    reply = says("VERDICT: correct", finish="length")
    assert verdict_of(Conversation((*QUESTION, reply.message), reply)) == "nothing"
