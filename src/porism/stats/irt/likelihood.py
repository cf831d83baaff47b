"""The penalised likelihood of a two-parameter logistic model and its analytic derivatives."""

from __future__ import annotations

import numpy as np

from porism.stats.irt.curvature import Curvature
from porism.stats.irt.parameters import Direction, Prior
from porism.stats.tally import FloatArray, Tally


class Likelihood:
    """Minus the penalised log-likelihood of a table of models by questions."""

    def __init__(self, tally: Tally, prior: Prior) -> None:
        self._tally = tally
        self._model, self._question = np.nonzero(tally.asked)
        self._cell = self._model * 2 * tally.runs.shape[1] + self._question
        self._runs = tally.runs[self._model, self._question]
        self._total = tally.total[self._model, self._question]
        self._rasch = prior.log_discrimination_sd == 0
        slope_sd = prior.log_discrimination_sd or 1.0
        self._ability_precision = prior.ability_sd**-2
        self._item_precision = np.array([[slope_sd**-2], [prior.intercept_sd**-2]])

    def start(self) -> Direction:
        """Return a point on the surface: smoothed logits of the means, equal slopes."""
        total, runs = self._tally.total, self._tally.runs
        ability = _smooth_logit(total.sum(1), runs.sum(1))
        intercept = _smooth_logit(total.sum(0), runs.sum(0))
        return Direction(ability - ability.mean(), np.stack([0 * intercept, intercept]))

    def deviance(self, point: Direction) -> float:
        """Return minus the log-likelihood alone, without the binomial coefficients."""
        logit = self._logits(point)
        return float(self._runs @ np.logaddexp(0, logit) - self._total @ logit)

    def loss(self, point: Direction) -> float:
        """Return minus the penalised log-likelihood, without the binomial coefficients."""
        return self.deviance(point) + 0.5 * float(
            self._ability_precision * (point.models**2).sum()
            + (self._item_precision * point.items**2).sum()
        )

    def curvature(self, point: Direction, bend: float = 1.0) -> Curvature | None:
        """Return gradient and information at a point, if the latter is positive definite.

        Args:
            point: where.
            bend: share of what the Hessian has beyond its expectation. 1 gives the Hessian
                itself, the observed information; 0 its expectation, which is positive definite
                everywhere.
        """
        from scipy.special import expit

        rate = expit(self._logits(point))
        weight = self._runs * rate
        residual = weight - self._total
        weight *= 1 - rate
        slope = np.exp(point.items[0])[self._question]
        lever = slope * point.models[self._model]  # the derivative of the logit by lambda
        gradient = Direction(
            self._by_model(residual * slope) + self._ability_precision * point.models,
            np.stack([self._by_question(residual * lever), self._by_question(residual)])
            + self._item_precision * point.items,
        )
        if self._rasch:
            gradient.items[0] = 0
        cross = np.stack([weight * slope * lever, weight * slope])
        block = np.stack([self._by_question(weight * lever**power) for power in (2, 1, 0)])
        block[::2] += self._item_precision
        block[0] += bend * self._by_question(residual * lever)
        cross[0] += bend * residual * slope
        if np.any(block[0] * block[2] <= block[1] ** 2):
            return None
        diagonal = self._by_model(weight * slope**2) + self._ability_precision
        roots = self._roots(block)
        found = Curvature(gradient, diagonal, roots, self._reach(cross, roots), bend)
        return found if found.is_definite() else None

    def _roots(self, block: FloatArray) -> FloatArray:
        """Invert the Cholesky factor of each question's block: its three entries by rows."""
        if self._rasch:
            return np.stack([0 * block[2], 0 * block[2], block[2] ** -0.5])
        first = block[0] ** -0.5
        last = (block[2] - (block[1] * first) ** 2) ** -0.5
        return np.stack([first, -block[1] * first**2 * last, last])

    def _reach(self, cross: FloatArray, roots: FloatArray) -> FloatArray:
        """Whiten the cells' cross parts and spread them into (models + 2, 2 questions)."""
        models, questions = self._tally.runs.shape
        first, second, last = (root[self._question] for root in roots)
        reach = np.zeros((models + 2) * 2 * questions)
        reach[self._cell] = first * cross[0]
        reach[self._cell + questions] = second * cross[0] + last * cross[1]
        reach[-2 * questions :] = roots[:2].ravel()
        return reach.reshape(models + 2, 2 * questions)

    def _logits(self, point: Direction) -> FloatArray:
        slope, intercept = np.exp(point.items[0]), point.items[1]
        product = point.models[self._model] * slope[self._question]
        return np.asarray(product + intercept[self._question])

    def _by_model(self, cells: FloatArray) -> FloatArray:
        return np.bincount(self._model, cells).astype(np.float64, copy=False)

    def _by_question(self, cells: FloatArray) -> FloatArray:
        return np.bincount(self._question, cells).astype(np.float64, copy=False)


def _smooth_logit(total: FloatArray, runs: FloatArray) -> FloatArray:
    """Logit of a mean that half a success and half a failure keep away from 0 and 1."""
    return np.asarray(np.log((total + 0.5) / (runs - total + 0.5)))
