"""Whether an endpoint fails so often that its results cannot be trusted."""

from __future__ import annotations

from typing import NamedTuple


class Stability(NamedTuple):
    """When an endpoint counts as unstable."""

    failure_share: float = 0.2
    requests: int = 50
    """No judgement before that many requests."""


class Health:
    """Counts one endpoint's requests and failures."""

    def __init__(self, stability: Stability) -> None:
        self._stability = stability
        self.requests = 0
        self.failures = 0

    def see(self, *, failed: bool) -> None:
        """Count a request."""
        self.requests += 1
        self.failures += failed

    @property
    def unstable(self) -> str:
        """Why the endpoint is unstable; empty if it is not."""
        if self.requests < self._stability.requests:
            return ""
        share = self.failures / self.requests
        if share <= self._stability.failure_share:
            return ""
        return (
            f"{share:.0%} of {self.requests} requests failed "
            f"(more than {self._stability.failure_share:.0%})"
        )
