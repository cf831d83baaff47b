"""Counts that are made anew each time where that is quick, and kept for a while where it is not."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")
QUICK_S = 0.05
TIMES_KEPT = 10
"""How many times as long as it took to make it, a dear count is kept."""
MOST = 256


class Kept(Generic[T]):
    """Remembers what was dear to find.

    Args:
        clock: tells seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._found: dict[Hashable, tuple[float, T]] = {}

    def get(self, key: Hashable, find: Callable[[], T]) -> T:
        """Return what was found a moment ago, or find it."""
        began = self._clock()
        with self._lock:
            until, value = self._found.get(key, (began, None))
        if value is not None and began < until:
            return value
        found = find()
        took = self._clock() - began
        with self._lock:
            if len(self._found) >= MOST:
                self._found.clear()
            until = self._clock() + (took * TIMES_KEPT if took > QUICK_S else 0)
            self._found[key] = (until, found)
        return found
