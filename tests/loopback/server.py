"""The server: raw HTTP/1.1, so that it can break every rule and costs next to nothing."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Protocol, Self

from tests.loopback import dialects
from tests.loopback.say import Say


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as it arrived."""

    number: int
    """First, second, third ... request, from 1."""
    at: float
    """Seconds since the epoch."""
    method: str
    path: str
    """With the query."""
    head: bytes = field(repr=False)
    body: bytes = field(repr=False)

    @property
    def headers(self) -> dict[str, str]:
        """The headers, names in small letters."""
        lines = self.head.decode("latin-1").split("\r\n")[1:]
        pairs = (line.partition(":") for line in lines if line)
        return {name.lower(): value.strip() for name, _, value in pairs}

    @property
    def json(self) -> Any:
        """The body, parsed."""
        return json.loads(self.body)


class Answerer(Protocol):
    """Whoever decides what a server answers."""

    def __call__(self, seen: Seen) -> Say: ...


class Loopback:
    """A server that answers what it is told and keeps all that it saw and sent.

    Args:
        says: the answers, in order; the last one is repeated.
        answerer: decides in their place.
        on_sent: told the request and the status once an answer has been written.
    """

    def __init__(
        self,
        *says: Say,
        answerer: Answerer | None = None,
        on_seen: Callable[[Seen], None] | None = None,
        on_sent: Callable[[Seen, int], None] | None = None,
        keep: bool = True,
    ) -> None:
        self.seen: list[Seen] = []
        self.sent: list[bytes] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self.connections = 0
        """How many were ever opened."""
        self._says = deque(says or (Say(),))
        self._answerer = answerer or self._next_say
        self._on_seen, self._on_sent, self._keep = on_seen, on_sent, keep
        self._number = 0
        self._open: set[_Connection] = set()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self, port: int = 0) -> None:
        """Listen; port 0 lets the system choose."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: _Connection(self), "127.0.0.1", port, backlog=4096
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Stop listening and drop every connection."""
        self._server.close()
        for connection in list(self._open):
            connection.drop()
        await self._server.wait_closed()

    @property
    def address(self) -> str:
        """Address of the server without a path."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def base_url(self) -> str:
        """Address in the form that OpenAI's clients want."""
        return f"{self.address}/v1"

    def say(self, *says: Say) -> None:
        """Replace the answers that are still to come."""
        self._says = deque(says)

    def _next_say(self, seen: Seen) -> Say:
        return self._says.popleft() if len(self._says) > 1 else self._says[0]

    def arrived(self, method: str, path: str, head: bytes, body: bytes) -> tuple[Seen, Say]:
        """Note a request and decide on its answer."""
        self._number += 1
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        seen = Seen(self._number, time.time(), method, path, head, body)
        if self._keep:
            self.seen.append(seen)
        if self._on_seen:
            self._on_seen(seen)
        return seen, self._answerer(seen)

    def answered(self, seen: Seen, status: int, body: bytes) -> None:
        """Note what was sent."""
        if self._keep:
            self.sent.append(body)
        if self._on_sent:
            self._on_sent(seen, status)


class _Connection(asyncio.Protocol):
    """One client's connection; requests follow one another on it."""

    def __init__(self, server: Loopback) -> None:
        self._server = server
        self._buffer = b""
        self._pending: asyncio.TimerHandle | None = None
        self._busy = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: asyncio.Transport = transport  # type: ignore[assignment]
        self._server.connections += 1
        self._server._open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._server._open.discard(self)
        if self._pending:
            self._pending.cancel()
        self._done()

    def drop(self) -> None:
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = self._buffer[:end]
        stop = end + 4 + _content_length(head)
        if len(self._buffer) < stop:
            return
        body, self._buffer = self._buffer[end + 4 : stop], self._buffer[stop:]
        method, path, _ = head.split(b" ", 2)
        self._busy = True
        seen, say = self._server.arrived(method.decode(), path.decode(), head, body)
        if say.hang:
            return
        if say.delay_s:
            loop = asyncio.get_running_loop()
            self._pending = loop.call_later(say.delay_s, self._answer, seen, say)
        else:
            self._answer(seen, say)

    def _answer(self, seen: Seen, say: Say) -> None:
        body = dialects.body(seen.path, seen.body, say)
        cut, pause = say.cut_after, say.pause_after
        first = next((end for end in (cut, pause) if end is not None), len(body))
        if cut != -1:
            self._transport.write(_head(say, len(body)) + body[:first])
        self._server.answered(seen, say.status, body)
        if cut is not None:
            self._transport.close()
        elif pause is not None:
            loop = asyncio.get_running_loop()
            self._pending = loop.call_later(say.pause_s, self._transport.write, body[pause:])
        self._done()

    def _done(self) -> None:
        if self._busy:
            self._busy = False
            self._server.in_flight -= 1


def _content_length(head: bytes) -> int:
    at = head.lower().find(b"\r\ncontent-length:")
    return 0 if at < 0 else int(head[at + 17 :].split(b"\r\n", 1)[0])


def _head(say: Say, length: int) -> bytes:
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(length),
        "x-request-id": "req_loopback",
        "request-id": "req_loopback",
        **say.headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {say.status} {_PHRASES.get(say.status, 'Odd')}\r\n{lines}\r\n".encode()


_PHRASES = {status.value: status.phrase for status in HTTPStatus}
