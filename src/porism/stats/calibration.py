"""Does an interval that says 95 % cover 95 %? A study by simulated re-evaluations.

For every pair of a model and a benchmark the success probabilities p_j of the questions are
taken as the truth, and mu, their mean, as what an interval has to cover. The benchmark is kept
fixed and evaluated again and again with a few runs a question.

Source: "Beyond Benchmarks: MathArena as an Evaluation Platform for Mathematics with LLMs",
App. C.3, which takes p_j from a fitted two-parameter logistic model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.stats.beta_binomial import effective_wilson
from porism.stats.intervals import (
    Interval,
    checked_level,
    pooled_normal,
    question_plugin,
    question_plugin_jeffreys,
    question_sd,
    wilson,
)
from porism.stats.tally import FloatArray, Tally

Method = Callable[[Tally, FloatArray], Interval]

PAPER_METHODS: Mapping[str, Method] = MappingProxyType(
    {
        "pooled normal": pooled_normal,
        "Wilson": wilson,
        "question plug-in": question_plugin,
        "question plug-in, Jeffreys": question_plugin_jeffreys,
        "question SD": question_sd,
    }
)
"""The five that the paper compares, in its order."""

METHODS: Mapping[str, Method] = MappingProxyType(
    {**PAPER_METHODS, "Wilson, effective runs": effective_wilson}
)

LEVELS = (0.50, 0.55, 0.60, 0.65, 0.70, 0.75, 0.80, 0.85, 0.90, 0.95, 0.99)


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """How often each method covered the truth, and how wide it was.

    Attributes:
        methods: names of the methods.
        levels: (levels,) nominal coverage.
        coverage: (methods, levels) share of all re-evaluations that covered the truth.
        width: (methods, levels) mean width, in score units.
        coverage_by_pair: (methods, levels, pairs) the same share pair by pair.
        simulations: re-evaluations of each pair.
    """

    methods: tuple[str, ...]
    levels: FloatArray
    coverage: FloatArray
    width: FloatArray
    coverage_by_pair: FloatArray
    simulations: int


def calibrate(  # noqa: PLR0913 - a study has that many settings
    rates: Sequence[ArrayLike],
    *,
    rng: np.random.Generator,
    runs: int = 4,
    simulations: int = 1000,
    levels: ArrayLike = LEVELS,
    methods: Mapping[str, Method] = METHODS,
) -> Calibration:
    """Simulate fresh evaluations and count how often each interval covers the truth.

    Args:
        rates: one array (questions,) of success probabilities a model-benchmark pair.
        rng: source of all randomness.
        runs: runs a question in each re-evaluation.
        simulations: re-evaluations a pair.
        levels: (levels,) nominal coverages.
        methods: intervals by name.

    Raises:
        ValueError: no pair, no method, a probability outside [0, 1], a level outside (0, 1),
            or a number of runs or simulations below one.
    Source: "Beyond Benchmarks", App. C.3.
    """
    truths = [_checked_rates(rate) for rate in rates]
    nominal = np.atleast_1d(checked_level(levels))
    if not truths or not methods or runs < 1 or simulations < 1:
        raise ValueError("a study needs at least one pair, method, run and simulation")
    coverage = np.empty((len(methods), nominal.size, len(truths)))
    width = np.empty_like(coverage)
    for pair, rate in enumerate(truths):
        tally = Tally.of_counts(rng.binomial(runs, rate, (simulations, rate.size)), runs)
        for row, method in enumerate(methods.values()):
            interval = method(tally, nominal[:, None])
            coverage[row, :, pair] = interval.contains(rate.mean()).mean(-1)
            width[row, :, pair] = interval.width.mean(-1)
    return Calibration(
        tuple(methods), nominal, coverage.mean(-1), width.mean(-1), coverage, simulations
    )


def synthetic_rates(
    rng: np.random.Generator, *, spread: float, pairs: int = 60, questions: int = 30
) -> list[FloatArray]:
    """Draw the success probabilities of a mix like that of a frontier leaderboard.

    The logit of question j in a pair is b + spread e_j, with b ~ N(1.5, 2^2) for the pair and
    e_j ~ N(0, 1): most benchmarks easy, some hard, and questions that differ by ``spread``.

    Args:
        rng: source of all randomness.
        spread: standard deviation of the questions within a pair, in logits.
        pairs: pairs of a model and a benchmark.
        questions: questions of each.

    Returns:
        For each pair, (questions,) probabilities.
    """
    level = rng.normal(1.5, 2.0, (pairs, 1))
    logit = level + spread * rng.standard_normal((pairs, questions))
    return list(1 / (1 + np.exp(-logit)))


def _checked_rates(rates: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(rates, dtype=np.float64)
    if values.ndim != 1 or values.size == 0 or not np.all((values >= 0) & (values <= 1)):
        raise ValueError("expected the success probabilities of a pair: (questions,) in [0, 1]")
    return values
