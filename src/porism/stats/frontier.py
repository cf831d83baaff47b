"""Who gives the most for the least: Pareto frontiers of score and cost or tokens."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def frontier(amount: ArrayLike, score: ArrayLike) -> NDArray[np.intp]:
    """Return the models that no other beats: none is both as cheap and as good, and one better.

    Models that are alike in both stand on the frontier together.

    Args:
        amount: (models,) cost, tokens or seconds, not negative: less is better.
        score: (models,): more is better.

    Returns:
        Numbers of the models on the frontier, the cheapest first.

    Raises:
        ValueError: lists that differ in length, an amount that is negative or not finite, or a
            score that is not finite.
    Source: Pareto (1906); for language models Kapoor et al. (2024), "AI agents that matter".
    """
    price, value = np.asarray(amount, dtype=np.float64), np.asarray(score, dtype=np.float64)
    if price.ndim != 1 or price.shape != value.shape:
        raise ValueError(f"expected one amount and score a model: {price.shape}, {value.shape}")
    if not (np.isfinite(price).all() and np.isfinite(value).all() and np.all(price >= 0)):
        raise ValueError("amounts must be finite and not negative, scores finite")
    order = np.lexsort((-value, price))
    cheaper_best = np.maximum.accumulate(np.append(-np.inf, value[order]))[:-1]
    rising = value[order] > cheaper_best
    # One that equals the frontier's last in both amount and score stands beside it.
    last = np.flatnonzero(rising)[np.cumsum(rising) - 1]
    alike = (price[order] == price[order[last]]) & (value[order] == value[order[last]])
    return np.take(order, np.flatnonzero(alike))
