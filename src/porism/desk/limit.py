"""How often somebody may try to sign in."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

TRIES = 10
"""Failures of one address within the window."""
ALL_TRIES = 200
"""Failures of all addresses together."""
WINDOW_S = 300.0


class Limit:
    """Counts failures within a window, of each address and of all.

    Args:
        clock: tells seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._failures: deque[tuple[float, str]] = deque(maxlen=ALL_TRIES)

    def wait_s(self, address: str) -> float:
        """Return how long an address has to wait before it may try, in seconds."""
        now = self._clock()
        with self._lock:
            while self._failures and self._failures[0][0] <= now - WINDOW_S:
                self._failures.popleft()
            mine = [at for at, who in self._failures if who == address]
            if len(mine) >= TRIES:
                return mine[-TRIES] + WINDOW_S - now
            full = len(self._failures) >= ALL_TRIES
            return self._failures[0][0] + WINDOW_S - now if full else 0.0

    def failed(self, address: str) -> None:
        """Note a failure."""
        with self._lock:
            self._failures.append((self._clock(), address))
