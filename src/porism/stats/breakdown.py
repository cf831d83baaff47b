"""Scores by category or month, each with its interval."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.stats.intervals import Interval, as_tally, pooled_normal
from porism.stats.tally import Tally

IntervalMethod = Callable[[Tally], Interval]


def by_group(
    scores: ArrayLike | Tally, group: ArrayLike, method: IntervalMethod = pooled_normal
) -> list[Interval | None]:
    """Give each group of questions its own interval.

    Args:
        scores: (..., questions, runs) or a tally (..., questions).
        group: (questions,) whole number from 0 that says which category or month.
        method: interval to use, at its own level.

    Returns:
        One interval a group, with the shape (...) of the data sets; None for a group in which a
        data set has no score.

    Raises:
        ValueError: a score outside [0, 1], or not one group a question.
    """
    tally, code = as_tally(scores), np.asarray(group)
    if code.shape != tally.runs.shape[-1:] or code.min() < 0:
        raise ValueError(f"expected one group from 0 a question, got shape {code.shape}")
    return [_interval(tally, code == number, method) for number in range(code.max() + 1)]


def _interval(tally: Tally, member: NDArray[np.bool_], method: IntervalMethod) -> Interval | None:
    if not np.all((tally.asked & member).any(-1)):
        return None
    return method(tally.questions(member))
