"""Many tests at once: p-values that stay honest."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from porism.stats.tally import FloatArray

Correction = Literal["holm", "benjamini-hochberg"]


def adjust(p_values: ArrayLike, correction: Correction = "holm") -> FloatArray:
    """Adjust p-values for how many there are.

    Args:
        p_values: any shape; all of them are one family.
        correction: ``holm`` bounds the chance of any false alarm, under any dependence;
            ``benjamini-hochberg`` bounds the expected share of false ones among the alarms,
            for independent or positively dependent tests.

    Returns:
        Adjusted p-values of the same shape, never below the given ones: compare them with the
        level itself.

    Raises:
        ValueError: a p-value outside [0, 1] or NaN, or an unknown correction.
    Source: Holm (1979); Benjamini and Hochberg (1995).
    """
    values = np.asarray(p_values, dtype=np.float64)
    if not np.all((values >= 0) & (values <= 1)):
        raise ValueError("p-values must lie in [0, 1]")
    order = np.argsort(values, axis=None)
    ranked, count = values.ravel()[order], values.size
    if correction == "holm":
        stepped = np.maximum.accumulate(ranked * np.arange(count, 0, -1))
    elif correction == "benjamini-hochberg":
        scaled = ranked * count / np.arange(1, count + 1)
        stepped = np.minimum.accumulate(scaled[::-1])[::-1]
    else:
        raise ValueError(f"unknown correction {correction!r}: holm or benjamini-hochberg")
    adjusted = np.empty(count)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted.reshape(values.shape)
