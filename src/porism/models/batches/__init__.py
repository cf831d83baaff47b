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
from porism.models.batches.http import Http
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
from porism.models.chat_dialects import DIALECTS, base_url
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

PROTOCOLS = ("openai", "openai-compatible", "openai-responses", "anthropic")
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
    match model.endpoint.protocol:
        case "openai-responses" | "anthropic" as protocol:
            from porism.models.providers import connect_provider

            letters: Letters = connect_provider(model, environ)
            from porism.models.providers.protocols import PROTOCOLS as PROVIDERS

            keys, usual = PROVIDERS[protocol].keys, PROVIDERS[protocol].base_url
        case protocol:
            from porism.models.openai_chat import OpenAIChat

            letters = OpenAIChat(model, environ)
            keys, usual = DIALECTS[protocol].keys, DIALECTS[protocol].base_url or ""
    key, base = find_key(model, keys, environ), base_url(model, usual or None)
    secret = key.reveal()
    if protocol == "anthropic":
        headers = {"x-api-key": secret, "anthropic-version": ANTHROPIC_VERSION}
        http = Http(base / "v1", headers, key, model.settings.timeout_s, find_proxy(base, environ))
        return BatchAccess(letters, AnthropicBatches(http, str(base / "v1/messages/batches")))
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    http = Http(base, headers, key, model.settings.timeout_s, find_proxy(base, environ))
    endpoint = "/v1/responses" if protocol == "openai-responses" else "/v1/chat/completions"
    return BatchAccess(letters, OpenAIBatches(http, str(base / "batches"), endpoint))
