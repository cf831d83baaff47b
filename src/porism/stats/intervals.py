"""Confidence intervals for the score of a model on a benchmark.

Two questions are asked of a score, and the answers differ in width:

- *these problems*: what would the model score if it were run again on the very same
  questions? Only the luck of the runs counts.
- *problems like these*: what would it score on new questions of the same kind? The luck
  of the choice of questions counts too.

Every :class:`Interval` says which of the two it is about. All functions take scores of
shape (..., questions, runs), a plain (questions,), or a :class:`~porism.stats.tally.Tally`,
and work on all leading data sets at once. Ends are cut to [0, 1].

The first five are those of "Beyond Benchmarks: MathArena as an Evaluation Platform for
Mathematics with LLMs", App. C.3; fractional scores and unequal runs are generalised so
that right-or-wrong scores with equal runs give the paper's formulas.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.stats.tally import FloatArray, Tally

About = Literal["these problems", "problems like these"]


@dataclass(frozen=True, slots=True, eq=False)
class Interval:
    """An estimate with the two ends of its interval.

    Attributes:
        estimate: (...) the score, in [0, 1].
        low: lower end, same unit; its shape is that of ``estimate`` and ``level`` together.
        high: upper end.
        level: nominal coverage, e.g. 0.95.
        method: the name of the method, as people are shown it.
        about: which question the interval answers.
    """

    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    level: FloatArray
    method: str
    about: About

    @property
    def width(self) -> FloatArray:
        """Upper end less lower end."""
        return self.high - self.low

    def contains(self, value: ArrayLike) -> NDArray[np.bool_]:
        """Whether a value lies inside, both ends included."""
        point = np.asarray(value, dtype=np.float64)
        return np.asarray((self.low <= point) & (point <= self.high))


def pooled_normal(scores: ArrayLike | Tally, level: ArrayLike = 0.95) -> Interval:
    """Normal interval around the mean of all runs: the platform's default.

    mean +- z sqrt(v / n), with n runs and v the variance of their scores (divisor n), which
    is p(1 - p) for right-or-wrong scores. All right or all wrong give an interval of width
    zero, which promises more than it knows: show :func:`wilson` there.

    Raises:
        ValueError: a score outside [0, 1], no score at all, or a level outside (0, 1).
    Source: "Beyond Benchmarks", App. A and C.3 ("pooled normal").
    """
    tally = as_tally(scores)
    mean, count = tally.pooled_mean, tally.run_count
    variance = np.maximum(tally.squares.sum(-1) / count - mean**2, 0.0)
    return _symmetric(mean, np.sqrt(variance / count), level, "pooled normal", "these problems")


def wilson(scores: ArrayLike | Tally, level: ArrayLike = 0.95) -> Interval:
    """Wilson's score interval around the mean of all runs.

    The set of p with (mean - p)^2 <= z^2 p(1 - p) / n: never of width zero, also when all
    runs are right or wrong. Fractional scores vary less than p(1 - p), so that the interval
    is then wider than need be.

    Raises:
        ValueError: as :func:`pooled_normal`.
    Source: Wilson (1927); "Beyond Benchmarks", App. C.3.
    """
    tally = as_tally(scores)
    return score_interval(tally.pooled_mean, tally.run_count, level, "Wilson", "these problems")


def question_plugin(scores: ArrayLike | Tally, level: ArrayLike = 0.95) -> Interval:
    """Normal interval with each question's own variance plugged in.

    mean +- z sqrt(sum_j v_j / n_j) / q over q questions, with v_j the variance (divisor n_j)
    of question j's scores: p_j(1 - p_j) for right-or-wrong scores. Too narrow: v_j is biased
    low by (n_j - 1) / n_j, and zero wherever all runs of a question agree.

    Raises:
        ValueError: as :func:`pooled_normal`.
    Source: "Beyond Benchmarks", App. C.3 ("question plugin").
    """
    tally = as_tally(scores)
    runs = np.maximum(tally.runs, 1)
    within = np.maximum(tally.squares / runs - tally.question_means**2, 0.0)
    return _within_questions(tally, within / runs, level, "question plug-in")


def question_plugin_jeffreys(scores: ArrayLike | Tally, level: ArrayLike = 0.95) -> Interval:
    """As :func:`question_plugin`, with Jeffreys' smoothing in the variance alone.

    p_j is replaced by (x_j + 1/2) / (n_j + 1), where x_j is the sum of the question's scores.

    Raises:
        ValueError: as :func:`pooled_normal`.
    Source: "Beyond Benchmarks", App. C.3 ("question plugin with Jeffreys smoothing").
    """
    tally = as_tally(scores)
    smooth = (tally.total + 0.5) / (tally.runs + 1)
    variance = smooth * (1 - smooth) / np.maximum(tally.runs, 1) * tally.asked
    return _within_questions(tally, variance, level, "question plug-in, Jeffreys")


def question_sd(scores: ArrayLike | Tally, level: ArrayLike = 0.95) -> Interval:
    """Normal interval from the spread of the questions' mean scores.

    mean +- z s / sqrt(q), with s the standard deviation (divisor q - 1) of the q means. With
    one question s is unknown and the interval is [0, 1].

    Raises:
        ValueError: as :func:`pooled_normal`.
    Source: "Beyond Benchmarks", App. C.3 ("question SD").
    """
    tally = as_tally(scores)
    mean, count = tally.mean_of_questions, tally.question_count
    squares = (tally.asked * (tally.question_means - mean[..., None]) ** 2).sum(-1)
    error = np.sqrt(squares / np.maximum(count - 1, 1) / count)
    error = np.where(count > 1, error, np.inf)
    return _symmetric(mean, error, level, "question SD", "problems like these")


def clustered(scores: ArrayLike | Tally, level: ArrayLike = 0.95) -> Interval:
    """Interval around the mean of all runs that keeps a question's runs together.

    mean +- t sqrt(q / (q - 1) sum_j (x_j - n_j mean)^2) / n, with t the quantile of Student's
    distribution with q - 1 degrees of freedom, x_j the sum of question j's scores and n the
    number of runs. With one question the interval is [0, 1].

    Raises:
        ValueError: as :func:`pooled_normal`.
    Source: Liang and Zeger (1986); Cameron and Miller (2015), "A practitioner's guide to
        cluster-robust inference"; Miller (2024), "Adding error bars to evals".
    """
    from scipy.special import stdtrit

    tally = as_tally(scores)
    mean, count = tally.pooled_mean, tally.question_count
    residual = tally.total - tally.runs * mean[..., None]
    free = np.maximum(count - 1, 1)
    error = np.sqrt(count / free * (residual**2).sum(-1)) / tally.run_count
    error = np.where(count > 1, error, np.inf)
    nominal = checked_level(level)
    half = stdtrit(free, (1 + nominal) / 2) * error
    return cut(mean, (mean - half, mean + half), nominal, "clustered", "problems like these")


def score_interval(
    mean: FloatArray, count: FloatArray, level: ArrayLike, method: str, about: About
) -> Interval:
    """Wilson's interval for a mean over ``count`` runs, which need not be whole.

    Args:
        mean: (...) in [0, 1].
        count: (...) positive; the effective number of runs.
        level: nominal coverage.
        method: name to be shown.
        about: which question the interval answers.
    Source: Wilson (1927).
    """
    nominal = checked_level(level)
    z2 = normal_quantile(nominal) ** 2
    centre = (count * mean + z2 / 2) / (count + z2)
    half = np.sqrt(z2 * (count * mean * (1 - mean) + z2 / 4)) / (count + z2)
    # All right or all wrong end exactly at the edge; rounding must not leave them short of it.
    low = np.where(mean > 0, centre - half, 0.0)
    high = np.where(mean < 1, centre + half, 1.0)
    return cut(mean, (low, high), nominal, method, about)


def cut(
    mean: FloatArray,
    ends: tuple[FloatArray, FloatArray],
    level: FloatArray,
    method: str,
    about: About,
) -> Interval:
    """Make an interval with its ends cut to [0, 1].

    Args:
        mean: (...) the estimate, in [0, 1].
        ends: its lower and upper end, broadcastable to each other.
        level: nominal coverage.
        method: name to be shown.
        about: which question the interval answers.
    """
    low, high = (np.asarray(np.clip(end, 0.0, 1.0)) for end in ends)
    return Interval(mean, low, high, level, method, about)


def as_tally(scores: ArrayLike | Tally) -> Tally:
    """Add scores up, unless that has been done."""
    return scores if isinstance(scores, Tally) else Tally.of_scores(scores)


def normal_quantile(level: ArrayLike) -> FloatArray:
    """Return z such that a standard normal lies in [-z, z] with probability ``level``."""
    quantile = np.vectorize(NormalDist().inv_cdf, otypes=[np.float64])
    return np.asarray(quantile((1 + checked_level(level)) / 2))


def checked_level(level: ArrayLike) -> FloatArray:
    """Return levels as an array.

    Raises:
        ValueError: one lies outside (0, 1).
    """
    nominal = np.asarray(level, dtype=np.float64)
    if not np.all((nominal > 0) & (nominal < 1)):
        raise ValueError(f"a level must lie between 0 and 1, for example 0.95; got {nominal}")
    return nominal


def _within_questions(
    tally: Tally, variance: FloatArray, level: ArrayLike, method: str
) -> Interval:
    error = np.sqrt(variance.sum(-1)) / tally.question_count
    return _symmetric(tally.mean_of_questions, error, level, method, "these problems")


def _symmetric(
    mean: FloatArray, error: FloatArray, level: ArrayLike, method: str, about: About
) -> Interval:
    half = normal_quantile(level) * error
    return cut(mean, (mean - half, mean + half), checked_level(level), method, about)
