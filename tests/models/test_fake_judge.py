"""Fake judges are as generous and as reliable as they are told to be."""

from dataclasses import replace
from decimal import Decimal
from statistics import fmean, stdev

import pytest

from porism.core import Endpoint, JsonObject, Model, user
from porism.errors import ConfigurationError
from porism.models import Asking, connect
from porism.models.fake_judge import UNREADABLE, Marking

REPLIES = {Decimal(n) / 2: str(Decimal(n) / 2) for n in range(41)}


def judge(seed: int = 0, **options: object) -> Model:
    said = JsonObject({"seed": seed, "judge": options})
    return Model(id="f", name="f", endpoint=Endpoint(protocol="fake", model="f", options=said))


def marking(right: int | None = 10, **changes: object) -> Marking:
    known = None if right is None else Decimal(right)
    return replace(Marking(REPLIES, "the work", known), **changes)


async def said(model: Model, known: Marking, *asked: str) -> list[str]:
    connection = connect(model)
    asking = Asking("b", "p", 1, marking=known)
    return [(await connection.ask([user(text)], asking)).message.text for text in asked]


async def points(model: Model, known: Marking, count: int = 300) -> list[float]:
    return [float(text) for text in await said(model, known, *map(str, range(count)))]


async def test_a_fair_judge_gives_what_is_right():
    assert set(await points(judge(), marking())) == {10.0}


async def test_lenience_and_noise_are_what_they_say():
    given = await points(judge(lenience=-2, noise=1.5), marking())
    assert fmean(given) == pytest.approx(8, abs=0.3)
    assert stdev(given) == pytest.approx(1.5, abs=0.2)


async def test_marks_stay_on_the_scale():
    assert set(await points(judge(lenience=99), marking(), 2)) == {20.0}
    assert set(await points(judge(lenience=-99), marking(), 2)) == {0.0}


async def test_some_replies_cannot_be_read():
    given = await said(judge(unread_rate=0.3), marking(), *map(str, range(400)))
    assert given.count(UNREADABLE) / 400 == pytest.approx(0.3, abs=0.06)


async def test_judges_move_to_each_other():
    heard = marking(others=(Decimal(2), Decimal(6)))
    for yields, expected in ((0, 10.0), (0.5, 7.0), (1, 4.0)):
        assert set(await points(judge(yields=yields), heard, 2)) == {expected}


async def test_nobody_knows_but_all_see_the_same():
    first = await points(judge(1), marking(None), 1)
    assert first == await points(judge(2), marking(None), 1)
    other = await points(judge(1), marking(None, about="other work"), 1)
    assert other != first


def test_unknown_options_are_refused():
    with pytest.raises(ConfigurationError, match=r"endpoint.options.judge.kindness"):
        connect(judge(kindness=1))
