"""Which ranks on a benchmark the data allow, and who cannot be told apart."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from porism.report.scores import Scores
from porism.stats.ranks import rank_models

SEED = 0
"""Of the random signs where a test is not exact: the same standings again."""


class RankRange(NamedTuple):
    """What is known of a model's rank."""

    low: int
    """Best rank that the tests allow, for all models at once at 95 %."""
    high: int
    """Worst one."""
    tied_with: tuple[str, ...]
    """Models that no test tells apart from it, the best first."""


def rank_ranges(scores: Scores, models: Collection[str]) -> dict[str, RankRange]:
    """Test every two of some models on the problems that both were run on.

    Args:
        scores: of one benchmark.
        models: who takes part.
    """
    chosen = np.isin(scores.models, list(models))
    if not chosen.any():
        return {}
    part = scores.part(chosen, np.ones(len(scores.problems), dtype=np.bool_))
    ranking = rank_models(part.tally, rng=np.random.default_rng(SEED))
    return {
        model: RankRange(
            int(ranking.low[n]),
            int(ranking.high[n]),
            tuple(part.models[other] for other in ranking.tied_with(n)),
        )
        for n, model in enumerate(part.models)
    }
