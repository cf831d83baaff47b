"""Has an endpoint changed? A canary set, run again and again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from porism.stats.intervals import as_tally
from porism.stats.multiplicity import adjust
from porism.stats.permutation import sign_flip_p
from porism.stats.ranks import paired_differences
from porism.stats.tally import FloatArray, Tally


@dataclass(frozen=True, slots=True, eq=False)
class Drift:
    """Every later period against the first, over the questions that both have.

    Attributes:
        change: (periods - 1,) mean score less that of the first period, in score units.
        p_value: (periods - 1,) of the paired sign-flip test, Holm-adjusted over the periods.
        shared: (periods - 1,) questions that both periods have; where there are none, the
            change is 0 and the p-value 1.
    """

    change: FloatArray
    p_value: FloatArray
    shared: FloatArray


def drift(scores: ArrayLike | Tally, *, rng: np.random.Generator, resamples: int = 10_000) -> Drift:
    """Test one model's scores on the same questions over time.

    Args:
        scores: (periods, questions, runs) or a tally (periods, questions), the oldest first.
        rng: source of random signs, where a test is not exact.
        resamples: of each test that is not exact.

    Raises:
        ValueError: fewer than two periods, a period without any score, or a score outside
            [0, 1].
    Source: the test is that of :mod:`porism.stats.permutation`; Chen, Zaharia and Zou (2023),
        "How is ChatGPT's behavior changing over time?", for the question.
    """
    tally = as_tally(scores)
    if tally.runs.ndim != 2 or len(tally.runs) < 2:
        raise ValueError(f"expected at least two periods of scores, got {tally.runs.shape}")
    later = np.arange(1, len(tally.runs))
    first = np.zeros_like(later)
    differences = paired_differences(tally, later, first)
    shared = (tally.asked[later] & tally.asked[first]).sum(1).astype(np.float64)
    p_value = adjust(sign_flip_p(differences, rng=rng, resamples=resamples))
    return Drift(differences.sum(1) / np.maximum(shared, 1), p_value, shared)
