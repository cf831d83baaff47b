"""Filling the cells that were never run, with a mark on each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.stats.irt.fit import Fit
from porism.stats.tally import FloatArray, Tally


@dataclass(frozen=True, slots=True, eq=False)
class Imputed:
    """Scores of all models on all questions, with a mark where they were not observed.

    Attributes:
        score: (models, questions) observed mean, or the expected probability where there is none.
        imputed: (models, questions) whether it is the latter.
    """

    score: FloatArray
    imputed: NDArray[np.bool_]

    def by_benchmark(self, benchmark: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Average over the questions of each benchmark.

        Args:
            benchmark: (questions,) whole number from 0 that says which benchmark.

        Returns:
            (models, benchmarks) mean score, and the share of its questions that are imputed.
        """
        membership = np.eye(np.max(benchmark) + 1)[np.asarray(benchmark)]
        size = membership.sum(0)
        return self.score @ membership / size, self.imputed @ membership / size


def impute(fitted: Fit, tally: Tally) -> Imputed:
    """Fill the cells that were never run with the expected probabilities.

    Args:
        fitted: the model fitted to ``tally``.
        tally: (models, questions).
    Source: "Beyond Benchmarks", App. A, which fills cells in this way.
    """
    return Imputed(
        np.where(tally.asked, tally.question_means, fitted.expected_rates()), ~tally.asked
    )
