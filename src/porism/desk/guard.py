"""What every request passes: the name it asks for, where it comes from, how large it is."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any

from porism.desk.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Headers = Mapping[str, str]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 256 * 1024
"""Bytes of a form."""
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # With "no-referrer" browsers would send forms with the origin "null".
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
SAFE = frozenset(["GET", "HEAD", "OPTIONS"])


class TooLarge(Exception):  # noqa: N818 - never leaves this module
    """A body that turned out larger than it may be."""


class Guard:
    """Lets requests through to the app, and its answers out with the headers that they need.

    Another site's page can make a browser send requests here, under a name that it has bound
    to this address; it can forge neither the name asked for nor the origin told.

    Args:
        app: what is guarded.
        settings: by which names it is known.
    """

    def __init__(self, app: App, settings: Settings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        told = told_in(scope)
        refused = self._objection(scope["method"], told)
        if refused is not None:
            await refuse(send, told, *refused)
            return
        body = Body(receive)

        async def answer(message: Message) -> None:
            if not body.too_large:
                await send(self._with_headers(message))

        with suppress(TooLarge):
            await self._app(scope, body, answer)
        if body.too_large:
            await refuse(send, told, 413, TOO_LARGE)

    def _objection(self, method: str, told: Headers) -> tuple[int, str] | None:
        """Return why a request is not let through, with its status."""
        host = told.get("host", "").lower()
        if host not in self._settings.names:
            return 421, "This desk is not known by the name that you asked for."
        if method not in SAFE and not comes_from(host, told):
            return 403, "This request did not come from a page of the desk; nothing was done."
        length = told.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > LARGEST_BODY:
            return 413, TOO_LARGE
        return None

    def _with_headers(self, message: Message) -> Message:
        if message["type"] != "http.response.start":
            return message
        headers = list(message.get("headers", ()))
        known = {name.lower() for name, _ in headers}
        more = HEADERS | (
            {"strict-transport-security": "max-age=31536000"} if self._settings.https else {}
        )
        headers += [
            (name.encode(), value.encode())
            for name, value in more.items()
            if name.encode() not in known
        ]
        return {**message, "headers": headers}


REFUSED = "The desk refuses this request"
TOO_LARGE = (
    f"What you sent is larger than {LARGEST_BODY // 1024} KiB; nothing was saved. Shorten it."
)


def told_in(scope: Scope) -> dict[str, str]:
    """Return the headers of a request."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def comes_from(host: str, told: Headers) -> bool:
    """Tell whether a request was made by a page of the host that it is sent to."""
    if "origin" in told:
        return told["origin"].lower() in {f"http://{host}", f"https://{host}"}
    return told.get("sec-fetch-site") == "same-origin"


def asks_json(told: Headers) -> bool:
    """Tell whether a script asks, which shows what it gets itself."""
    return told.get("accept", "").startswith("application/json")


class Body:
    """Hands out a body until it is too large, whatever its head said.

    Args:
        receive: where it comes from.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive, self._size = receive, 0

    @property
    def too_large(self) -> bool:
        """Whether more came than may."""
        return self._size > LARGEST_BODY

    async def __call__(self) -> Message:
        """Hand out the next part."""
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self.too_large:
            raise TooLarge
        return message


async def refuse(send: Send, told: Headers, status: int, why: str) -> None:
    """Answer with one line, or with what scripts read."""
    kind, body = "text/plain; charset=utf-8", f"{why}\n".encode()
    if asks_json(told):
        kind = "application/json"
        body = json.dumps({"saved": False, "title": REFUSED, "advice": why}).encode()
    head = [("content-type", kind), *HEADERS.items()]
    head += [("content-length", str(len(body))), ("connection", "close")]
    headers = [(name.encode(), value.encode()) for name, value in head]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
