"""What models cost: rates on a day, and the cost of a request.

Rates come from the model's own file or else from genai-prices, which dates them. Money is
Decimal throughout. A cost that is not known is ``None``, never zero.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time
from decimal import Decimal
from importlib.metadata import version
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from porism.core import Model, Price, Rates, Reply, Tier, Usage

if TYPE_CHECKING:
    from genai_prices.types import ModelInfo, ModelPrice, TieredPrices

_MILLION = Decimal(1_000_000)
_PROVIDERS = {
    "openai": "openai",
    "openai-responses": "openai",
    "azure": "azure",
    "anthropic": "anthropic",
    "google": "google",
    "openrouter": "openrouter",
    "xai": "x-ai",
    "deepseek": "deepseek",
    "together": "together",
    "zai": "zai",
    "moonshot": "moonshotai",
}
_IN_BATCHES = {"processing": "batch"}
_FIELDS = {
    "input": "input_mtok",
    "output": "output_mtok",
    "cached_input": "cache_read_mtok",
    "cache_write": "cache_write_mtok",
}


def snapshot(model: Model, on: date, *, batch: bool = False) -> Price | None:
    """Return what a model costs on a day; ``None`` where no price is known.

    Where rates change with the hour they are the dearest of the day, so that a limit on
    the cost holds.

    Args:
        model: whose price.
        on: the day.
        batch: through the provider's batch API. Where no list has rates for that, half of the
            plain ones are taken, and ``source`` says so.
    """
    if model.price is not None:
        return halved(model.price) if batch else model.price
    listed = _listed(model)
    if listed is None:
        return None
    plain = _price(_rates_on(listed, on), on)
    if plain is None or not batch:
        return plain
    own = _price(_rates_on(listed, on, _IN_BATCHES), on)
    if own is None or own == plain:
        return halved(plain)
    return own.model_copy(update={"source": f"{own.source}, batch rates"})


def halved(price: Price) -> Price:
    """Return half of a price: what providers ask for in batches."""
    half = {name: rate / 2 for name, rate in _rates(price).items()}
    tiers = tuple(
        tier.model_copy(update={name: rate / 2 for name, rate in _rates(tier).items()})
        for tier in price.tiers
    )
    source = f"{price.source or 'price of the model file'}, halved for the batch API"
    more = {"tiers": tiers, "request": price.request / 2, "source": source}
    return price.model_copy(update=half | more)


def _rates(rates: Rates) -> dict[str, Decimal]:
    """Return the rates that are given, by name."""
    values = {name: getattr(rates, name) for name in Rates.model_fields}
    return {name: rate for name, rate in values.items() if rate is not None}


def reply_cost_usd(reply: Reply, price: Price | None) -> Decimal | None:
    """Return what a reply cost with what the provider did for it, in US dollars.

    Returns:
        ``None`` where something is charged for whose price is not known.
    """
    total_usd = cost_usd(reply.usage, price)
    if price is None or total_usd is None:
        return None
    for count, fee_usd in (
        (reply.searches, price.web_search),
        (reply.interpreters, price.code_interpreter),
    ):
        if count and fee_usd is None:
            return None
        total_usd += count * (fee_usd or 0)
    return total_usd


def cost_usd(usage: Usage, price: Price | None) -> Decimal | None:
    """Return what the tokens of one request cost, in US dollars.

    Args:
        usage: of one request; the tier is chosen by its input.
        price: on the day of the request.

    Returns:
        ``None`` where no price is known or the endpoint did not report the tokens.
    """
    if price is None or usage.input is None or usage.output is None:
        return None
    rates = _tier(price, usage.input)
    cached, written = usage.cached_input or 0, usage.cache_write or 0
    plain = max(usage.input - cached - written, 0)
    total = plain * rates.input + usage.output * rates.output
    total += cached * (rates.input if rates.cached_input is None else rates.cached_input)
    total += written * (rates.input if rates.cache_write is None else rates.cache_write)
    return total / _MILLION + price.request


def _tier(price: Price, input_tokens: int) -> Rates:
    passed = [tier for tier in price.tiers if input_tokens > tier.above]
    return max(passed, key=lambda tier: tier.above, default=price)


def _listed(model: Model) -> ModelInfo | None:
    """Look a model up by its provider, or by the public address of its server."""
    endpoint = model.endpoint
    provider = _PROVIDERS.get(endpoint.protocol)
    address = endpoint.base_url if provider is None and _is_public(endpoint.base_url) else None
    if provider is None and address is None:
        return None
    from genai_prices.data_snapshot import get_snapshot

    try:
        _, listed = get_snapshot().find_provider_model(endpoint.model, None, provider, address)
    except LookupError:
        return None
    return listed


def _is_public(base_url: str | None) -> bool:
    host = urlsplit(base_url or "").hostname or ""
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        return "." in host


def _rates_on(listed: ModelInfo, on: date, context: Mapping[str, str] | None = None) -> ModelPrice:
    """Return the dearest rates of a day."""
    half_hours = (datetime.combine(on, time(n // 2, n % 2 * 30), UTC) for n in range(48))
    found = (listed.get_prices(moment, context) for moment in half_hours)
    return max(found, key=lambda r: _at(r.output_mtok, 0) or 0)


def _price(listed: ModelPrice, on: date) -> Price | None:
    values = {name: getattr(listed, field) for name, field in _FIELDS.items()}
    base = {name: _at(value, 0) for name, value in values.items()}
    per_thousand, searches = _at(listed.requests_kcount, 0), _at(listed.web_searches_kcount, 0)
    if base["input"] is None or base["output"] is None:
        return None
    starts = sorted({start for value in values.values() for start in _starts(value)})
    return Price.model_validate(
        {
            **base,
            "tiers": tuple(
                Tier.model_validate({"above": s, **{n: _at(v, s + 1) for n, v in values.items()}})
                for s in starts
            ),
            "request": (per_thousand or 0) / Decimal(1000),
            "web_search": None if searches is None else searches / Decimal(1000),
            "source": f"genai-prices {version('genai-prices')}",
            "as_of": on,
        }
    )


def _starts(value: Decimal | TieredPrices | None) -> Iterator[int]:
    for tier in getattr(value, "tiers", ()):
        yield tier.start


def _at(value: Decimal | TieredPrices | None, input_tokens: int) -> Decimal | None:
    """Return a rate as it is for a request with so many input tokens."""
    if value is None or isinstance(value, Decimal):
        return value
    passed = [tier.price for tier in value.tiers if input_tokens > tier.start]
    return passed[-1] if passed else value.base
