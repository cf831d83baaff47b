"""Who is told what in each scaffold, and what happens where replies say nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from porism.core import Message, Reply, Tool, assistant, user
from porism.errors import PermanentError
from porism.solvers import BestOfN, Direct, ProofSearch, VerifyAndRefine
from porism.solvers.reading import better_of, score_of, verdict_of
from porism.solvers.side_by_side import AT_ONCE, side_by_side
from porism.solvers.texts import said, text
from porism.tools.conversation import Conversation
from porism.tools.toolbox import NO_TOOLS, Toolbox
from tests.core.test_nouns import PICTURE
from tests.tools.test_conversation import QUESTION, Double, calls, says


class Script:
    """Replies from a list, and remembers what was asked of whom."""

    def __init__(self, *replies: str | Reply) -> None:
        self._left = list(replies)
        self.heard: list[tuple[Message, ...]] = []
        self.asked: list[str] = []

    async def __call__(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, model: str = ""
    ) -> Reply:
        self.heard.append(tuple(messages))
        self.asked.append(model)
        reply = self._left.pop(0)
        return says(reply) if isinstance(reply, str) else reply


def conversation(words: str, finish: str = "stop") -> Conversation:
    reply = says(words, finish)
    return Conversation((*QUESTION, reply.message), reply)


# -- direct ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "retry", "answer", "requests"),
    [
        ("It is \\boxed{42}.", "", "It is \\boxed{42}.", 1),
        ("It is 42.", "\\boxed{42}", "\\boxed{42}", 2),
        ("It is 42.", "I said 42.", "It is 42.", 2),
        ("It is 42.", "", "It is 42.", 2),
        ("", "", "", 1),
    ],
)
async def test_a_box_is_asked_for_once_and_only_where_it_is_missing(first, retry, answer, requests):
    script = Script(first, retry)
    solution = await Direct(box_retry=True).solve(QUESTION, script, NO_TOOLS)
    assert solution.reply.message.text == answer
    assert len(script.heard) == requests
    if requests == 2:
        assert script.heard[1] == (*QUESTION, assistant(first), said("box"))


async def test_a_box_is_not_asked_for_unless_a_model_says_so():
    script = Script("It is 42.")
    await Direct().solve(QUESTION, script, NO_TOOLS)
    assert not Direct().several
    assert not Direct().texts
    assert Direct(box_retry=True).several


# -- verify and refine -------------------------------------------------------------------------


async def test_the_verifier_sees_problem_and_solution_alone_and_the_solver_gets_its_report():
    script = Script("first", "improved", "Line 3 {solution}.\nVERDICT: wrong", "second",
                    "VERDICT: correct")  # fmt: skip
    solution = await VerifyAndRefine().solve(QUESTION, script, NO_TOOLS)
    assert solution.reply.message.text == "second"
    _, improving, verifying, revising, again = script.heard
    assert improving == (*QUESTION, assistant("first"), said("improve"))
    [examined] = verifying
    assert QUESTION[0].text in examined.text
    assert "improved" in examined.text
    assert "first" not in examined.text
    assert revising[:-1] == (*improving, assistant("improved"))
    assert "Line 3 {solution}." in revising[-1].text
    assert "second" in again[0].text


async def test_after_the_last_revision_nobody_looks():
    script = Script("first", *["VERDICT: wrong", "again"] * 2)
    solver = VerifyAndRefine(rounds=2, improve=False)
    assert (await solver.solve(QUESTION, script, NO_TOOLS)).reply.message.text == "again"
    assert len(script.heard) == 5


async def test_reports_without_a_verdict_count_and_decide_nothing():
    script = Script("first", "Hm.", "Well.")
    solver = VerifyAndRefine(rounds=2, improve=False)
    assert (await solver.solve(QUESTION, script, NO_TOOLS)).reply.message.text == "first"
    assert len(script.heard) == 3


async def test_a_revision_of_which_nothing_comes_leaves_the_solution():
    script = Script("first", "VERDICT: wrong", says("half", "length"))
    solver = VerifyAndRefine(rounds=1, improve=False)
    assert (await solver.solve(QUESTION, script, NO_TOOLS)).reply.message.text == "first"


async def test_pictures_are_shown_to_whoever_verifies():
    script = Script("first", "VERDICT: correct")
    question = (user("What is drawn?", PICTURE),)
    await VerifyAndRefine(improve=False).solve(question, script, NO_TOOLS)
    assert script.heard[1][0].parts[1:] == question[0].parts[1:]


# -- best of n ---------------------------------------------------------------------------------


async def test_a_tournament_is_judged_by_whom_the_options_name():
    script = Script("a", "b", "c", "BETTER: 2", "BETTER: 1")
    solver = BestOfN(solutions=3, judge="judge")
    assert (await solver.solve(QUESTION, script, NO_TOOLS)).reply.message.text == "b"
    assert script.asked == ["", "", "", "judge", "judge"]
    assert solver.others == ("judge",)
    assert solver.texts == ("compare",)
    [first] = script.heard[3]
    assert [first.text.index(f"\n{words}\n") for words in "ab"]


async def test_what_was_cut_off_is_not_judged_and_one_alone_wins():
    script = Script(says("a", "length"), "", "c")
    assert (await BestOfN(solutions=3).solve(QUESTION, script, NO_TOOLS)).reply.message.text == "c"
    script = Script(says("a", "length"), "b")
    solver = BestOfN(solutions=2, by="score")
    assert (await solver.solve(QUESTION, script, NO_TOOLS)).reply.message.text == "b"
    assert len(script.heard) == 2
    script = Script(says("a", "length"), says("b", "length"))
    assert (await BestOfN(solutions=2).solve(QUESTION, script, NO_TOOLS)).reply.finish == "length"


async def test_the_highest_mean_of_scores_wins_and_none_counts_nothing():
    script = Script("a", "b", "SCORE: 0.5", "?", "SCORE: 0.2", "SCORE: 0.4")
    solver = BestOfN(solutions=2, by="score", scores=2)
    assert (await solver.solve(QUESTION, script, NO_TOOLS)).reply.message.text == "b"
    assert solver.texts == ("score",)


# -- proof search ------------------------------------------------------------------------------


async def test_the_best_proofs_are_refined_with_their_severest_reviews():
    script = Script(
        "a", "b",
        "a1\nSCORE: 0", "a2\nSCORE: 0",
        "b1\nSCORE: 0.5", "b2\nSCORE: 1",
        "c",
        "SCORE: 1", "SCORE: 1",
    )  # fmt: skip
    solver = ProofSearch(proofs=2, reviews=2, best=1, reports=2, rounds=3)
    solution = await solver.solve(QUESTION, script, NO_TOOLS)
    assert solution.reply.message.text == "c"
    refining = script.heard[6]
    assert refining[:-1] == (*QUESTION, assistant("b"))
    assert "b1" in refining[-1].text, "the other review found no fault"
    assert solution.messages == (*refining, assistant("c"))


async def test_a_search_ends_where_nothing_can_be_reviewed():
    script = Script("a", "Nice.", "Nice.")
    solver = ProofSearch(proofs=1, reviews=2)
    assert (await solver.solve(QUESTION, script, NO_TOOLS)).reply.message.text == "a"
    script = Script(says("a", "length"))
    assert (await ProofSearch(proofs=1).solve(QUESTION, script, NO_TOOLS)).reply.finish == "length"


# -- reading -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "score"),
    [
        ("SCORE: 1", 1), ("SCORE: 0.5", 0.5), ("**Score: 0**", 0), ("SCORE: 1.0", 1),
        ("SCORE: 0\nSCORE: 0.75", 0.75), ("SCORE: 7", None), ("SCORE: -1", None),
        ("SCORE: 1/2", None), ("My SCORE: 1", None), ("SCORE: nan", None), ("", None),
    ],
)  # fmt: skip
def test_scores_stand_on_a_line_of_their_own(words, score):
    assert score_of(conversation(words)) == score


def test_what_was_cut_off_judges_nothing():
    cut = conversation("SCORE: 1\nBETTER: 2\nVERDICT: wrong", "length")
    assert (score_of(cut), better_of(cut), verdict_of(cut)) == (None, None, "nothing")
    whole = conversation("BETTER: 1\nOr rather\nBETTER: 2")
    assert better_of(whole) == 2
    assert better_of(conversation("BETTER: 3")) is None


def test_what_is_put_into_a_text_is_not_read_again():
    words = said("compare", problem="{first}", first="{second}", second="\\boxed{x}").text
    assert "\n{first}\n" in words
    assert "\n{second}\n" in words
    assert "{problem}" in text("compare")


# -- side by side ------------------------------------------------------------------------------


async def test_few_are_under_way_at_once_begun_in_order_and_results_keep_it():
    begun, most = [], 0
    under_way = set()

    async def work(n: int) -> int:
        nonlocal most
        begun.append(n)
        under_way.add(n)
        most = max(most, len(under_way))
        await asyncio.sleep(0.001 * (n % 3))
        under_way.discard(n)
        return n

    assert await side_by_side((lambda n=n: work(n)) for n in range(30)) == list(range(30))
    assert begun == list(range(30))
    assert most == AT_ONCE


async def test_once_one_fails_none_is_begun_and_those_under_way_come_to_their_end():
    begun, ended = [], []
    failed = asyncio.Event()

    async def work(n: int) -> None:
        begun.append(n)
        if n == 1:
            while len(begun) < AT_ONCE:  # noqa: ASYNC110 - the others begin meanwhile
                await asyncio.sleep(0)
            failed.set()
            raise PermanentError("no")
        if n:
            await failed.wait()
        ended.append(n)

    with pytest.raises(PermanentError):
        await side_by_side((lambda n=n: work(n)) for n in range(30))
    assert set(begun) - {1} == set(ended)
    assert len(begun) <= AT_ONCE + 2


async def test_each_of_several_solutions_has_tools_to_itself_which_end_with_it():
    made: list[Double] = []

    def make() -> list[Double]:
        made.append(Double())
        return made[-1:]

    script = Script(calls({"n": 1}), "a", calls({"n": 2}), "b", "BETTER: 1")
    toolbox = Toolbox(make)

    async def one_by_one(*arguments, **named) -> Reply:
        return await script(*arguments, **named)

    await BestOfN(solutions=2).solve(QUESTION, one_by_one, toolbox)
    assert [tool.closed for tool in made] == [False, True, True]
    await toolbox.close()
    assert all(tool.closed for tool in made)
