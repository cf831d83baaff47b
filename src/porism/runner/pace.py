"""Keeping to what a provider allows: requests in flight, requests and tokens a minute."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from porism.core import Limits


class Bucket:
    """Lets so many units through a minute, evenly, with a burst of one second's worth."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_s = per_minute / 60
        self._burst = max(1.0, self._per_s)
        self._clock = clock
        self._level, self._at = self._burst, clock()

    def take(self, units: float) -> float:
        """Take units and return how long to wait before using them, in seconds."""
        now = self._clock()
        self._level = min(self._burst, self._level + max(0.0, now - self._at) * self._per_s)
        self._at = now
        self._level -= units
        return max(0.0, -self._level / self._per_s)

    def give(self, units: float) -> None:
        """Correct an estimate afterwards: give back what was not used, or take what was."""
        self._level = min(self._burst, self._level + units)


class Pace:
    """The slots and buckets of one model."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.concurrency = limits.concurrency
        self.slots = asyncio.Semaphore(limits.concurrency)
        by_request, by_token = limits.requests_per_minute, limits.tokens_per_minute
        self._requests = Bucket(by_request, clock) if by_request else None
        self._tokens = Bucket(by_token, clock) if by_token else None

    async def wait(self, tokens: float) -> None:
        """Wait for our turn to make a request that is expected to take that many tokens."""
        waits = [
            self._requests.take(1) if self._requests else 0.0,
            self._tokens.take(tokens) if self._tokens else 0.0,
        ]
        if max(waits) > 0:
            await asyncio.sleep(max(waits))

    def settle(self, expected: float, used: float) -> None:
        """Say how many tokens a request really took."""
        if self._tokens:
            self._tokens.give(expected - used)
