"""What guessing scores on multiple choice."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from porism.stats.intervals import Interval, checked_level, normal_quantile
from porism.stats.tally import FloatArray


def chance_line(options: ArrayLike, runs: int, *, level: float = 0.95) -> Interval:
    """Score of a model that guesses among the options, with the range luck allows it.

    The normal approximation to a sum of runs with success probabilities 1 / options.

    Args:
        options: (questions,) number of options of each question, at least 1; infinite for a
            question that is not multiple choice, where guessing scores nothing.
        runs: runs of each question.
        level: share of guessers that lie inside.

    Raises:
        ValueError: no question, a question without options, no runs, or a level outside (0, 1).
    Source: the mean and variance of independent Bernoulli trials.
    """
    count = np.asarray(options, dtype=np.float64)
    if count.ndim != 1 or count.size == 0 or not np.all(count >= 1) or runs < 1:
        raise ValueError("expected at least one question, option and run")
    rate = 1 / count
    mean = np.asarray(rate.mean())
    half = normal_quantile(level) * np.sqrt((rate * (1 - rate)).sum() / runs) / count.size
    low, high = (np.asarray(np.clip(end, 0, 1)) for end in (mean - half, mean + half))
    return Interval(mean, low, high, checked_level(level), "guessing", "these problems")


def above_chance(score: ArrayLike, options: ArrayLike) -> FloatArray:
    """Rescale scores so that guessing gives 0 and a perfect score 1; below chance is negative.

    Args:
        score: (...) mean score in [0, 1].
        options: (questions,) as :func:`chance_line`.

    Raises:
        ValueError: a score outside [0, 1], or questions on which guessing is always right.
    Source: Frary (1988), "Formula scoring of multiple-choice tests".
    """
    value = np.asarray(score, dtype=np.float64)
    guess = float(chance_line(options, 1).estimate)
    if not np.all((value >= 0) & (value <= 1)) or guess == 1:
        raise ValueError("expected scores in [0, 1] and questions with more than one option")
    return np.asarray((value - guess) / (1 - guess))
