"""An attempt: one solver run on one problem, and all that was said in it."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Literal, Self

from pydantic import Field

from porism.core.message import Message
from porism.core.noun import Noun

Outcome = Literal["graded", "failed", "truncated", "refused", "empty", "unparsed", "ungraded"]
Ending = Literal["answered", "failed", "truncated", "refused", "empty"]
"""How the asking ended; ``answered`` becomes graded, unparsed or ungraded by grading."""
Finish = Literal["stop", "length", "refusal", "tool_calls", "paused", "unknown"]
Origin = Literal["live", "replay", "fake", "imported"]


class Usage(Noun):
    """Tokens of one request or of several; ``None`` is what the endpoint did not report."""

    input: int | None = Field(None, ge=0)
    """All input tokens, cached ones included."""
    cached_input: int | None = Field(None, ge=0)
    """The part of ``input`` that was read from a cache."""
    cache_write: int | None = Field(None, ge=0)
    """The part of ``input`` that was written to a cache."""
    output: int | None = Field(None, ge=0)
    """All output tokens, reasoning included, also where the provider reports it apart."""
    reasoning: int | None = Field(None, ge=0)
    """The part of ``output`` that is reasoning."""

    def __add__(self, other: Self) -> Usage:
        """Add field by field; a field that neither side reports stays unreported."""
        if not self.model_fields_set:
            return other

        def total(a: int | None, b: int | None) -> int | None:
            return None if a is None and b is None else (a or 0) + (b or 0)

        return Usage(
            input=total(self.input, other.input),
            cached_input=total(self.cached_input, other.cached_input),
            cache_write=total(self.cache_write, other.cache_write),
            output=total(self.output, other.output),
            reasoning=total(self.reasoning, other.reasoning),
        )


class Exchange(Noun):
    """One request and its response, to the byte."""

    url: str
    """Where the request went, without secrets."""
    request: bytes
    response: bytes
    status: int
    started_at: datetime
    duration_s: float = Field(ge=0)
    request_id: str = ""
    """The provider's identifier of the request."""


class Retry(Noun):
    """A request that did not succeed and was made again."""

    at: datetime
    status: int | None = None
    message: str
    waited_s: float = Field(ge=0)
    """How long we then waited, in seconds."""


class Reply(Noun):
    """What a model answered to one request."""

    message: Message
    finish: Finish
    finish_reason: str = ""
    """The provider's own word for why it stopped."""
    usage: Usage = Usage()
    searches: int = Field(0, ge=0)
    """How often the provider searched the web for it, as it charges for that."""
    interpreters: int = Field(0, ge=0)
    """In how many interpreters of its own the provider ran code for it, as it charges for that."""
    served_model: str = ""
    fingerprint: str = ""
    earlier: tuple[Exchange, ...] = ()
    """Exchanges before the last, where a provider hands out a long answer in pieces."""
    exchange: Exchange


class InnerCall(Noun):
    """One of several requests of an attempt, as people read it."""

    model: str = ""
    """Who was asked, where it is not the model that the attempt is about."""
    turns: int = Field(ge=1)
    """How many turns the request had."""
    asked: Message
    """The last of them, pictures left out."""
    said: Message
    finish: Finish
    usage: Usage = Usage()
    cost_usd: Decimal | None = None
    """``None`` where no price is known."""
    duration_s: float = Field(ge=0)
    exchange: int = Field(ge=0)
    """Place of its bytes among the exchanges of the transcript."""


class Transcript(Noun):
    """Everything said in an attempt, as it went over the wire."""

    origin: Origin
    messages: tuple[Message, ...]
    """The conversation in order, the answer last."""
    exchanges: tuple[Exchange, ...] = ()
    retries: tuple[Retry, ...] = ()
    inner: tuple[InnerCall, ...] = ()
    """What was asked on the way to the answer; empty where that was one request."""

    @property
    def answer(self) -> str:
        """The words of the last assistant turn; empty where there is none."""
        last = next((m for m in reversed(self.messages) if m.role == "assistant"), None)
        return last.text if last else ""


class Cell(Noun):
    """One place in the plan: what is asked of whom, and for the how-manieth time.

    Its digest names it. Whatever changes what is asked changes the digest, so that an
    answer to one question never passes for an answer to another.
    """

    benchmark: str
    problem: str
    revision: int = Field(ge=1)
    """The oldest revision whose attempts still stand."""
    model: str
    asks: str
    """Digest of endpoint, settings and solver."""
    prompt: str
    """Digest of the prompt text and the variant."""
    tools: str = ""
    """Digest of the tools and how often they may be called; empty where there are none."""
    variant: str = ""
    number: int = Field(ge=1)
    """First, second, third ... attempt."""

    def digest(self) -> str:
        """Return the cell's name; a run asks for it again and again, so it is remembered."""
        return name_of(self)


@lru_cache(maxsize=4096)
def name_of(cell: Cell) -> str:
    """Compute the digest of a cell."""
    return Noun.digest(cell)


class Attempt(Noun):
    """One solver run on one problem; never changed once written."""

    id: str
    cell: str
    """Digest of its cell."""
    run: str
    benchmark: str
    problem: str
    revision: int = Field(1, ge=1)
    """The revision of the text that was really asked."""
    model: str
    variant: str = ""
    number: int = Field(ge=1)
    origin: Origin
    ending: Ending
    finish_reason: str = ""
    error: str = ""
    usage: Usage = Usage()
    cost_usd: Decimal | None = None
    """``None`` where no price is known."""
    requests: int = Field(1, ge=0)
    retries: int = Field(0, ge=0)
    started_at: datetime
    duration_s: float = Field(ge=0)
    served_model: str = ""
    fingerprint: str = ""
    choices: str = ""
    """Multiple choice: the order in which the stored choices were shown, e.g. ``20143``."""
