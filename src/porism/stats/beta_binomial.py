"""Two intervals that learn from the runs how much the questions differ.

Question j is solved with probability p_j, and the p_j of a benchmark are draws from a beta
distribution with mean mu and variance rho mu (1 - mu). The number of right answers out of n_j
runs is then beta-binomial, and rho is the intraclass correlation: 0 when all questions are
equally hard, 1 when every question is either always or never solved. With the prior
mu ~ Beta(1/2, 1/2) and one for rho, the posterior is computed on a grid, for all data sets at
once. The prior of rho leans to the side on which an interval errs less when there are few
questions: to small rho where large rho makes the interval narrow, and the other way round.

Fractional scores enter by their sums, which makes the likelihood a quasi-likelihood.

Source: Skellam (1948) for the beta-binomial; Gelman et al., "Bayesian Data Analysis" (2013),
section 5.3, for the posterior on a grid.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from porism.stats.intervals import Interval, as_tally, checked_level, cut, score_interval
from porism.stats.tally import FloatArray, Tally

_NODES_AT_ONCE = 60_000  # half a megabyte an array: it stays in the cache


def effective_wilson(scores: ArrayLike | Tally, level: ArrayLike = 0.95) -> Interval:
    """Wilson's interval on the effective number of runs: calibrated in every mix of questions.

    Given the questions, the mean over n runs has variance mean_j(p_j (1 - p_j)) / n, which is
    mu (1 - mu)(1 - rho) / n: that of n / (1 - rho) runs on equally hard questions. Wilson's
    and the pooled normal interval leave rho out and are too wide wherever questions differ; a
    plug-in of each question's own variance breaks down with few runs. Here the beta-binomial
    posterior mean of 1 - rho, with the prior rho ~ Beta(1, 2), gives the effective number of
    runs, and Wilson's form keeps the interval honest where nearly all runs are right.

    If no question has two runs, nothing is known of rho and the interval is Wilson's own.
    Fractional scores vary less than right-or-wrong ones: the interval is then too wide.

    Raises:
        ValueError: a score outside [0, 1], no score at all, or a level outside (0, 1).
    Source: Wilson (1927) for the form; Kish (1965), "Survey Sampling", for the effective
        size; their combination is this project's, checked in :mod:`porism.stats.calibration`.
    """
    tally = as_tally(scores)
    mean = tally.pooled_mean
    grid = _Grid(means=40, correlations=24, rho_prior=(1, 2))
    parts = [weight.sum(1) @ (1 - grid.rho) for _, weight in grid.posterior(tally)]
    share = np.concatenate(parts).reshape(mean.shape)
    share = np.where((tally.runs > 1).any(-1), share, 1.0)
    return score_interval(
        mean, tally.run_count / share, level, "Wilson, effective runs", "these problems"
    )


def hierarchical(scores: ArrayLike | Tally, level: ArrayLike = 0.95) -> Interval:
    """Posterior interval for mu: the score to expect on new problems of the same kind.

    The prior of rho is uniform. Equal-tailed, and widened where need be so that the mean of
    all runs lies inside; all right or all wrong reach the edge. Its ends are exact to about
    0.002. With one question it is wide, but not all of [0, 1].

    Raises:
        ValueError: as :func:`effective_wilson`.
    Source: see the module; the edges follow Brown, Cai and DasGupta (2001).
    """
    tally, nominal = as_tally(scores), checked_level(level)
    mean = tally.pooled_mean
    tails, code = np.unique([(1 - nominal) / 2, (1 + nominal) / 2], return_inverse=True)
    quantile = np.empty((mean.size, tails.size))
    grid = _Grid(means=800, correlations=20, rho_prior=(1, 1))
    for part, weight in grid.posterior(tally):
        below = np.pad(np.cumsum(weight.sum(2), axis=1), ((0, 0), (1, 0)))
        for row, mass in zip(quantile[part], below, strict=True):
            row[:] = np.interp(tails, mass, grid.edges)
    owner = np.arange(mean.size).reshape(mean.shape)
    low, high = (quantile[owner, tail] for tail in code.reshape(2, *nominal.shape))
    low = np.where(mean > 0, np.minimum(low, mean), 0.0)
    high = np.where(mean < 1, np.maximum(high, mean), 1.0)
    return cut(mean, (low, high), nominal, "hierarchical", "problems like these")


class _Grid:
    """Nodes in (mu, rho) that carry equal prior mass.

    Attributes:
        edges: (means + 1,) borders of the cells in mu.
        rho: (correlations,) nodes in rho.
    """

    def __init__(self, means: int, correlations: int, rho_prior: tuple[float, float]) -> None:
        from scipy.special import betaincinv

        self.edges: FloatArray = betaincinv(0.5, 0.5, np.arange(means + 1) / means)
        self.rho: FloatArray = betaincinv(
            *rho_prior, (np.arange(correlations) + 0.5) / correlations
        )
        mu = betaincinv(0.5, 0.5, (np.arange(means) + 0.5) / means)
        size = 1 / self.rho - 1
        self._alpha = np.multiply.outer(mu, size).ravel()
        self._beta = np.multiply.outer(1 - mu, size).ravel()

    def posterior(self, tally: Tally) -> Iterator[tuple[slice, FloatArray]]:
        """Yield some data sets at a time with (data sets, means, correlations) of mass."""
        from scipy.special import betaln

        total, runs, count = _distinct(tally)
        table = betaln(total[:, None] + self._alpha, (runs - total)[:, None] + self._beta)
        table -= betaln(self._alpha, self._beta)
        step = max(1, _NODES_AT_ONCE // self._alpha.size)
        for start in range(0, len(count), step):
            part = slice(start, min(start + step, len(count)))
            log_weight = count[part] @ table
            weight = np.exp(log_weight - log_weight.max(1, keepdims=True))
            weight /= weight.sum(1, keepdims=True)
            yield part, weight.reshape(len(weight), -1, len(self.rho))


def _distinct(tally: Tally) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return each (total, runs) that occurs, and (data sets, pairs) how often it does."""
    questions = tally.total.shape[-1]
    totals, total_code = np.unique(tally.total, return_inverse=True)
    runs, runs_code = np.unique(tally.runs, return_inverse=True)
    code = total_code.reshape(-1, questions) * len(runs) + runs_code.reshape(-1, questions)
    codes, column = np.unique(code, return_inverse=True)
    cell = np.arange(len(code))[:, None] * len(codes) + column.reshape(code.shape)
    count = np.bincount(cell.ravel(), minlength=len(code) * len(codes)).astype(np.float64)
    return totals[codes // len(runs)], runs[codes % len(runs)], count.reshape(len(code), -1)
