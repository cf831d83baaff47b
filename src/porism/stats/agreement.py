"""How far two rankings agree."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from porism.stats.tally import FloatArray


@dataclass(frozen=True, slots=True)
class Agreement:
    """Rank correlations of two lists of scores.

    Attributes:
        spearman: correlation of the ranks, in [-1, 1].
        kendall: tau-b: how many more pairs are in the same order than in opposite order.
        count: how many were ranked.
    """

    spearman: float
    kendall: float
    count: int


def agreement(first: ArrayLike, second: ArrayLike) -> Agreement:
    """Correlate the rankings by two lists of scores.

    Args:
        first: (models,) scores; ties share their rank.
        second: (models,) scores.

    Raises:
        ValueError: fewer than two models, scores that are not finite, or a list in which all
            are equal, which ranks nothing.
    Source: Spearman (1904); Kendall (1945) for tau-b.
    """
    from scipy.stats import kendalltau, spearmanr

    one, two = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if one.ndim != 1 or one.shape != two.shape or one.size < 2:
        raise ValueError(f"expected two lists of the same models, got {one.shape}, {two.shape}")
    if not (np.isfinite(one).all() and np.isfinite(two).all()):
        raise ValueError("scores must be finite to be ranked")
    if np.ptp(one) == 0 or np.ptp(two) == 0:
        raise ValueError("all scores of a list are equal: nothing to rank")
    spearman, kendall = spearmanr(one, two).statistic, kendalltau(one, two).statistic
    return Agreement(float(spearman), float(kendall), one.size)


def pairwise_agreement(scores: FloatArray, *, least: int = 3) -> dict[tuple[int, int], Agreement]:
    """Correlate the rankings of every two benchmarks over the models that both have.

    Args:
        scores: (models, benchmarks), NaN where a model has no score.
        least: models that two benchmarks must share.

    Returns:
        Agreement by pair of columns. Pairs that share too few models, or on which one of the
        two ranks nothing, are left out.
    Source: as :func:`agreement`.
    """
    found = {}
    for pair in combinations(range(scores.shape[1]), 2):
        both = scores[:, pair]
        both = both[~np.isnan(both).any(axis=1)]
        if len(both) >= max(least, 2) and np.ptp(both, axis=0).all():
            found[pair] = agreement(*both.T)
    return found
