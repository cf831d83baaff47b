"""A site of a store that is still being written to, for the people who write."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

from porism.core import Claim
from porism.errors import ConfigurationError, UserError
from porism.report.claims import answered
from porism.report.snapshot import last_moment, take_snapshot
from porism.site.build import Built, build_site
from porism.site.settings import Settings
from porism.store import Store

HOST = "127.0.0.1"
"""Nobody else's browser can ask: what is shown may not be ready for the world."""


@dataclass
class Live:
    """A site that follows a store.

    Attributes:
        store: what is shown.
        folder: where its pages are.
        settings: what the store does not know.
        claims: reads what providers claim.
        shown: the last writing and the claims that pages show.
    """

    store: Store
    folder: Path
    settings: Settings = Settings()
    claims: Callable[[], tuple[Claim, ...]] = tuple
    shown: tuple[datetime, tuple[Claim, ...]] | None = None

    def refresh(self) -> Built | None:
        """Build what changed since the last time; ``None`` where nothing did.

        Raises:
            StoreError: the store is empty or cannot be read.
            DefinitionError: the claims cannot be read.
            ConfigurationError: the folder cannot be written.
        """
        moment = last_moment(self.store)
        now = moment, answered(self.claims(), self.store, moment)
        if now == self.shown:
            return None
        with TemporaryDirectory(prefix="porism-snapshot-") as made:
            snapshot = Path(made) / "snapshot"
            take_snapshot(self.store, snapshot, moment, claims=now[1])
            built = build_site(snapshot, self.folder, self.settings)
        self.shown = now
        return built

    def follow(self, stop: threading.Event, every_s: float) -> None:
        """Refresh again and again until told to stop."""
        while not stop.wait(every_s):
            with suppress(UserError):  # a store that is busy, a full disk: next time perhaps
                self.refresh()


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder quietly, and lets browsers keep nothing."""

    def end_headers(self) -> None:
        """Say how the page is to be treated."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""


def server_of(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a folder, which listens on this machine alone.

    Raises:
        ConfigurationError: the port is taken.
    """
    try:
        return ThreadingHTTPServer((HOST, port), partial(Handler, directory=str(folder)))
    except OSError as error:
        raise ConfigurationError(
            f"port {port} cannot be used ({error.strerror}); name another with --port"
        ) from error
