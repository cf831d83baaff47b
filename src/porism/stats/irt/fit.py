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
_EARLY = (1.0, 0.0)  # the expectation is the safer guide far away ...
_LATE = (1.0, 0.9, 0.5, 0.0)  # ... and a slow one near a flat optimum
_PUSH = 0.1  # logits
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
        prior: the penalties that were used.
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
        """(models, questions) success probabilities at the fitted parameters."""
        from scipy.special import expit

        return np.asarray(expit(logits(self.point)))

    def expected_rates(self) -> FloatArray:
        """(models, questions) success probabilities averaged over the parameters' errors.

        Fitted logits are too far apart, the more so the fewer runs a question has; averaging
        over their errors brings the probabilities back. With v the variance of a logit, taken
        as that of its model's ability plus that of its question's parameters, the average is
        sigmoid(logit / sqrt(1 + pi v / 8)).

        Source: MacKay (1992), "The evidence framework applied to classification networks".
        """
        from scipy.special import expit

        slope, covariance = self.discrimination, self.information.item_covariance()
        lever = np.multiply.outer(self.ability, slope)
        variance = np.multiply.outer(self.ability_error**2, slope**2)
        variance += covariance[0, 0] * lever**2 + 2 * covariance[0, 1] * lever + covariance[1, 1]
        return np.asarray(expit(logits(self.point) / np.sqrt(1 + np.pi / 8 * variance)))


def fit(
    scores: ArrayLike | Tally,
    prior: Prior = TWO_PARAMETER,
    *,
    tolerance: float = 1e-6,
    start: Direction | None = None,
) -> Fit:
    """Fit a two-parameter logistic model to success counts with missing cells.

    Newton's method with analytic derivatives: the observed information where it is positive
    definite, its expectation elsewhere. Fractional scores enter by their sums. Models or
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
    slope = np.exp(point.items[0])
    difficulty = -point.items[1] / slope
    covariance = information.item_covariance()
    by_difficulty = np.stack([-difficulty, -1 / slope])
    return Fit(
        ability=point.models,
        ability_error=_root(information.ability_variance()),
        difficulty=difficulty,
        difficulty_error=_root(np.einsum("iq,ijq,jq->q", by_difficulty, covariance, by_difficulty)),
        discrimination=slope,
        discrimination_error=slope * _root(covariance[0, 0]),
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
        information = _definite(likelihood, point, _EARLY if steps < 30 else _LATE)
        if information.gradient_norm > tolerance:
            point, loss = _line_search(likelihood, point, loss, information)
        elif information.bend < 1:
            point = _off_the_saddle(point)
            loss = likelihood.loss(point)
        else:
            return point, information, steps
    raise FitError(
        f"no convergence in {_MOST_STEPS} steps: the gradient is {information.gradient_norm:.2g} "
        f"where {tolerance:.2g} was asked; use a narrower prior or a larger tolerance"
    )


def _definite(likelihood: Likelihood, point: Direction, bends: tuple[float, ...]) -> Curvature:
    """Return the Hessian, bent towards its expectation until it leads downhill."""
    for bend in bends:
        information = likelihood.curvature(point, bend)
        if information is not None:
            return information
    raise FitError("the information is singular: the prior is too wide for these data")


def _off_the_saddle(point: Direction) -> Direction:
    """Push the abilities apart where equal ones leave the gradient nowhere to go."""
    push = np.cos(np.arange(point.models.size))
    return Direction(point.models + _PUSH * (push - push.mean()), point.items)


def _line_search(
    likelihood: Likelihood, point: Direction, loss: float, information: Curvature
) -> tuple[Direction, float]:
    """Shorten a Newton step until it pays (Armijo's rule), up to the rounding of the loss."""
    step = information.newton_step()
    slope = information.gradient.along(step)
    length = min(1.0, _LONGEST_STEP / step.largest())
    slack = 1e-13 * abs(loss)
    for _ in range(_MOST_HALVINGS):
        moved = point.moved(step, length)
        found = likelihood.loss(moved)
        if found <= loss + 1e-4 * length * slope + slack:
            return moved, found
        length /= 2
    raise FitError("the fit is stuck: no step improves it; use a narrower prior")


def _root(variance: FloatArray) -> FloatArray:
    """Square root; what a constraint fixes has variance zero, which rounding may undercut."""
    return np.asarray(np.sqrt(np.maximum(variance, 0.0)))
