"""OpenAI-compatible chat servers: vLLM, SGLang, llama.cpp, Ollama, gateways.

The one protocol that is our own, because bulk runs go through it: one aiohttp session, a
fast JSON library, nothing else between a message and the wire. The named providers, with
their many dialects, go through :mod:`porism.models.providers`.

Answers are not streamed: a reply is one JSON document, read once. The price is that
nothing travels while the model thinks; connections are kept alive by TCP, but a gateway
that cuts silent requests off has to be told to wait (or is asked anew: a cut connection
is a transient failure).
"""

from __future__ import annotations

import socket
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version

import aiohttp
import orjson
from yarl import URL

from porism.core import Exchange, Message, Model, Reply, Tool
from porism.errors import ConfigurationError, PermanentError
from porism.models import chat_format, failures
from porism.models.connection import Asking
from porism.models.keys import Key

LARGEST_RESPONSE = 256 * 2**20
"""Bytes after which a response is given up."""

_OURS = frozenset({"messages", "model", "n", "stream", "tools"})


class OpenAIChat:
    """A connection to one OpenAI-compatible chat server.

    Raises:
        ConfigurationError: the model's base_url or settings cannot be sent.
    """

    def __init__(self, model: Model, key: Key) -> None:
        self._key = key
        self._url = endpoint_url(model, "chat/completions")
        self._fixed = _fixed_fields(model)
        self._timeout_s = model.settings.timeout_s
        self._session: aiohttp.ClientSession | None = None

    async def ask(
        self, messages: Sequence[Message], asking: Asking, tools: Sequence[Tool] = ()
    ) -> Reply:
        """Make one request and return its reply; see :class:`Connection`."""
        body = self._body(messages, tools)
        started_at, start_s = datetime.now(UTC), time.monotonic()
        try:
            async with self._open().post(self._url, data=body, allow_redirects=False) as response:
                raw = self._key.redact(await _read(response))
        except (aiohttp.ClientError, OSError) as error:
            raise failures.from_exception(error) from error
        duration_s = time.monotonic() - start_s
        if response.status != 200:
            raise failures.from_response(response.status, response.headers, raw)
        answer = chat_format.read_answer(raw, response.headers)
        return Reply(
            message=answer.message,
            finish=answer.finish,
            finish_reason=answer.finish_reason,
            usage=answer.usage,
            served_model=answer.served_model,
            fingerprint=answer.fingerprint,
            exchange=Exchange(
                url=str(self._url),
                request=body,
                response=raw,
                status=response.status,
                started_at=started_at,
                duration_s=duration_s,
                request_id=response.headers.get("x-request-id", ""),
            ),
        )

    async def close(self) -> None:
        """Close the sockets."""
        if self._session is not None:
            await self._session.close()

    def _body(self, messages: Sequence[Message], tools: Sequence[Tool]) -> bytes:
        fields = {**self._fixed, "messages": chat_format.message_fields(messages)}
        if tools:
            fields["tools"] = chat_format.tool_fields(tools)
        return orjson.dumps(fields)

    def _open(self) -> aiohttp.ClientSession:
        """Return the session, which has to be made inside the event loop that uses it."""
        if self._session is None:
            self._session = _new_session(self._key, self._timeout_s)
        return self._session


def endpoint_url(model: Model, path: str) -> URL:
    """Return the address of a path below a model's base_url.

    Raises:
        ConfigurationError: there is no base_url, or it is not one that can be stored.
    """
    base = model.endpoint.base_url
    if base is None:
        raise ConfigurationError(
            f"model {model.id}: {model.endpoint.protocol} needs endpoint.base_url, "
            "e.g. http://localhost:8000/v1"
        )
    try:
        url = URL(base)
    except ValueError as error:
        raise ConfigurationError(f"model {model.id}: base_url {base!r}: {error}") from None
    if url.user or url.password or url.query:
        raise ConfigurationError(
            f"model {model.id}: base_url may hold neither a password nor a query; "
            "name the environment variable of the key in endpoint.key_env"
        )
    if url.scheme not in {"http", "https"} or not url.host:
        raise ConfigurationError(
            f"model {model.id}: base_url {base!r} is not an address like http://localhost:8000/v1"
        )
    return url.joinpath(path)


def _fixed_fields(model: Model) -> dict[str, object]:
    """Return what every request says; what the settings leave out is not sent."""
    settings = model.settings
    if settings.reasoning_budget is not None:
        raise ConfigurationError(
            f"model {model.id}: servers have no common field for reasoning_budget; "
            "put your server's own into settings.extra_body"
        )
    if taken := _OURS & settings.extra_body.keys():
        raise ConfigurationError(
            f"model {model.id}: extra_body may not set {', '.join(sorted(taken))}"
        )
    known = {
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        "max_tokens": settings.max_tokens,
        "reasoning_effort": settings.reasoning_effort,
    }
    given = {name: value for name, value in known.items() if value is not None}
    return {"model": model.endpoint.model, **given, **settings.extra_body}


def _new_session(key: Key, timeout_s: float) -> aiohttp.ClientSession:
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "Accept-Encoding": "identity",  # the stored response is what travelled
        "User-Agent": f"porism/{version('porism')}",
    }
    if key.reveal():
        headers["Authorization"] = f"Bearer {key.reveal()}"
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0, socket_factory=_kept_alive),
        cookie_jar=aiohttp.DummyCookieJar(),
        headers=headers,
        timeout=aiohttp.ClientTimeout(total=timeout_s, sock_connect=min(60, timeout_s)),
    )


def _kept_alive(address: aiohttp.AddrInfoType) -> socket.socket:
    """Open a socket that routers do not forget while a model thinks for an hour."""
    family, kind, protocol, _, _ = address
    opened = socket.socket(family, kind, protocol)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 60), ("TCP_KEEPCNT", 5)):
        if hasattr(socket, option):
            opened.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
    return opened


async def _read(response: aiohttp.ClientResponse) -> bytes:
    """Read a whole body, up to :data:`LARGEST_RESPONSE`."""
    chunks = []
    size = 0
    while chunk := await response.content.readany():
        chunks.append(chunk)
        size += len(chunk)
        if size > LARGEST_RESPONSE:
            response.close()
            raise PermanentError(f"the response passed {LARGEST_RESPONSE} bytes", status=200)
    return b"".join(chunks)
