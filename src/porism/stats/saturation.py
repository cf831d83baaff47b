"""Benchmarks that no longer tell the best models apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.stats.beta_binomial import effective_wilson
from porism.stats.intervals import Interval, as_tally
from porism.stats.ranks import rank_models
from porism.stats.tally import Tally

Advice = Literal["keep", "watch", "deprecate"]


@dataclass(frozen=True, slots=True, eq=False)
class Saturation:
    """How much room a benchmark has left at the top.

    Attributes:
        top: (top,) numbers of the best models, the best first.
        interval: (top,) their scores, about these problems.
        at_ceiling: (top,) whether the interval reaches the ceiling.
        told_apart: whether any two of the top models differ significantly.
        advice: ``deprecate`` if all top models reach the ceiling, ``watch`` if the best one
            does or no two can be told apart, else ``keep``.
    """

    top: NDArray[np.intp]
    interval: Interval
    at_ceiling: NDArray[np.bool_]
    told_apart: bool
    advice: Advice


def saturation(
    scores: ArrayLike | Tally,
    *,
    rng: np.random.Generator,
    top: int = 5,
    ceiling: float = 0.98,
    level: float = 0.95,
) -> Saturation:
    """Look at the best models of one benchmark.

    Args:
        scores: (models, questions, runs) or a tally (models, questions).
        rng: source of random signs, where a test is not exact.
        top: how many models to look at; fewer if there are fewer.
        ceiling: score that counts as perfect: below 1, as some questions may be faulty.
        level: of the intervals, and 1 less the error of the tests.

    Raises:
        ValueError: no table of models by questions, fewer than one top model, a ceiling or a
            level outside (0, 1].
    Source: "Beyond Benchmarks", sections on deprecation and saturated competitions, for the
        purpose; the intervals and tests are those of this package.
    """
    tally = as_tally(scores)
    if tally.runs.ndim != 2 or top < 1 or not 0 < ceiling <= 1:
        raise ValueError("expected a table (models, questions), a top and a ceiling in (0, 1]")
    best = np.argsort(-tally.mean_of_questions, kind="stable")[:top]
    chosen = Tally(tally.runs[best], tally.total[best], tally.squares[best])
    interval = effective_wilson(chosen, level)
    at_ceiling = interval.high >= ceiling
    told_apart = bool(rank_models(chosen, rng=rng, level=level).better.any())
    return Saturation(best, interval, at_ceiling, told_apart, _advice(at_ceiling, told_apart))


def _advice(at_ceiling: NDArray[np.bool_], told_apart: bool) -> Advice:  # noqa: FBT001
    if at_ceiling.all():
        return "deprecate"
    if at_ceiling[0] or not told_apart:
        return "watch"
    return "keep"
