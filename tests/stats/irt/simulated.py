"""Success counts drawn from a two-parameter logistic model whose truth is known."""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from porism.stats import Tally


@dataclass
class Truth:
    ability: np.ndarray  # both in the convention of a fit: means of zero
    difficulty: np.ndarray
    rates: np.ndarray
    tally: Tally


def simulate(rng, models, questions, *, density=1.0, runs=4, slope_spread=0.4):
    ability = rng.normal(0, 1.5, models)
    slope = np.exp(slope_spread * rng.standard_normal(questions))
    difficulty = rng.normal(0.3, 1.5, questions)
    rates = expit(slope * (ability[:, None] - difficulty))
    count = np.where(rng.random((models, questions)) < density, runs, 0)
    scale = np.exp(np.log(slope).mean())
    return Truth(
        scale * (ability - ability.mean()),
        scale * (difficulty - ability.mean()),
        rates,
        Tally.of_counts(rng.binomial(count, rates), count),
    )
