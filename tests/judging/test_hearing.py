"""Judges are asked until they can be read, and no more often than that."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from porism.core import Exchange, Finish, Message, Reply, Tool, assistant
from porism.judging import first_question, hear
from porism.tools.toolbox import NO_TOOLS
from tests.judging.cases import proof_case

NOW = datetime(2026, 11, 30, tzinfo=UTC)
QUESTION = first_question(proof_case())
GOOD = QUESTION.replies[min(QUESTION.replies)]


class Script:
    """Says what it was told to, and remembers what it was asked."""

    def __init__(self, *said: str | tuple[str, Finish]) -> None:
        self._said = iter(said)
        self.asked: list[tuple[Message, ...]] = []

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        self.asked.append(tuple(messages))
        said = next(self._said)
        text, finish = said if isinstance(said, tuple) else (said, "stop")
        exchange = Exchange(
            url="u", request=b"", response=b"", status=200, started_at=NOW, duration_s=0
        )
        return Reply(message=assistant(text), finish=finish, exchange=exchange)


async def test_a_judge_that_can_be_read_is_asked_once():
    script = Script(GOOD)
    heard = await hear(QUESTION, script, NO_TOOLS, 2)
    assert heard.said is not None
    assert heard.said.points == 0
    assert len(script.asked) == 1


async def test_a_judge_is_told_what_is_wrong_and_asked_again():
    script = Script("I give it five points.", GOOD)
    heard = await hear(QUESTION, script, NO_TOOLS, 2)
    assert heard.said is not None
    _, reply, complaint = script.asked[1]
    assert reply.text == "I give it five points."
    assert "Your reply could not be read: it has no <marks-" in complaint.text
    assert [m.text for m in heard.messages][-1] == GOOD


@pytest.mark.parametrize("broken", [("", "stop"), ("half a", "length"), ("No.", "refusal")])
async def test_what_was_cut_off_is_asked_anew(broken: tuple[str, Finish]):
    script = Script(broken, GOOD)
    heard = await hear(QUESTION, script, NO_TOOLS, 1)
    assert heard.said is not None
    assert script.asked[1] == QUESTION.messages


async def test_a_judge_that_never_can_be_read_gives_nothing():
    script = Script("Five.", ("", "length"), "points: 7")
    heard = await hear(QUESTION, script, NO_TOOLS, 2)
    assert heard.said is None
    assert heard.failure.startswith("it has no <marks-")
    assert len(script.asked) == 3
    once = await hear(QUESTION, Script(("", "length")), NO_TOOLS, 0)
    assert (once.said, once.failure) == (None, "the reply was cut off")
