"""What a model would score on all live questions, also those that it was never given."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.errors import FitError
from porism.stats.intervals import Interval, checked_level, normal_quantile
from porism.stats.irt.fit import Fit, fit
from porism.stats.irt.parameters import Direction
from porism.stats.tally import FloatArray, Tally

_TINY = 1e-12  # keeps the logit of a rounded 0 or 1 finite


@dataclass(frozen=True, slots=True, eq=False)
class Performance:
    """Expected performance of the models with enough evidence.

    Attributes:
        model: (kept,) rows of the models that have enough observed cells.
        withheld: (rest,) rows of those that have not, and get no figure.
        interval: (kept,) expected performance in [0, 1], about these problems.
        covariance: (kept, kept) of the figures: they share the questions' parameters.
        observed: (kept,) live questions that the model was run on.
        imputed: (kept,) share of the live questions' weight that it was not run on. A figure
            with any is an imputed figure and has to be marked so.
    """

    model: NDArray[np.intp]
    withheld: NDArray[np.intp]
    interval: Interval
    covariance: FloatArray
    observed: NDArray[np.intp]
    imputed: FloatArray

    @property
    def error(self) -> FloatArray:
        """(kept,) standard error, in score units."""
        return np.asarray(np.sqrt(np.maximum(np.diag(self.covariance), 0)))


def expected_performance(
    fitted: Fit,
    tally: Tally,
    *,
    weight: ArrayLike | None = None,
    minimum_cells: int = 1,
    level: float = 0.95,
) -> Performance:
    """Average the expected probabilities over the live questions, with delta-method intervals.

    The probabilities are those of :meth:`~porism.stats.irt.fit.Fit.expected_rates`. The
    standard error follows from the observed information of all parameters; the interval is
    symmetric on the logit scale, so that it stays inside [0, 1].

    Args:
        fitted: the model fitted to ``tally``.
        tally: (models, questions).
        weight: (questions,) not negative; 0 for questions that are not live. Default: all 1.
        minimum_cells: live questions that a model must have been run on to get a figure.
        level: nominal coverage.

    Raises:
        FitError: no model has enough evidence.
        ValueError: weights that are negative, all zero or of the wrong length.
    Source: "Beyond Benchmarks", App. A, for the figure; Rao (1973), section 6a.2, for the
        delta method.
    """
    live = _live(tally, weight, minimum_cells)
    rate = fitted.rates()[live.kept]
    mean = fitted.expected_rates()[live.kept] @ live.share
    covariance = _covariance(fitted, rate * (1 - rate) * live.share, live.kept)
    logit_error = np.sqrt(np.maximum(np.diag(covariance), 0)) / np.maximum(mean * (1 - mean), _TINY)
    ends = _logit(mean) + np.multiply.outer([-1, 1], normal_quantile(level) * logit_error)
    interval = _interval(mean, ends, level, "IRT, delta method")
    return live.performance(interval, covariance)


def bootstrap_performance(  # noqa: PLR0913 - the settings of two methods
    fitted: Fit,
    tally: Tally,
    *,
    rng: np.random.Generator,
    samples: int = 200,
    weight: ArrayLike | None = None,
    minimum_cells: int = 1,
    level: float = 0.95,
) -> Performance:
    """As :func:`expected_performance`, with a parametric bootstrap in place of derivatives.

    New success counts are drawn from the fitted probabilities with the same runs and the model
    is fitted again. The mean and the standard deviation by which its figures miss the mean of
    these probabilities, on the logit scale, give the interval's place and width: other than the
    delta method it corrects for bias.

    Args:
        fitted: the model fitted to ``tally``.
        tally: (models, questions) with whole numbers of runs.
        rng: source of all randomness.
        samples: refits.
        weight: as :func:`expected_performance`.
        minimum_cells: as :func:`expected_performance`.
        level: nominal coverage.

    Raises:
        FitError: no model has enough evidence, or a refit fails.
        ValueError: as :func:`expected_performance`; fewer than 20 samples.
    Source: Davison and Hinkley (1997), section 5.2.1.
    """
    if samples < 20:
        raise ValueError(f"a bootstrap needs at least 20 samples, got {samples}")
    live = _live(tally, weight, minimum_cells)
    rate = fitted.rates()
    drawn = np.empty((samples, live.kept.size))
    for row in drawn:
        successes = rng.binomial(tally.runs.astype(np.int64), rate)
        again = fit(Tally.of_counts(successes, tally.runs), fitted.prior, start=fitted.point)
        row[:] = again.expected_rates()[live.kept] @ live.share
    mean = fitted.expected_rates()[live.kept] @ live.share
    missed = _logit(drawn) - _logit(rate[live.kept] @ live.share)
    half = normal_quantile(level) * missed.std(axis=0, ddof=1)
    ends = _logit(mean) - missed.mean(axis=0) + np.multiply.outer([-1, 1], half)
    interval = _interval(mean, ends, level, "IRT, parametric bootstrap")
    return live.performance(interval, np.atleast_2d(np.cov(drawn, rowvar=False)))


@dataclass(frozen=True, slots=True, eq=False)
class _Live:
    """The live questions' shares, and who was run on enough of them."""

    asked: NDArray[np.bool_]
    share: FloatArray
    kept: NDArray[np.intp]
    withheld: NDArray[np.intp]

    def performance(self, interval: Interval, covariance: FloatArray) -> Performance:
        asked = self.asked[self.kept]
        observed = (asked & (self.share > 0)).sum(1)
        imputed = ~asked @ self.share
        return Performance(self.kept, self.withheld, interval, covariance, observed, imputed)


def _live(tally: Tally, weight: ArrayLike | None, minimum_cells: int) -> _Live:
    questions = tally.runs.shape[-1]
    values = np.ones(questions) if weight is None else np.asarray(weight, dtype=np.float64)
    if values.shape != (questions,) or not np.all(values >= 0) or not 0 < values.sum() < np.inf:
        raise ValueError(
            f"expected {questions} weights, none negative and not all zero; got {values.shape}"
        )
    enough = (tally.asked & (values > 0)).sum(1) >= minimum_cells
    if not enough.any():
        raise FitError(
            f"no model was run on {minimum_cells} live questions; lower the minimum evidence"
        )
    share = values / values.sum()
    return _Live(tally.asked, share, np.flatnonzero(enough), np.flatnonzero(~enough))


def _covariance(fitted: Fit, bend: FloatArray, kept: NDArray[np.intp]) -> FloatArray:
    """Delta method: ``bend`` is (kept, questions), the derivative of the figure by each logit."""
    slope, ability = fitted.discrimination, fitted.ability
    models = np.zeros((kept.size, ability.size))
    models[np.arange(kept.size), kept] = bend @ slope
    derivative = Direction(models, np.stack([bend * slope * ability[kept, None], bend]))
    solved = fitted.information.solve(derivative)
    covariance = derivative.models @ solved.models.T
    for ours, theirs in zip(derivative.items, solved.items, strict=True):
        covariance += ours @ theirs.T
    return covariance


def _interval(mean: FloatArray, logit_ends: FloatArray, level: float, method: str) -> Interval:
    low, high = 1 / (1 + np.exp(-logit_ends))
    return Interval(mean, low, high, checked_level(level), method, "these problems")


def _logit(rate: FloatArray) -> FloatArray:
    inside = np.clip(rate, _TINY, 1 - _TINY)
    return np.asarray(np.log(inside) - np.log1p(-inside))
