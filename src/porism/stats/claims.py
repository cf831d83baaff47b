"""What a provider reports, beside what was measured."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from porism.stats.beta_binomial import effective_wilson
from porism.stats.intervals import score_interval
from porism.stats.tally import Tally


@dataclass(frozen=True, slots=True)
class ClaimGap:
    """The measured score less the claimed one, in score units.

    Attributes:
        difference: negative if less was measured than claimed.
        low: lower end of its interval.
        high: upper end.
        reproduced: whether the interval holds 0.
    """

    difference: float
    low: float
    high: float
    reproduced: bool


def claim_gap(
    scores: ArrayLike | Tally,
    claimed: float,
    *,
    claimed_runs: int | None = None,
    level: float = 0.95,
) -> ClaimGap:
    """Compare the runs of one model on one benchmark with a claimed score.

    The distances from each score to the ends of its own interval are added as squares. The
    measured score has the interval on effective runs; the claim has Wilson's if its number of
    runs is known, and is taken as exact otherwise.

    Args:
        scores: (questions, runs), (questions,), or a tally (questions,).
        claimed: reported score in [0, 1].
        claimed_runs: runs behind the claim, questions times repeats.
        level: nominal coverage.

    Raises:
        ValueError: a score outside [0, 1], no score at all, no runs behind the claim, more than
            one data set, or a level outside (0, 1).
    Source: Newcombe (1998), "Interval estimation for the difference between independent
        proportions", method 10.
    """
    if not 0 <= claimed <= 1 or (claimed_runs is not None and claimed_runs < 1):
        raise ValueError("a claim needs a score in [0, 1], and runs if their number is given")
    ours = effective_wilson(scores, level)
    if ours.estimate.ndim:
        raise ValueError("expected the runs of one model on one benchmark")
    down, up = _reach(claimed, claimed_runs, level)
    difference = float(ours.estimate) - claimed
    low = difference - float(np.hypot(ours.estimate - ours.low, up))
    high = difference + float(np.hypot(ours.high - ours.estimate, down))
    return ClaimGap(difference, low, high, low <= 0 <= high)


def _reach(claimed: float, runs: int | None, level: float) -> tuple[float, float]:
    """How far below and above itself a claim's own interval goes."""
    if runs is None:
        return 0.0, 0.0
    theirs = score_interval(
        np.asarray(claimed), np.asarray(float(runs)), level, "Wilson", "these problems"
    )
    return claimed - float(theirs.low), float(theirs.high) - claimed
