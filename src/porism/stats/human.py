"""Where a score stands among people who sat the same exam."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from porism.stats.tally import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """Published results of an exam: how many people scored what.

    Attributes:
        score: (values,) scores in ascending order, in the unit of the exam.
        people: (values,) how many scored it.

    Raises:
        ValueError: scores that do not ascend, counts that are negative or not finite, or
            nobody at all.
    """

    score: FloatArray
    people: FloatArray

    def __post_init__(self) -> None:
        if self.score.ndim != 1 or self.score.shape != self.people.shape:
            raise ValueError("expected one number of people a score")
        if not (np.isfinite(self.score).all() and np.all(np.diff(self.score) > 0)):
            raise ValueError("the scores of a histogram must be finite and ascend")
        if not np.all(self.people >= 0) or not 0 < self.people.sum() < np.inf:
            raise ValueError("the counts of a histogram must not be negative, nor all zero")

    def quantile_of(self, score: ArrayLike) -> FloatArray:
        """Share of people below a score, with half of those that are level with it.

        Args:
            score: (...) finite, in the unit of the exam.

        Returns:
            (...) in [0, 1]: 0.5 for the median person.

        Raises:
            ValueError: a score that is not finite.
        Source: the mid-distribution function; Parzen (2004), "Quantile probability and
            statistical data modeling".
        """
        value = np.asarray(score, dtype=np.float64)
        if not np.isfinite(value).all():
            raise ValueError("a score to be placed must be finite")
        below = np.append(0.0, np.cumsum(self.people))
        strictly = below[np.searchsorted(self.score, value, side="left")]
        level = below[np.searchsorted(self.score, value, side="right")]
        return np.asarray((strictly + level) / (2 * below[-1]))

    def rank_of(self, score: ArrayLike) -> FloatArray:
        """Place that a score would take among the people: 1 is best, equals share the place.

        Args:
            score: (...) in the unit of the exam.
        """
        above = np.append(np.cumsum(self.people[::-1])[::-1], 0.0)
        value = np.asarray(score, dtype=np.float64)
        return np.asarray(1 + above[np.searchsorted(self.score, value, side="right")])

    def score_at(self, quantile: ArrayLike) -> FloatArray:
        """Lowest score that at least a share of the people do not exceed.

        Args:
            quantile: (...) in [0, 1]; 0.5 gives the median.

        Raises:
            ValueError: a quantile outside [0, 1].
        """
        share = np.asarray(quantile, dtype=np.float64)
        if not np.all((share >= 0) & (share <= 1)):
            raise ValueError("a quantile must lie in [0, 1]")
        reached = np.cumsum(self.people) / self.people.sum()
        place = np.searchsorted(reached, np.maximum(share - 1e-12, 1e-300), side="left")
        return np.asarray(self.score[np.minimum(place, self.score.size - 1)])
