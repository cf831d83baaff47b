"""Batch APIs: many requests at once, answered within a day, at half the price.

What goes into a batch and how an answer is read is the direct connection's business
(:class:`Letters`), so that nothing is asked or understood otherwise in a batch.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from porism.core import Exchange, Message, Model, Reply
from porism.errors import ConfigurationError
from porism.models.batches.anthropic import AnthropicBatches
from porism.models.batches.google import GoogleBatches
from porism.models.batches.http import NO_QUERY, Http
from porism.models.batches.openai import OpenAIBatches
from porism.models.batches.service import (
    BatchService,
    Found,
    Item,
    Limits,
    Seen,
    Sought,
    Undecided,
)
from porism.models.chat_dialects import DIALECTS, azure_version, base_url
from porism.models.keys import find_key
from porism.models.wire import find_proxy

__all__ = [
    "BatchAccess",
    "BatchService",
    "Found",
    "Item",
    "Letters",
    "Limits",
    "Seen",
    "Sought",
    "Undecided",
    "connect_batches",
    "refuse_without_batches",
]

PROTOCOLS = ("openai", "openai-compatible", "openai-responses", "azure", "anthropic", "google")
ANTHROPIC_VERSION = "2023-06-01"


class Letters(Protocol):
    """Writes requests and reads answers as a direct connection does, without sending."""

    async def write(self, messages: Sequence[Message]) -> bytes:
        """Return the body of a request.

        Raises:
            ConfigurationError: this cannot be asked in a batch.
        """
        ...

    def read(self, body: bytes, exchange: Exchange) -> Reply:
        """Read the body of an answer.

        Raises:
            TransientError: it cannot be read; worth asking again.
            PermanentError: it reports an error that no repetition mends.
        """
        ...

    async def close(self) -> None:
        """Give back sockets."""
        ...


class BatchAccess(NamedTuple):
    """An open way to a model's batch API."""

    letters: Letters
    service: BatchService

    async def close(self) -> None:
        """Close the sockets."""
        await self.letters.close()
        await self.service.close()


def refuse_without_batches(model: Model) -> None:
    """Refuse a model whose protocol has no batch API.

    Raises:
        ConfigurationError: it has none.
    """
    protocol = model.endpoint.protocol
    if protocol not in PROTOCOLS:
        raise ConfigurationError(
            f"model {model.id}: {protocol} has no batch API here (only {', '.join(PROTOCOLS)}); "
            "run it without --batch"
        )


def connect_batches(model: Model, environ: Mapping[str, str] = os.environ) -> BatchAccess:
    """Return an open way to a model's batch API.

    Raises:
        ConfigurationError: there is none, a key or a package is missing, or the model says what
            cannot be sent.
    """
    refuse_without_batches(model)
    if model.endpoint.protocol in DIALECTS:
        return connect_chat(model, environ)
    return connect_other(model, environ)


def connect_chat(model: Model, environ: Mapping[str, str]) -> BatchAccess:
    """Return a way to the batches of a server that speaks OpenAI's chat protocol."""
    from porism.models.openai_chat import OpenAIChat, key_headers

    dialect = DIALECTS[model.endpoint.protocol]
    key, base = find_key(model, dialect.keys, environ), base_url(model, dialect.base_url)
    endpoint, query = "/v1/chat/completions", NO_QUERY
    if model.endpoint.protocol == "azure":
        endpoint = "/chat/completions"
        if dated := azure_version(model):
            base, query = base / "openai", {"api-version": dated}
    http = Http(
        base,
        key_headers(key, dialect),
        key,
        model.settings.timeout_s,
        find_proxy(base, environ),
        query,
    )
    service = OpenAIBatches(http, str(base / "batches"), endpoint)
    return BatchAccess(OpenAIChat(model, environ), service)


def connect_other(model: Model, environ: Mapping[str, str]) -> BatchAccess:
    """Return a way to the batches of a provider whose requests its own client writes."""
    from porism.models.providers import connect_provider

    letters = connect_provider(model, environ)
    from porism.models.providers.protocols import PROTOCOLS as PROVIDERS

    protocol = PROVIDERS[model.endpoint.protocol]
    key, base = find_key(model, protocol.keys, environ), base_url(model, protocol.base_url)
    secret, timeout_s, proxy = key.reveal(), model.settings.timeout_s, find_proxy(base, environ)
    service: BatchService
    match model.endpoint.protocol:
        case "anthropic":
            headers = {"x-api-key": secret, "anthropic-version": ANTHROPIC_VERSION}
            http = Http(base / "v1", headers, key, timeout_s, proxy)
            service = AnthropicBatches(http, str(base / "v1/messages/batches"))
        case "google":
            http = Http(base, {"x-goog-api-key": secret}, key, timeout_s, proxy)
            service = GoogleBatches(http, str(base / "v1beta/batches"), model.endpoint.model)
        case _:
            http = Http(base, {"Authorization": f"Bearer {secret}"}, key, timeout_s, proxy)
            service = OpenAIBatches(http, str(base / "batches"), "/v1/responses")
    return BatchAccess(letters, service)
