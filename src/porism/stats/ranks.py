"""Ranks that say how far they can be trusted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.stats.intervals import as_tally
from porism.stats.multiplicity import Correction, adjust
from porism.stats.permutation import sign_flip_p
from porism.stats.tally import FloatArray, Tally


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """Models of one benchmark in order, with what the data can tell apart.

    Attributes:
        score: (models,) mean over the questions that the model was run on.
        rank: (models,) by score; equal scores share the better rank. 1 is best.
        low: (models,) best rank that the tests allow.
        high: (models,) worst rank that the tests allow.
        better: (models, models) whether the row's model is significantly better than the
            column's.
        p_value: (models, models) adjusted, symmetric; 1 on the diagonal and for models that
            share no question. Where two models are clearly apart it is an upper bound.
    """

    score: FloatArray
    rank: NDArray[np.intp]
    low: NDArray[np.intp]
    high: NDArray[np.intp]
    better: NDArray[np.bool_]
    p_value: FloatArray

    def tied_with(self, model: int) -> NDArray[np.intp]:
        """Return the models that cannot be told apart from one, best first, itself left out."""
        apart = self.better[model] | self.better[:, model]
        apart[model] = True
        tied = np.flatnonzero(~apart)
        return np.take(tied, np.argsort(self.rank[tied], kind="stable"))


def rank_models(
    scores: ArrayLike | Tally,
    *,
    rng: np.random.Generator,
    level: float = 0.95,
    correction: Correction = "holm",
    resamples: int = 10_000,
) -> Ranking:
    """Rank models and bound each rank by paired permutation tests of every two models.

    A model's rank is at best one more than the number of models that are significantly better,
    and at worst the number of models less those that are significantly worse. With Holm's
    correction all rank intervals hold at once with probability ``level``.

    Args:
        scores: (models, questions, runs) or a tally (models, questions).
        rng: source of random signs, where a test is not exact.
        level: 1 less the error that is allowed over all tests together.
        correction: what kind of error is bounded; see :func:`~porism.stats.multiplicity.adjust`.
        resamples: of each test that is neither exact nor clear from Hoeffding's bound. For
            Holm's correction to decide by them it takes more of them than pairs of models
            divided by 1 - level.

    Raises:
        ValueError: no table of models by questions, or a level outside (0, 1).
    Source: Mogstad, Romano, Shaikh and Wilhelm (2024), "Inference for ranks", for
        ranks from tests of all pairs; the tests are those of :mod:`porism.stats.permutation`.
    """
    tally = as_tally(scores)
    if tally.runs.ndim != 2 or not 0 < level < 1:
        raise ValueError(
            f"expected a table (models, questions) and a level in (0, 1), "
            f"got shape {tally.runs.shape} and level {level}"
        )
    first, second = np.triu_indices(len(tally.runs), k=1)
    differences = paired_differences(tally, first, second)
    p_value = np.ones((len(tally.runs), len(tally.runs)))
    if first.size:
        least = (1 - level) / first.size  # significant whatever the other tests say
        found = sign_flip_p(differences, rng=rng, resamples=resamples, small_enough=least)
        found = adjust(found, correction)
        p_value[first, second] = p_value[second, first] = found
    lead = np.zeros_like(p_value)
    lead[first, second] = differences.sum(1)
    lead[second, first] = -differences.sum(1)
    return _ranking(tally.mean_of_questions, lead, p_value, level)


def rank_estimates(
    estimate: ArrayLike,
    covariance: ArrayLike,
    *,
    level: float = 0.95,
    correction: Correction = "holm",
) -> Ranking:
    """Rank models by estimates that share their errors, such as expected performances.

    Every two are compared by a normal test of their difference; ranks follow as in
    :func:`rank_models`.

    Args:
        estimate: (models,) finite.
        covariance: (models, models) of the estimates.
        level: 1 less the error that is allowed over all tests together.
        correction: as :func:`rank_models`.

    Raises:
        ValueError: shapes that do not fit, figures that are not finite, or a level outside
            (0, 1).
    Source: Mogstad, Romano, Shaikh and Wilhelm (2024), as :func:`rank_models`.
    """
    from scipy.special import ndtr

    value, shared = np.asarray(estimate, np.float64), np.asarray(covariance, np.float64)
    if value.ndim != 1 or shared.shape != 2 * value.shape or not 0 < level < 1:
        raise ValueError(
            f"expected estimates with their covariance and a level in (0, 1), "
            f"got shapes {value.shape} and {shared.shape} and level {level}"
        )
    if not (np.isfinite(value).all() and np.isfinite(shared).all()):
        raise ValueError("estimates and covariance must be finite to be ranked")
    lead = np.subtract.outer(value, value)
    variance = np.add.outer(np.diag(shared), np.diag(shared)) - 2 * shared
    error = np.sqrt(np.maximum(variance, 1e-300))
    p_value = np.where(lead == 0, 1.0, 2 * ndtr(-np.abs(lead) / error))
    first, second = np.triu_indices(value.size, k=1)
    if first.size:
        found = adjust(p_value[first, second], correction)
        p_value[first, second] = p_value[second, first] = found
    return _ranking(value, lead, p_value, level)


def _ranking(score: FloatArray, lead: FloatArray, p_value: FloatArray, level: float) -> Ranking:
    better = (p_value <= 1 - level) & (lead > 0)
    rank = 1 + (score > score[:, None] + 1e-12).sum(1)
    return Ranking(score, rank, 1 + better.sum(0), score.size - better.sum(1), better, p_value)


def paired_differences(
    tally: Tally, first: NDArray[np.intp], second: NDArray[np.intp]
) -> FloatArray:
    """Subtract the question means of two models, pair by pair.

    Args:
        tally: (models, questions).
        first: (pairs,) row of the first model.
        second: (pairs,) row of the second.

    Returns:
        (pairs, questions) differences in [-1, 1]; 0 where one of the two has no run.
    """
    means, asked = tally.question_means, tally.asked
    return (means[first] - means[second]) * (asked[first] & asked[second])
