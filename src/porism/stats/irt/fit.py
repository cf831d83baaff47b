"""Fitting abilities, difficulties and discriminations by penalised maximum likelihood."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from porism.errors import FitError
from porism.stats.intervals import as_tally
from porism.stats.irt.curvature import Curvature
from porism.stats.irt.design import require_connected
from porism.stats.irt.likelihood import Likelihood
from porism.stats.irt.parameters import Direction, Prior, logits
from porism.stats.tally import FloatArray, Tally

TWO_PARAMETER = Prior()
ONE_PARAMETER = Prior(log_discrimination_sd=0.0)

_MOST_STEPS = 200
_MOST_HALVINGS = 40
_LONGEST_STEP = 5.0  # logits: further away, exponentials overflow


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A fitted two-parameter logistic model, P = sigmoid(discrimination (ability - difficulty)).

    The convention: abilities have mean 0 and log discriminations have mean 0, so that an
    ability is counted in logits of a typical question, from the average model.

    Attributes:
        ability: (models,) in logits.
        ability_error: (models,) its standard error.
        difficulty: (questions,) in logits: where a model's chance is one half.
        difficulty_error: (questions,) its standard error.
        discrimination: (questions,) in 1/logit, positive.
        discrimination_error: (questions,) its standard error; 0 for the one-parameter model.
        log_likelihood: at the fit, without the binomial coefficients.
        gradient_norm: largest component of the penalised log-likelihood's gradient along the
            surface that the convention allows, in successes.
        steps: Newton steps taken.
        point: the same parameters in the form that the likelihood uses.
        information: the observed information at the fit.
    """

    ability: FloatArray
    ability_error: FloatArray
    difficulty: FloatArray
    difficulty_error: FloatArray
    discrimination: FloatArray
    discrimination_error: FloatArray
    log_likelihood: float
    gradient_norm: float
    steps: int
    prior: Prior
    point: Direction
    information: Curvature

    def rates(self) -> FloatArray:
        """(models, questions) fitted success probabilities, also where nothing was run."""
        from scipy.special import expit

        return np.asarray(expit(logits(self.point)))


def fit(
    scores: ArrayLike | Tally,
    prior: Prior = Prior(),
    *,
    tolerance: float = 1e-6,
    start: Direction | None = None,
) -> Fit:
    """Fit a two-parameter logistic model to success counts with missing cells.

    Newton's method with analytic derivatives: the observed information where it leads
    downhill, its expectation elsewhere. Fractional scores enter by their sums. Models or
    questions that are all right or all wrong stay finite by the prior.

    Args:
        scores: (models, questions, runs) in [0, 1], NaN where there is no run; or a tally.
        prior: penalties; ``ONE_PARAMETER`` gives the one-parameter model.
        tolerance: the gradient norm at which to stop.
        start: a point to begin from, for example the fit of similar data.

    Raises:
        ValueError: a score outside [0, 1], or no table of models by questions.
        FitError: models that share no question with the rest, a question that nobody ran, or
            no convergence.
    Source: Birnbaum (1968); the platform's use follows "Beyond Benchmarks", App. A. The
        penalty is that of Mislevy (1986), with fixed spreads.
    """
    tally = as_tally(scores)
    require_connected(tally)
    likelihood = Likelihood(tally, prior)
    point, information, steps = _descend(likelihood, start or likelihood.start(), tolerance)
    if not information.is_minimum():
        raise FitError("the fit ended where the likelihood has no maximum; use a narrower prior")
    slope = np.exp(point.items[0])
    difficulty = -point.items[1] / slope
    return Fit(
        ability=point.models,
        ability_error=information.ability_errors(),
        difficulty=difficulty,
        difficulty_error=information.item_errors(np.stack([-difficulty, -1 / slope])),
        discrimination=slope,
        discrimination_error=information.item_errors(np.stack([slope, np.zeros_like(slope)])),
        log_likelihood=-likelihood.deviance(point),
        gradient_norm=information.gradient_norm,
        steps=steps,
        prior=prior,
        point=point,
        information=information,
    )


def _descend(
    likelihood: Likelihood, point: Direction, tolerance: float
) -> tuple[Direction, Curvature, int]:
    """Walk downhill to a point, its observed information and the number of steps."""
    loss = likelihood.loss(point)
    for steps in range(_MOST_STEPS):
        information = likelihood.curvature(point)
        if information.gradient_norm <= tolerance:
            return point, information, steps
        step = information.newton_step()
        if information.gradient.along(step) >= 0:
            step = likelihood.curvature(point, observed=False).newton_step()
        point, loss = _line_search(likelihood, point, loss, step, information.gradient.along(step))
    raise FitError(
        f"no convergence in {_MOST_STEPS} steps: the gradient is {information.gradient_norm:.2g} "
        f"where {tolerance:.2g} was asked; use a narrower prior or a larger tolerance"
    )


def _line_search(
    likelihood: Likelihood, point: Direction, loss: float, step: Direction, slope: float
) -> tuple[Direction, float]:
    """Shorten a step until it pays (Armijo's rule), up to the rounding of the loss."""
    length = min(1.0, _LONGEST_STEP / step.largest())
    slack = 1e-13 * abs(loss)
    for _ in range(_MOST_HALVINGS):
        moved = point.moved(step, length)
        found = likelihood.loss(moved)
        if found <= loss + 1e-4 * length * slope + slack:
            return moved, found
        length /= 2
    raise FitError("the fit is stuck: no step improves it; use a narrower prior")
