"""Opening a desk: where it listens, and what it is called."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence

import uvicorn

from porism.desk.app import make_app
from porism.desk.settings import Settings
from porism.errors import ConfigurationError
from porism.store import Store

HOST = "127.0.0.1"
OWN = ("127.0.0.1", "localhost", "[::1]")


def names_of(host: str, port: int, names: Sequence[str]) -> tuple[str, ...]:
    """Return what browsers may call the desk.

    Args:
        host: the address that it listens on.
        port: likewise.
        names: more hosts, with their ports where these are not the usual ones.

    Raises:
        ConfigurationError: it listens on all addresses, and none is named.
    """
    if host in {"0.0.0.0", "::"} and not names:  # noqa: S104 - compared, not bound
        raise ConfigurationError(
            f"a desk that listens on {host} has to be told what people call it: "
            "--name desk.example.org"
        )
    own = [f"{name}:{port}" for name in (*OWN, bracketed(host))]
    more = [form for name in names for form in (name, f"{name}:{port}")]
    return tuple(dict.fromkeys(name.lower() for name in (*own, *more)))


def bracketed(host: str) -> str:
    """Return a host as addresses of pages have it."""
    return f"[{host}]" if ":" in host else host


def is_own(host: str) -> bool:
    """Tell whether an address can be reached from this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens, so that from now on nobody is turned away.

    Raises:
        ConfigurationError: the address cannot be used.
    """
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen()
    except OSError as error:
        made.close()
        raise ConfigurationError(
            f"{host}:{port} cannot be used ({error.strerror}); name another with --port or --host"
        ) from error
    return made


def server_of(store: Store, settings: Settings) -> uvicorn.Server:
    """Return a server of a desk; ``server.run(sockets=[...])`` runs it until Ctrl-C."""
    config = uvicorn.Config(
        make_app(store, settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        timeout_graceful_shutdown=10,
        limit_concurrency=200,
        h11_max_incomplete_event_size=32 * 1024,
    )
    return uvicorn.Server(config)
