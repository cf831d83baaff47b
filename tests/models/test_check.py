"""One tiny question."""

from datetime import date
from decimal import Decimal

import pytest

from porism.core import Price, Usage
from porism.errors import PermanentError
from porism.models.check import QUESTION, check, run_check
from tests.loopback import Say, Tokens
from tests.models.models import a_model

DAY = date(2026, 11, 30)


async def test_what_came_back_is_told(server):
    server.say(Say(text="\\boxed{2}", tokens=Tokens(20, 10)))
    price = Price(input=Decimal(1), output=Decimal(2))
    model = a_model("openai-compatible", base_url=server.base_url)
    report = await check(model.model_copy(update={"price": price}), DAY)
    assert server.seen[0].json["messages"] == [{"role": "user", "content": QUESTION}]
    assert (report.model, report.answer) == ("a-model", "\\boxed{2}")
    assert (report.finish, report.served_model) == ("stop", "served-model-2026")
    assert report.usage == Usage(input=20, cached_input=0, output=10, reasoning=0)
    assert report.reports == ("input", "cached_input", "output", "reasoning")
    assert report.missing == ("cache_write",)
    assert (report.price, report.cost_usd) == (price, Decimal("0.00004"))


async def test_an_endpoint_that_reports_nothing(server):
    server.say(Say(tokens=None))
    report = await check(a_model("openai-compatible", base_url=server.base_url), DAY)
    assert report.reports == ()
    assert (report.price, report.cost_usd) == (None, None)


async def test_a_failure_is_raised(server):
    server.say(Say(status=401, error="who are you?"))
    with pytest.raises(PermanentError, match="who are you"):
        await check(a_model("openai-compatible", base_url=server.base_url), DAY)


def test_fakes_can_be_checked():
    report = run_check(a_model("fake", options={"skill": 99}))
    assert "\\boxed{2}" in report.answer
