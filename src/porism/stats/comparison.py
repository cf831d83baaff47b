"""Two models on the same questions: who is better, by how much, and where."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.stats.intervals import Interval, as_tally, checked_level
from porism.stats.permutation import sign_flip_p, whole_steps
from porism.stats.ranks import paired_differences
from porism.stats.tally import FloatArray, Tally


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """The first model less the second, question by question.

    Attributes:
        interval: mean difference, in score units within [-1, 1], with its interval for
            problems like these.
        p_value: two-sided, of the paired sign-flip test.
        exact: whether the test went through all sign patterns rather than some.
        questions: questions that both were run on.
        decisive: numbers of the questions on which they differ, the largest difference first.
        differences: (decisive,) the differences there, in score units.
    """

    interval: Interval
    p_value: float
    exact: bool
    questions: int
    decisive: NDArray[np.intp]
    differences: FloatArray


def compare(
    scores: ArrayLike | Tally,
    pair: tuple[int, int],
    *,
    rng: np.random.Generator,
    level: float = 0.95,
    resamples: int = 100_000,
) -> Comparison:
    """Compare two models on the questions that both were run on.

    The interval is mean +- t s / sqrt(q) of the q paired differences; with one question, where
    their spread is unknown, it is [-1, 1].

    Args:
        scores: (models, questions, runs) or a tally (models, questions).
        pair: rows of the first and the second model.
        rng: source of random signs, if the test is not exact.
        level: nominal coverage.
        resamples: random sign patterns, if the test is not exact.

    Raises:
        ValueError: no table of models by questions, a level outside (0, 1), or no question in
            common.
        IndexError: no such row.
    Source: Miller (2024), "Adding error bars to evals", for paired differences.
    """
    from scipy.special import stdtrit

    tally, nominal = as_tally(scores), checked_level(level)
    first, second = pair
    if tally.runs.ndim != 2:
        raise ValueError(f"expected a table (models, questions), got shape {tally.runs.shape}")
    shared = tally.asked[first] & tally.asked[second]
    count = int(shared.sum())
    if count == 0:
        raise ValueError("the two models were run on no common question")
    difference = paired_differences(tally, np.array([first]), np.array([second]))
    mean = difference.sum() / count
    if count > 1:
        error = difference[0, shared].std(ddof=1) / np.sqrt(count)
        half = stdtrit(count - 1, (1 + nominal) / 2) * error
    else:
        half = np.inf
    low, high = (np.clip(np.asarray(end), -1.0, 1.0) for end in (mean - half, mean + half))
    interval = Interval(np.asarray(mean), low, high, nominal, "paired", "problems like these")
    order = np.argsort(-np.abs(difference[0]), kind="stable")
    decisive = order[difference[0, order] != 0]
    p_value = sign_flip_p(difference, rng=rng, resamples=resamples)[0]
    exact = whole_steps(difference) is not None
    return Comparison(interval, float(p_value), exact, count, decisive, difference[0, decisive])
