"""Several runs as one: pass@k, all-k, G-pass@k and best of k, without bias.

From n runs of a question, k are drawn without replacement; averaging over all draws gives the
expectation for k fresh runs without bias. Every function returns one figure a question, to be
averaged, or given to an interval for questions such as
:func:`~porism.stats.intervals.question_sd`. Every question needs at least k runs.
"""

from __future__ import annotations

from math import ceil, comb

import numpy as np
from numpy.typing import ArrayLike

from porism.stats.intervals import as_tally
from porism.stats.tally import FloatArray, Tally

MOST_RUNS = 1000  # binomial coefficients beyond overflow


def pass_at_k(scores: ArrayLike | Tally, k: int) -> FloatArray:
    """Chance that at least one of k runs is right: 1 - C(n - c, k) / C(n, k).

    Args:
        scores: (..., questions, runs) of 0 and 1, NaN for a run without score; or a tally.
        k: runs that are drawn.

    Returns:
        (..., questions) in [0, 1].

    Raises:
        ValueError: a score other than 0 and 1, or a question with fewer than k runs or more
            than a thousand.
    Source: Chen et al. (2021), "Evaluating large language models trained on code", section 2.1.
    """
    return g_pass_at_k(scores, k, 0.0)


def all_at_k(scores: ArrayLike | Tally, k: int) -> FloatArray:
    """Chance that all of k runs are right: C(c, k) / C(n, k); the worst of k.

    Args, Returns, Raises:
        as :func:`pass_at_k`.
    Source: Yao et al. (2024), "tau-bench" ("pass^k").
    """
    return g_pass_at_k(scores, k, 1.0)


def g_pass_at_k(scores: ArrayLike | Tally, k: int, share: float) -> FloatArray:
    """Chance that at least a share of k runs is right.

    The sum of C(c, j) C(n - c, k - j) / C(n, k) over j from max(1, ceil(share k)) to k.

    Args:
        scores: as :func:`pass_at_k`.
        k: runs that are drawn.
        share: in [0, 1]; 0 gives pass@k, 1 gives all-k.

    Returns:
        (..., questions) in [0, 1].

    Raises:
        ValueError: as :func:`pass_at_k`; a share outside [0, 1].
    Source: Liu et al. (2024), "Are your LLMs capable of stable reasoning?".
    """
    if not 0 <= share <= 1:
        raise ValueError(f"the share of right runs must lie in [0, 1], got {share}")
    least = max(1, ceil(share * k - 1e-9))
    return np.asarray(_right_among(scores, k)[least:].sum(0))


def mean_g_pass_at_k(scores: ArrayLike | Tally, k: int) -> FloatArray:
    """G-pass@k averaged over the shares above one half: potential and stability in one figure.

    (2 / k) times the sum of G-pass@k at share i / k for i from ceil(k / 2) + 1 to k.

    Args, Returns, Raises:
        as :func:`pass_at_k`.
    Source: Liu et al. (2024), "Are your LLMs capable of stable reasoning?" ("mG-pass@k").
    """
    right = _right_among(scores, k)
    at_least = np.cumsum(right[::-1], axis=0)[::-1]
    return np.asarray(2 / k * at_least[ceil(k / 2) + 1 :].sum(0))


def best_of_k(scores: ArrayLike, k: int, *, reward: ArrayLike | None = None) -> FloatArray:
    """Expected score of the run with the highest reward among k.

    With the reward left out it is the score itself: the expected maximum, which is pass@k for
    right-or-wrong scores. With minus the score as reward it is the expected worst of k. Runs
    of equal reward are equally likely to be taken.

    Args:
        scores: (..., questions, runs) in [0, 1], NaN for a run without score.
        k: runs that are drawn.
        reward: same shape; finite wherever there is a score.

    Returns:
        (..., questions) in [0, 1].

    Raises:
        ValueError: shapes that differ, a score outside [0, 1], a reward that is not finite, or
            a question with fewer than k runs or more than a thousand.
    Source: David and Nagaraja (2003), "Order Statistics": the highest of k draws
        from n is the i-th lowest with probability C(i - 1, k - 1) / C(n, k).
    """
    value = np.asarray(scores, dtype=np.float64)
    prize = value if reward is None else np.asarray(reward, dtype=np.float64)
    if value.shape != prize.shape or value.ndim < 2:
        raise ValueError(f"expected (..., questions, runs) twice, got {value.shape}, {prize.shape}")
    known = ~np.isnan(value)
    if not np.isfinite(prize[known]).all() or np.any((value[known] < 0) | (value[known] > 1)):
        raise ValueError("scores must lie in [0, 1] and rewards must be finite")
    check_runs(known.sum(-1), k)
    rows = zip(
        *(table.reshape(-1, value.shape[-1]) for table in (value, prize, known)), strict=True
    )
    found = [_best_of_row(score[use], rank[use], k) for score, rank, use in rows]
    return np.asarray(found).reshape(value.shape[:-1])


def check_runs(runs: ArrayLike, k: int) -> None:
    """Refuse to draw k runs where there are fewer.

    Raises:
        ValueError: k below 1, a question with fewer than k runs or more than a thousand.
    """
    count = np.asarray(runs)
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    if count.min() < k:
        raise ValueError(
            f"{int((count < k).sum())} questions have fewer than {k} runs; leave them out"
        )
    if count.max() > MOST_RUNS:
        raise ValueError(f"more than {MOST_RUNS} runs a question are not supported")


def _best_of_row(score: FloatArray, reward: FloatArray, k: int) -> float:
    runs = score.size
    chance = np.array([comb(below, k - 1) / comb(runs, k) for below in range(runs)])
    _, group = np.unique(reward, return_inverse=True)
    sorted_group = np.sort(group)
    mean = np.bincount(group, score) / np.bincount(group)
    return float(chance @ mean[sorted_group])


def _right_among(scores: ArrayLike | Tally, k: int) -> FloatArray:
    """(k + 1, ..., questions) chance that 0, 1, ... k of the runs drawn are right."""
    from scipy.special import comb as combinations

    tally = as_tally(scores)
    if np.any(tally.squares != tally.total):
        raise ValueError("pass@k is for runs that are right or wrong; use best_of_k")
    check_runs(tally.runs, k)
    drawn = np.arange(k + 1).reshape(-1, *(1,) * tally.runs.ndim)
    ways = combinations(tally.total, drawn) * combinations(tally.runs - tally.total, k - drawn)
    return np.asarray(ways / combinations(tally.runs, k))
