"""Does something that happened to some attempts go with other scores?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

RESAMPLES = 10_000


@dataclass(frozen=True, slots=True)
class Difference:
    """Mean score of the marked attempts less that of the others, stratum by stratum."""

    estimate: float
    """Weighted mean over strata, in [-1, 1]."""
    p_value: float
    """Two-sided, by permutation within strata."""
    strata: int
    """How many strata hold both kinds; the others say nothing."""
    marked: int
    """How many marked attempts are compared."""


def stratified_difference(
    stratum: ArrayLike,
    marked: ArrayLike,
    score: ArrayLike,
    rng: Generator,
    resamples: int = RESAMPLES,
) -> Difference | None:
    """Compare marked attempts with the others of the same stratum.

    The statistic is the sum over strata of the marked attempts' scores less what their
    stratum's mean gives them; marks are permuted within strata. The p-value counts the
    observed arrangement, so it is never 0.

    Args:
        stratum: (attempts,) whole numbers from 0; e.g. one for each model and problem, so
            that hard problems do not pass for an effect.
        marked: (attempts,) whether it happened.
        score: (attempts,) in [0, 1].
        rng: source of the permutations.
        resamples: how many.

    Returns:
        ``None`` where no stratum holds both kinds.

    Raises:
        ValueError: shapes that differ.
    Source: Good (2005), "Permutation, Parametric, and Bootstrap Tests of Hypotheses", ch. 3.
    """
    group = np.asarray(stratum, dtype=np.intp)
    mark, value = np.asarray(marked, dtype=bool), np.asarray(score, dtype=np.float64)
    if not group.shape == mark.shape == value.shape or group.ndim != 1:
        raise ValueError(f"shapes differ: {group.shape}, {mark.shape}, {value.shape}")
    both = _holds_both(group, mark)
    group, mark, value = group[both], mark[both], value[both]
    if not group.size:
        return None
    _, group = np.unique(group, return_inverse=True)
    sizes = np.bincount(group)
    counts = np.bincount(group, mark)
    centred: NDArray[np.float64] = value - (np.bincount(group, value) / sizes)[group]
    # In a stratum of n with k marks, a mean difference d moves the sum by d k (n - k) / n.
    weight = float((counts * (sizes - counts) / sizes).sum())
    observed = float(centred[mark].sum())
    drawn = _permuted_sums(group, counts.astype(np.float64), centred, rng, resamples)
    extreme = int((np.abs(drawn) >= abs(observed) - 1e-12).sum())
    return Difference(
        estimate=observed / weight,
        p_value=(extreme + 1) / (resamples + 1),
        strata=len(sizes),
        marked=int(mark.sum()),
    )


def _holds_both(group: NDArray[np.intp], mark: NDArray[np.bool_]) -> NDArray[np.bool_]:
    sizes, counts = np.bincount(group), np.bincount(group, mark)
    return ((counts > 0) & (counts < sizes))[group]


def _permuted_sums(
    group: NDArray[np.intp],
    counts: NDArray[np.float64],
    centred: NDArray[np.float64],
    rng: Generator,
    resamples: int,
) -> NDArray[np.float64]:
    """Return the sums of as many attempts a stratum as are marked, drawn without replacement."""
    order = np.argsort(group, kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.bincount(group))[:-1]])
    chosen = np.arange(group.size) - starts[group[order]] < counts[group[order]]
    sums = np.empty(resamples)
    for n in range(resamples):
        shuffled = np.lexsort((rng.random(group.size), group))
        sums[n] = centred[shuffled[chosen]].sum()
    return sums
