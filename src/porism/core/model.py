"""A model: an endpoint with its settings, prices and release date; a leaderboard row."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field

from porism.core.benchmark import Slug
from porism.core.noun import JsonObject, Noun

Protocol = Literal[
    "openai-compatible",
    "openai",
    "openai-responses",
    "azure",
    "anthropic",
    "google",
    "openrouter",
    "xai",
    "deepseek",
    "together",
    "zai",
    "moonshot",
    "replay",
    "fake",
]


class Endpoint(Noun):
    """Where and how a model is reached."""

    protocol: Protocol
    """The language that the server speaks."""
    model: str
    """The provider's name for the model; for ``replay`` the file of recorded responses."""
    base_url: str | None = None
    """Address of the server, where the protocol does not fix it."""
    key_env: str | None = None
    """Environment variable that holds the key, where it is not the protocol's usual one."""
    options: JsonObject = JsonObject()
    """What only this protocol understands, e.g. the rates of ``fake``."""


class Settings(Noun):
    """What is asked of the endpoint; what is left out is the provider's own default."""

    temperature: float | None = Field(None, ge=0)
    top_p: float | None = Field(None, gt=0, le=1)
    max_tokens: int | None = Field(None, ge=1)
    """Most output tokens of one answer, reasoning included."""
    reasoning_effort: str | None = None
    """The provider's word for it: ``low``, ``high``, ``xhigh``, ``max`` ..."""
    reasoning_budget: int | None = Field(None, ge=0)
    """Tokens set aside for reasoning, where the provider counts them."""
    timeout_s: float = Field(3600, gt=0)
    """How long one request may take, in seconds."""
    extra_body: JsonObject = JsonObject()
    """Fields added to the request's body as they are."""


class Rates(Noun):
    """US dollars per million tokens."""

    input: Decimal = Field(ge=0)
    output: Decimal = Field(ge=0)
    cached_input: Decimal | None = Field(None, ge=0)
    """The rate of ``input`` where it is not given."""
    cache_write: Decimal | None = Field(None, ge=0)
    """The rate of ``input`` where it is not given."""


class Tier(Rates):
    """Other rates for all tokens of a request with a long input."""

    above: int = Field(ge=0)
    """Input tokens that the request has to pass."""


class Price(Rates):
    """What a model costs on a day."""

    tiers: tuple[Tier, ...] = ()
    request: Decimal = Field(Decimal(0), ge=0)
    """US dollars for each request."""
    web_search: Decimal | None = Field(None, ge=0)
    """US dollars for each search of the web that the provider makes itself; where it is not
    known, neither is the cost of requests that searched."""
    code_interpreter: Decimal | None = Field(None, ge=0)
    """US dollars for each interpreter in which the provider runs code for an answer; where it
    charges for that and this is not known, neither is the cost of requests that ran code."""
    source: str = ""
    as_of: date | None = None


class Limits(Noun):
    """What the provider allows."""

    concurrency: int = Field(32, ge=1)
    """Requests in flight at once."""
    requests_per_minute: int | None = Field(None, ge=1)
    tokens_per_minute: int | None = Field(None, ge=1)
    """Input and output together."""


class Model(Noun):
    """A leaderboard row."""

    id: Slug
    """Named so on the command line; equal to the name of its file or folder."""
    name: str
    """As people are shown it."""
    developer: str = ""
    endpoint: Endpoint
    settings: Settings = Settings()
    limits: Limits = Limits()
    released: date | None = None
    """Marks problems that it may have seen in training."""
    open_weights: bool = False
    """Anyone can download and run it."""
    sees_images: bool = True
    """Problems with pictures can be put to it."""
    price: Price | None = None
    """Overrides the price list."""
    solver: str = "direct"
    """How it is put to a problem: ``direct``, ``majority``, ``self-check``, ``verify-and-refine``,
    ``best-of-n``, ``proof-search``."""
    solver_options: JsonObject = JsonObject()
    """What only this solver understands, e.g. the ``votes`` of ``majority``."""
    status: Literal["active", "deprecated"] = "active"
    """Only active ones are listed without being asked for."""
    sample: bool = False
    """An offline stand-in, labelled so wherever it shows."""
    source: str = ""
    """Address of the facts stated here."""

    @property
    def asks(self) -> str:
        """Digest of all that shapes the answers: endpoint, settings, solver; not prices or names.

        Time-outs do not shape an answer, they only cut it off, so they stay out.
        """
        return Asked(
            protocol=self.endpoint.protocol,
            model=self.endpoint.model,
            options=self.endpoint.options,
            settings=self.settings.model_copy(update={"timeout_s": 3600}),
            solver=self.solver,
            solver_options=self.solver_options,
        ).digest()


class Asked(Noun):
    """The part of a model that its answers depend on."""

    protocol: str
    model: str
    options: JsonObject
    settings: Settings
    solver: str
    solver_options: JsonObject = JsonObject()
