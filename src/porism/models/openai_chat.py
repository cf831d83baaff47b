"""OpenAI's chat protocol: OpenAI itself, Azure, and the many that speak it too.

The one protocol that is our own, because bulk runs go through it: one aiohttp session, a
fast JSON library, nothing else between a message and the wire. It serves local servers
(vLLM, SGLang, llama.cpp, Ollama), gateways and the providers in
:mod:`porism.models.chat_dialects` alike; ``docs/decisions/0002-chat-providers.md`` says why
the latter do not go through pydantic-ai.

Answers are not streamed: a reply is one JSON document, read once. The price is that
nothing travels while the model thinks; connections are kept alive by TCP, but a gateway
that cuts silent requests off has to be told to wait (or is asked anew: a cut connection
is a transient failure).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import aiohttp
import orjson

from porism.core import Exchange, Message, Model, Reply, Tool
from porism.models import chat_format, failures
from porism.models.chat_dialects import DIALECTS, Dialect, chat_url, fixed_fields
from porism.models.connection import Asking
from porism.models.keys import Key, find_key
from porism.models.wire import USER_AGENT, find_proxy, open_session, read_body


class OpenAIChat:
    """A connection to one chat server.

    Raises:
        ConfigurationError: the key is missing, or the model says what cannot be sent.
    """

    def __init__(self, model: Model, environ: Mapping[str, str]) -> None:
        self._dialect = DIALECTS[model.endpoint.protocol]
        self._key = find_key(model, self._dialect.keys, environ)
        self._url = chat_url(model, self._dialect)
        self._fixed = fixed_fields(model, self._dialect)
        self._timeout_s = model.settings.timeout_s
        self._proxy = find_proxy(self._url, environ)
        self._session: aiohttp.ClientSession | None = None

    async def ask(
        self, messages: Sequence[Message], asking: Asking, tools: Sequence[Tool] = ()
    ) -> Reply:
        """Make one request and return its reply; see :class:`Connection`."""
        body = self._body(messages, tools)
        started_at, start_s = datetime.now(UTC), time.monotonic()
        try:
            async with self._open().post(self._url, data=body, allow_redirects=False) as response:
                raw = self._key.redact(await read_body(response))
        except (aiohttp.ClientError, OSError) as error:
            raise failures.from_exception(error) from error
        duration_s = time.monotonic() - start_s
        if response.status != 200:
            raise failures.from_response(response.status, response.headers, raw)
        exchange = Exchange(
            url=str(self._url),
            request=body,
            response=raw,
            status=response.status,
            started_at=started_at,
            duration_s=duration_s,
            request_id=response.headers.get("x-request-id", ""),
        )
        return _reply(chat_format.read_answer(raw, response.headers), exchange)

    async def write(self, messages: Sequence[Message]) -> bytes:
        """Return the body of a request, for a batch; see :class:`Letters`."""
        return self._body(messages, ())

    def read(self, body: bytes, exchange: Exchange) -> Reply:
        """Read the body of an answer that came in a batch; see :class:`Letters`."""
        return _reply(chat_format.read_answer(body, {}), exchange)

    async def close(self) -> None:
        """Close the sockets."""
        if self._session is not None:
            await self._session.close()

    def _body(self, messages: Sequence[Message], tools: Sequence[Tool]) -> bytes:
        fields = {**self._fixed, "messages": chat_format.message_fields(messages)}
        if tools:
            fields["tools"] = chat_format.tool_fields(tools)
        # A copy without the slack of several thousand bytes that orjson's buffer has.
        return memoryview(orjson.dumps(fields)).tobytes()

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = open_session(
                self._timeout_s, self._proxy, _headers(self._key, self._dialect)
            )
        return self._session


def _reply(answer: chat_format.Answer, exchange: Exchange) -> Reply:
    return Reply(
        message=answer.message,
        finish=answer.finish,
        finish_reason=answer.finish_reason,
        usage=answer.usage,
        served_model=answer.served_model,
        fingerprint=answer.fingerprint,
        exchange=exchange,
    )


def _headers(key: Key, dialect: Dialect) -> Mapping[str, str]:
    return {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "Accept-Encoding": "identity",  # the stored response is what travelled
        "User-Agent": USER_AGENT,
        **key_headers(key, dialect),
    }


def key_headers(key: Key, dialect: Dialect) -> Mapping[str, str]:
    """Return the header that carries the key; none where there is no key."""
    secret = key.reveal()
    if not secret:
        return {}
    bearer = dialect.key_header == "Authorization"
    return {dialect.key_header: f"Bearer {secret}" if bearer else secret}
