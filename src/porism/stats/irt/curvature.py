"""The information on all parameters at once, and solving with it.

A question meets only the abilities, so that the Hessian is diagonal in theta, has a block of
2 by 2 for each question, and a cross part. Eliminating the questions leaves one small system
in theta (a Schur complement), bordered by the two constraints.

Source: Nocedal and Wright, "Numerical Optimization" (2006), section 16.2, for Newton steps
under linear constraints.
"""

from __future__ import annotations

import numpy as np

from porism.stats.irt.parameters import Direction
from porism.stats.tally import FloatArray


class Curvature:
    """Gradient and information at one point, ready to solve under the two constraints.

    With L the Cholesky factors of the questions' blocks and C the cross part, everything can
    be had from the reach R = C / L', with one row more for each constraint, and from the small
    system K = D - R R', where D holds the abilities' own information and the border.

    Args:
        gradient: of minus the penalised log-likelihood.
        diagonal: (models,) information of each ability alone.
        roots: (3, questions) inverse Cholesky factors: first row, second row.
        reach: (models + 2, 2 questions) R, by lambda and by c.
        bend: share of the Hessian's part beyond its expectation.
    """

    def __init__(
        self,
        gradient: Direction,
        diagonal: FloatArray,
        roots: FloatArray,
        reach: FloatArray,
        bend: float,
    ) -> None:
        self.gradient = gradient
        self.bend = bend
        self._roots = roots
        self._reach = reach
        models = diagonal.size
        system = np.zeros((models + 2, models + 2))
        system[range(models), range(models)] = diagonal
        system[models, :models] = system[:models, models] = 1
        # Without slopes, as in the one-parameter model, the second constraint is idle.
        system[-1, -1] = 0 if roots[0].any() else -1
        self._system = system - reach @ reach.T

    @property
    def gradient_norm(self) -> float:
        """Largest component of the gradient along the surface."""
        models, items = self.gradient.models, self.gradient.items
        slopes = items[0] - items[0].mean()
        return Direction(models - models.mean(), np.stack([slopes, items[1]])).largest()

    def is_definite(self) -> bool:
        """Whether the information is positive definite along the surface.

        By Haynsworth's rule, as the questions' blocks are: the small system must have as many
        negative eigenvalues as there are constraints.
        """
        return int((np.linalg.eigvalsh(self._system) < 0).sum()) == 2

    def newton_step(self) -> Direction:
        """Return where the minimum would be if the information were the same everywhere."""
        return self.solve(Direction(-self.gradient.models, -self.gradient.items))

    def solve(self, right: Direction) -> Direction:
        """Solve information times x = right along the surface, for each of many right sides.

        With the derivatives of a quantity on the right, the inner product of both is the
        quantity's variance (delta method).
        """
        models, questions = right.models.shape[-1], right.items.shape[-1]
        white = self._whitened(right.items.reshape(2, -1, questions))
        white = white.swapaxes(0, 1).reshape(-1, 2 * questions)
        top = np.pad(right.models.reshape(-1, models), ((0, 0), (0, 2)))
        small = np.asarray(np.linalg.solve(self._system, (top - white @ self._reach.T).T).T)
        first, second = (white - small @ self._reach).reshape(-1, 2, questions).swapaxes(0, 1)
        a, b, c = self._roots
        items = np.stack([a * first + b * second, c * second])
        return Direction(
            small[:, :models].reshape(right.models.shape), items.reshape(right.items.shape)
        )

    def ability_variance(self) -> FloatArray:
        """(models,) variance of each ability, in squared logits."""
        return np.diag(np.linalg.inv(self._system))[:-2]

    def item_covariance(self) -> FloatArray:
        """(2, 2, questions) covariance of each question's lambda and c."""
        a, b, c = self._roots
        zero = np.zeros_like(a)
        colour = np.stack([np.stack([a, b]), np.stack([zero, c])])
        first, second = np.split(self._reach, 2, axis=1)
        one, two = np.split(np.linalg.solve(self._system, self._reach), 2, axis=1)
        own, mixed = 1 + (first * one).sum(0), (first * two).sum(0)
        white = np.stack([np.stack([own, mixed]), np.stack([mixed, 1 + (second * two).sum(0)])])
        return np.asarray(np.einsum("ikq,klq,jlq->ijq", colour, white, colour))

    def _whitened(self, items: FloatArray) -> FloatArray:
        """Apply the inverse Cholesky factors to parts of shape (2, ..., questions)."""
        a, b, c = self._roots
        return np.stack([a * items[0], b * items[0] + c * items[1]])
