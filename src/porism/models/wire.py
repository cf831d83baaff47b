"""The sockets under every connection: one aiohttp session a model, whole bodies, bounded."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from importlib.metadata import version

import aiohttp
from yarl import URL

from porism.errors import PermanentError

LARGEST_RESPONSE = 256 * 2**20
"""Bytes after which a response is given up."""
USER_AGENT = f"porism/{version('porism')}"

_CONNECT_S = 60.0


def open_session(
    timeout_s: float, proxy: URL | None, headers: Mapping[str, str] | None = None
) -> aiohttp.ClientSession:
    """Return a session without limits of its own; whoever asks decides on how many at once.

    It has to be made inside the event loop that uses it.

    Args:
        timeout_s: how long one request may take, in seconds.
        proxy: through which to go, if any.
        headers: sent with every request.
    """
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0, socket_factory=_kept_alive),
        cookie_jar=aiohttp.DummyCookieJar(),
        headers=headers,
        timeout=aiohttp.ClientTimeout(total=timeout_s, sock_connect=min(_CONNECT_S, timeout_s)),
        proxy=proxy,
    )


def find_proxy(url: URL, environ: Mapping[str, str]) -> URL | None:
    """Return the proxy that ``https_proxy``, ``all_proxy`` and their kin name for an address.

    This machine itself is never asked through a proxy.
    """
    host = url.host or ""
    proxies = {
        name.lower().removesuffix("_proxy"): value
        for name, value in environ.items()
        if name.lower().endswith("_proxy") and value
    }
    if _is_this_machine(host) or _is_excepted(host, proxies.get("no", "")):
        return None
    proxy = proxies.get(url.scheme) or proxies.get("all")
    return URL(proxy) if proxy else None


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_excepted(host: str, exceptions: str) -> bool:
    names = (name.strip().lower().lstrip(".") for name in exceptions.split(","))
    return any(name in {"*", host} or host.endswith(f".{name}") for name in names if name)


async def read_body(response: aiohttp.ClientResponse) -> bytes:
    """Read a whole body.

    Raises:
        PermanentError: it is longer than :data:`LARGEST_RESPONSE`.
    """
    chunks = []
    size = 0
    while chunk := await response.content.readany():
        chunks.append(chunk)
        size += len(chunk)
        if size > LARGEST_RESPONSE:
            response.close()
            raise PermanentError(f"the response passed {LARGEST_RESPONSE} bytes", status=200)
    return b"".join(chunks)


def _kept_alive(address: aiohttp.AddrInfoType) -> socket.socket:
    """Open a socket that routers do not forget while a model thinks for an hour."""
    family, kind, protocol, _, _ = address
    opened = socket.socket(family, kind, protocol)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 60), ("TCP_KEEPCNT", 5)):
        if hasattr(socket, option):
            opened.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
    return opened
