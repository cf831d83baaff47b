"""Fakes: seeded, as good and as unreliable as told."""

import asyncio
import json
import statistics

import pytest

from porism.core import user
from porism.errors import ConfigurationError, TransientError
from porism.models import Asking, connect
from porism.models.fake import difficulty, wrong_answer
from tests.models.models import a_model

QUESTION = (user("What is 1+1?"),)


def a_fake(**options):
    return connect(a_model("fake", options=options))


def asking(n: int, number: int = 1, key: str = "2") -> Asking:
    return Asking(benchmark="b", problem=f"p{n}", number=number, key=key)


async def replies(connection, askings):
    return await asyncio.gather(*(connection.ask(QUESTION, a) for a in askings))


async def test_the_same_question_gets_the_same_answer():
    askings = [asking(n, k) for n in range(20) for k in range(1, 5)]
    forth = await replies(a_fake(seed=1), askings)
    back = await replies(a_fake(seed=1), askings[::-1])
    assert [r.message for r in forth] == [r.message for r in back[::-1]]
    assert [r.usage for r in forth] == [r.usage for r in back[::-1]]
    others = await replies(a_fake(seed=2), askings)
    assert [r.message for r in forth] != [r.message for r in others]


@pytest.mark.parametrize(("skill", "low", "high"), [(-6, 0, 0.1), (0, 0.4, 0.6), (6, 0.9, 1)])
async def test_skill_shows(skill, low, high):
    said = await replies(a_fake(skill=skill), [asking(n) for n in range(400)])
    right = statistics.fmean("\\boxed{2}" in r.message.text for r in said)
    assert low <= right <= high


async def test_hard_problems_are_hard_for_every_fake():
    problems = sorted(range(200), key=lambda n: difficulty("b", f"p{n}"))
    for seed in range(3):
        said = await replies(a_fake(seed=seed), [asking(n) for n in problems])
        right = ["\\boxed{2}" in r.message.text for r in said]
        assert sum(right[:100]) > sum(right[100:]) + 20


async def test_a_reply_says_that_it_is_a_stand_in():
    reply = await a_fake().ask(QUESTION, asking(1))
    assert "stand-in" in reply.message.text
    assert json.loads(reply.exchange.request)["messages"][0]["role"] == "user"
    assert json.loads(reply.exchange.response)["text"] == reply.message.text
    assert reply.exchange.url == "fake:m-1"
    assert reply.usage.output > reply.usage.reasoning >= 0


@pytest.mark.parametrize(
    ("option", "finish"),
    [("refusal_rate", "refusal"), ("truncation_rate", "length"), ("empty_rate", "stop")],
)
async def test_endings_come_at_their_rate(option, finish):
    def has_it(reply) -> bool:
        return reply.finish == finish and "\\boxed" not in reply.message.text

    said = await replies(a_fake(**{option: 0.3}), [asking(n) for n in range(400)])
    assert 0.22 < statistics.fmean(map(has_it, said)) < 0.38
    said = await replies(a_fake(**{option: 1}), [asking(n) for n in range(20)])
    assert all(map(has_it, said))


async def test_errors_pass():
    connection = a_fake(error_rate=0.5, seed=3)
    failures = 0
    for n in range(200):
        while True:
            try:
                await connection.ask(QUESTION, asking(n))
                break
            except TransientError:
                failures += 1
    assert 130 < failures < 280  # one a question on average


@pytest.mark.parametrize(
    "key", ["2", "A", "B", "\\frac{1}{2}", "x+y", "", "9" * 5000, "-7", "(1,2)"]
)
def test_a_wrong_answer_is_another(key):
    assert wrong_answer(key) != key
    assert wrong_answer(key)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"skil": 1}, r"endpoint\.options\.skil: .*skill, discrimination"),
        ({"error_rate": 1}, "error_rate"),
        ({"refusal_rate": -0.1}, "refusal_rate"),
        ({"latency_s": "slow"}, "latency_s"),
    ],
)
def test_options_are_checked(options, said):
    with pytest.raises(ConfigurationError, match=said):
        a_fake(**options)
