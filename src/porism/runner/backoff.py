"""How long to wait before asking again."""

from __future__ import annotations

from random import Random
from typing import NamedTuple


class Backoff(NamedTuple):
    """Capped exponential waiting with full jitter, which spreads those who failed together."""

    first_s: float = 0.5
    factor: float = 2
    most_s: float = 60
    longest_asked_s: float = 600
    """A provider may ask for this much and no more."""

    def wait_s(self, failures: int, asked_s: float | None, rng: Random) -> float:
        """Return the wait after that many failures in a row, in seconds.

        Args:
            failures: 1 after the first.
            asked_s: what the provider asked for (Retry-After); we never come back sooner.
            rng: the source of jitter.
        """
        ceiling = min(self.most_s, self.first_s * self.factor ** min(failures - 1, 64))
        jitter = ceiling * rng.uniform(0.5, 1)
        if asked_s is None:
            return jitter
        return min(asked_s, self.longest_asked_s) + jitter * rng.random()
