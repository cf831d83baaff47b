"""What attempts of a period cost."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from porism.report.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Spent:
    """What a model's attempts took."""

    model: str
    attempts: int
    output_tokens: int
    """Of the attempts that report them."""
    cost_usd: float
    """Of the attempts whose price was known."""
    unpriced: int
    """Attempts whose price was not."""


def spent(snapshot: Snapshot, since: datetime) -> list[Spent]:
    """Return what was spent after a moment, by model, the dearest first.

    Standing attempts are counted, also those that are out of standings since; imported ones
    are not, as they were paid for elsewhere.
    """
    import polars as pl

    asked = snapshot.attempts.filter(
        (pl.col("started_at") > since) & (pl.col("origin") != "imported")
    )
    sums = asked.group_by("model").agg(
        attempts=pl.len(),
        output_tokens=pl.col("output_tokens").sum(),
        cost_usd=pl.col("cost_usd").sum(),
        unpriced=pl.col("cost_usd").null_count(),
    )
    return [Spent(*row) for row in sums.sort(-pl.col("cost_usd"), "model").rows()]
