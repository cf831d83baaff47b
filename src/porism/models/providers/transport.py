"""What the providers' own clients send and receive, over aiohttp and to the byte.

The clients of OpenAI, Anthropic and Google take any httpx2 transport. This one gives them
the same sockets as the lean protocol has (their own pool looks through all connections for
every request) and writes down what passed. It knows nothing of retries: one call of a
client that would send a second request after a failure is told that it failed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime

import aiohttp
import httpx2
from yarl import URL

from porism.core import Exchange
from porism.errors import EndpointError
from porism.models import failures
from porism.models.keys import Key
from porism.models.wire import open_session, read_body

_REQUEST_IDS = ("request-id", "x-request-id")
_ASIDE = frozenset({"host", "connection", "content-length", "transfer-encoding", "accept-encoding"})
"""Headers that aiohttp writes itself; nothing is sent compressed, so that bytes are bytes."""


@dataclass(slots=True)
class Record:
    """What passed over the wire in one call of a client."""

    exchanges: list[Exchange] = field(default_factory=list)
    """Mostly one; Google's client goes on by itself where a long answer is cut in pieces."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Of the last response."""
    failure: EndpointError | None = None
    """How the last request failed."""


_record: ContextVar[Record] = ContextVar("record")


@contextmanager
def recording() -> Iterator[Record]:
    """Write down what the current task sends and receives."""
    record = Record()
    token = _record.set(record)
    try:
        yield record
    finally:
        _record.reset(token)


class AiohttpTransport(httpx2.AsyncBaseTransport):
    """An httpx2 transport over one aiohttp session."""

    def __init__(self, key: Key, timeout_s: float, proxy: URL | None) -> None:
        self._key, self._timeout_s, self._proxy = key, timeout_s, proxy
        self._session: aiohttp.ClientSession | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request and read the whole response, streamed or not."""
        record = _record.get()
        if record.failure is not None:
            raise httpx2.TransportError("a failed request is not repeated here")
        body = await request.aread()
        started_at, start_s = datetime.now(UTC), time.monotonic()
        try:
            async with self._open().request(
                request.method,
                URL(str(request.url), encoded=True),
                data=body,
                headers=_sent_headers(request),
                allow_redirects=False,
            ) as response:
                raw = self._key.redact(await read_body(response))
        except (aiohttp.ClientError, OSError) as error:
            record.failure = failures.from_exception(error)
            raise httpx2.TransportError(str(record.failure)) from error
        except EndpointError as error:
            record.failure = error
            raise
        record.headers = response.headers
        if response.status != 200:
            record.failure = failures.from_response(response.status, response.headers, raw)
        record.exchanges.append(
            Exchange(
                url=str(request.url),
                request=body,
                response=raw,
                status=response.status,
                started_at=started_at,
                duration_s=time.monotonic() - start_s,
                request_id=next((v for n in _REQUEST_IDS if (v := response.headers.get(n))), ""),
            )
        )
        return httpx2.Response(
            response.status,
            headers=[(n, v) for n, v in response.headers.items() if n.lower() not in _ASIDE],
            content=_readable(raw),
            request=request,
        )

    async def aclose(self) -> None:
        """Close the sockets."""
        if self._session is not None:
            await self._session.close()

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = open_session(self._timeout_s, self._proxy)
        return self._session


def _sent_headers(request: httpx2.Request) -> dict[str, str]:
    kept = {name: value for name, value in request.headers.items() if name not in _ASIDE}
    return {**kept, "accept-encoding": "identity"}


def _readable(raw: bytes) -> bytes:
    """Return bytes that every client can decode: an answer that was paid for is kept."""
    return raw if raw.isascii() else raw.decode("utf-8", "replace").encode()
