"""Majority vote: what has no vote, and how solvers are chosen. What it gains: test_gains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random

import pytest

from porism.core import Endpoint, JsonObject, Message, Model, Reply, Tool
from porism.errors import ConfigurationError, UnknownName
from porism.solvers import Direct, Majority, find_solver
from porism.tools.toolbox import NO_TOOLS
from tests.solvers.fakes import TRIALS, is_near
from tests.tools.test_conversation import QUESTION, says


class Guesser:
    """Is right with a known chance; each reply is drawn anew."""

    def __init__(self, chance: float, wrong: Callable[[], str], rng: Random) -> None:
        self._chance, self._wrong, self._rng = chance, wrong, rng

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        right = self._rng.random() < self._chance
        return says(f"So it is \\boxed{{{'42' if right else self._wrong()}}}.")


async def share_right(votes: int, guesser: Guesser) -> float:
    solver = Majority(votes=votes)
    solved = [await solver.solve(QUESTION, guesser, NO_TOOLS) for _ in range(TRIALS)]
    return sum("{42}" in one.reply.message.text for one in solved) / TRIALS


async def test_against_wrong_answers_that_never_agree_two_votes_or_the_first_win():
    chance, numbers = 0.4, count(1000)
    share = await share_right(3, Guesser(chance, lambda: str(next(numbers)), Random(2)))
    miss = 1 - chance
    expected = chance**3 + 3 * chance**2 * miss + chance * miss**2
    assert is_near(share, expected)
    assert share > chance


async def solved(*replies: Reply):
    said: Iterator[Reply] = iter(replies)

    async def ask(messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        assert tuple(messages) == QUESTION, "each vote begins anew"
        return next(said)

    return await Majority(votes=len(replies)).solve(QUESTION, ask, NO_TOOLS)


async def test_the_same_answer_written_otherwise_votes_with_it():
    first, second = says("\\boxed{0.5}"), says("\\boxed{\\frac{2}{4}}")
    solution = await solved(says("\\boxed{3}"), first, says("\\boxed{4}"), second)
    assert solution.reply is first
    assert solution.messages == (*QUESTION, first.message)


async def test_replies_that_were_cut_off_or_say_nothing_have_no_vote():
    right = says("\\boxed{1}")
    cut = says("\\boxed{2}", finish="length")
    assert (await solved(cut, cut, right, says(""))).reply is right


async def test_where_nobody_answers_the_last_reply_stands():
    last = says("", finish="length")
    assert (await solved(says(""), last)).reply is last


def a_model(solver: str, **options: object) -> Model:
    endpoint = Endpoint(protocol="fake", model="m")
    return Model(
        id="m", name="M", endpoint=endpoint, solver=solver, solver_options=JsonObject(options)
    )


def test_a_models_file_chooses_solver_and_options():
    assert find_solver(a_model("direct")) == Direct()
    assert find_solver(a_model("majority", votes=32)) == Majority(votes=32)
    with pytest.raises(UnknownName, match="did you mean majority"):
        find_solver(a_model("majoriti"))
    with pytest.raises(ConfigurationError, match=r"solver_options\.vote: .*has the options: votes"):
        find_solver(a_model("majority", vote=3))
    with pytest.raises(ConfigurationError, match=r"solver_options\.votes"):
        find_solver(a_model("majority", votes=1))


def test_votes_are_part_of_what_is_asked():
    asked = {a_model("majority", votes=n).asks for n in (4, 8)} | {a_model("direct").asks}
    assert len(asked) == 3
