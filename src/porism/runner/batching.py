"""How a run goes through a batch API."""

from __future__ import annotations

from dataclasses import dataclass

from porism.runner.backoff import Backoff


@dataclass(frozen=True, slots=True)
class Batching:
    """How a run goes through a batch API."""

    size: int | None = None
    """Most requests in one batch; the provider's own limit without it."""
    wait: bool = True
    """Stay until all batches have ended."""
    then_direct: bool = False
    """Ask directly, at the full price, what batches leave unanswered; a next batch without it."""
    poll: Backoff = Backoff(first_s=5, factor=1.5, most_s=120)
    """How long between two looks."""
    settle_s: float = 60
    """How long after it was made a batch may still turn up at the provider, in seconds."""
