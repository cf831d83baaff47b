"""Rates on a day, and what a request costs."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from porism.core import Exchange, Price, Reply, Tier, Usage, assistant
from porism.models.prices import cost_usd, reply_cost_usd, snapshot
from tests.models.models import a_model

DAY = date(2026, 11, 30)
TIERED = Price(
    input=Decimal(1),
    output=Decimal(10),
    cached_input=Decimal("0.1"),
    cache_write=Decimal("1.25"),
    request=Decimal("0.01"),
    tiers=(
        Tier(above=200_000, input=Decimal(2), output=Decimal(15), cached_input=Decimal("0.2")),
        Tier(above=500_000, input=Decimal(3), output=Decimal(20)),
    ),
)


@pytest.mark.parametrize(
    ("usage", "dollars"),
    [
        (Usage(input=1_000_000, output=0), "3.01"),
        (Usage(input=100, output=1_000), "0.0201"),
        (Usage(input=100, output=1_000, reasoning=900), "0.0201"),
        (Usage(input=100, cached_input=40, cache_write=50, output=0), "0.0100765"),
        (Usage(input=200_000, output=0), "0.21"),
        (Usage(input=200_001, output=0), "0.410002"),
        (Usage(input=300_000, cached_input=200_000, output=1_000_000), "15.25"),
        (Usage(input=600_000, cached_input=100_000, output=0), "1.81"),
        (Usage(input=10, cached_input=50, output=0), "0.010005"),
    ],
)
def test_costs_are_exact(usage, dollars):
    assert cost_usd(usage, TIERED) == Decimal(dollars)


@pytest.mark.parametrize("usage", [Usage(), Usage(input=1), Usage(output=1)])
def test_what_was_not_reported_has_no_cost(usage):
    assert cost_usd(usage, TIERED) is None


FEES = {"web_search": Decimal("0.02"), "code_interpreter": Decimal("0.03")}


@pytest.mark.parametrize(
    ("done", "fees", "dollars"),
    [
        ({}, {}, "0.01"),
        ({"searches": 3}, FEES, "0.07"),
        ({"interpreters": 2}, FEES, "0.07"),
        ({"searches": 1, "interpreters": 1}, FEES, "0.06"),
        ({"interpreters": 1}, {"code_interpreter": Decimal(0)}, "0.01"),
        ({"searches": 1}, {"code_interpreter": Decimal(1)}, None),
        ({"interpreters": 1}, {"web_search": Decimal(1)}, None),
    ],
)
def test_what_a_provider_does_costs_what_a_price_says_and_else_nothing_is_known(
    done, fees, dollars
):
    exchange = Exchange(
        url="", request=b"", response=b"", status=200, started_at=datetime.now(UTC), duration_s=0
    )
    reply = Reply(
        message=assistant("2"),
        finish="stop",
        usage=Usage(input=0, output=0),
        exchange=exchange,
        **done,
    )
    price = TIERED.model_copy(update=fees)
    assert reply_cost_usd(reply, price) == (dollars and Decimal(dollars))


@pytest.mark.parametrize(
    ("protocol", "name"),
    [("openai-responses", "gpt-5"), ("anthropic", "claude-opus-4-6"), ("google", "gemini-2.5-pro")],
)
def test_listed_prices_know_what_a_search_costs(protocol, name):
    price = snapshot(a_model(protocol, name), DAY)
    assert Decimal("0.001") < price.web_search < Decimal("0.1")
    assert snapshot(a_model(protocol, name), DAY, batch=True).web_search == price.web_search


def test_without_a_price_there_is_no_cost():
    assert cost_usd(Usage(input=1, output=1), None) is None


def test_a_models_own_price_comes_first():
    model = a_model("openai", "gpt-5").model_copy(update={"price": TIERED})
    assert snapshot(model, DAY) is TIERED


def test_a_listed_price_says_where_it_is_from():
    price = snapshot(a_model("openai", "gpt-5"), DAY)
    assert (price.input, price.cached_input, price.output) == (
        Decimal("1.25"),
        Decimal("0.125"),
        Decimal(10),
    )
    assert price.source.startswith("genai-prices ")
    assert price.as_of == DAY


def test_long_inputs_have_their_own_rates():
    price = snapshot(a_model("google", "gemini-2.5-pro"), DAY)
    (tier,) = price.tiers
    assert (tier.above, tier.input, tier.output) == (200_000, Decimal("2.5"), Decimal(15))


def test_prices_are_dated():
    model = a_model("deepseek", "deepseek-v4-pro")
    before, after = snapshot(model, date(2026, 8, 16)), snapshot(model, date(2026, 8, 17))
    assert before.as_of == date(2026, 8, 16)
    assert after.input >= before.input


def test_of_rates_that_change_with_the_hour_the_dearest_counts():
    price = snapshot(a_model("deepseek", "deepseek-reasoner"), DAY)
    assert (price.input, price.output) == (Decimal("0.55"), Decimal("2.19"))


@pytest.mark.parametrize(
    ("protocol", "name", "base_url"),
    [
        ("fake", "gpt-5", None),
        ("replay", "answers.jsonl", None),
        ("openai-compatible", "gpt-5", "http://localhost:8000/v1"),
        ("openai-compatible", "gpt-5", "http://10.0.0.7/v1"),
        ("openai-compatible", "gpt-5", "https://models.example.org/v1"),
        ("openai", "a-model-nobody-lists", None),
    ],
)
def test_a_price_that_is_not_known_is_not_guessed(protocol, name, base_url):
    assert snapshot(a_model(protocol, name, base_url=base_url), DAY) is None


def test_a_server_is_known_by_its_public_address():
    model = a_model("openai-compatible", "gpt-5", base_url="https://api.openai.com/v1")
    assert snapshot(model, DAY).output == Decimal(10)


def test_listed_rates_of_the_batch_api_are_taken():
    plain = snapshot(a_model("anthropic", "claude-haiku-4-5"), DAY)
    batch = snapshot(a_model("anthropic", "claude-haiku-4-5"), DAY, batch=True)
    assert (batch.input, batch.output) == (plain.input / 2, plain.output / 2)
    assert batch.source == f"{plain.source}, batch rates"


def test_where_no_batch_rates_are_listed_half_is_taken_and_said():
    plain = snapshot(a_model("openai", "gpt-5"), date(2026, 1, 1))
    batch = snapshot(a_model("openai", "gpt-5"), date(2026, 1, 1), batch=True)
    assert (batch.input, batch.output) == (plain.input / 2, plain.output / 2)
    assert batch.source == f"{plain.source}, halved for the batch API"


@pytest.mark.parametrize("usage", [Usage(input=9, output=7), Usage(input=300_000, output=70)])
def test_a_models_own_price_is_halved_in_batches_tiers_included(usage):
    model = a_model("openai", "gpt-5").model_copy(update={"price": TIERED})
    assert cost_usd(usage, snapshot(model, DAY, batch=True)) == cost_usd(usage, TIERED) / 2
