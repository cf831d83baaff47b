"""Self-check: who sees what, and checks that say nothing. What it gains: test_gains."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from porism.core import Message, Reply, Tool
from porism.solvers import SelfCheck
from porism.solvers.reading import verdict_of
from porism.solvers.texts import said
from porism.tools.conversation import Conversation
from porism.tools.toolbox import NO_TOOLS
from tests.tools.test_conversation import QUESTION, says

CHECK, CORRECT = said("check"), said("correct")


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
