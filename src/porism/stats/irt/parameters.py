"""The parameters of a two-parameter logistic model in slope-intercept form.

The logit of the success probability of model m on question q is exp(lambda_q) theta_m + c_q,
with theta the ability, lambda the log discrimination and c the intercept, so that the
difficulty is -c_q / exp(lambda_q). The parameters stay on the surface where theta and lambda
have mean zero, as adding to or stretching theta could otherwise be undone by the questions.

Source: Birnbaum (1968).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from porism.stats.tally import FloatArray


@dataclass(frozen=True, slots=True)
class Prior:
    """Standard deviations of independent normal priors around zero.

    Attributes:
        ability_sd: of theta, in logits.
        log_discrimination_sd: of lambda; 0 makes all questions discriminate alike, which is
            the one-parameter (Rasch) model.
        intercept_sd: of c, in logits.
    """

    ability_sd: float = 3.0
    log_discrimination_sd: float = 0.5
    intercept_sd: float = 3.0

    def __post_init__(self) -> None:
        spreads = (self.ability_sd, self.intercept_sd, self.log_discrimination_sd)
        if not (np.isfinite(spreads).all() and min(spreads[:2]) > 0 and spreads[2] >= 0):
            raise ValueError(f"a prior needs finite, positive standard deviations; got {self}")


@dataclass(frozen=True, slots=True, eq=False)
class Direction:
    """A point, a step or a gradient in the space of parameters.

    Attributes:
        models: (..., models) part for the abilities.
        items: (2, ..., questions) parts for lambda and c.
    """

    models: FloatArray
    items: FloatArray

    def moved(self, step: Direction, length: float) -> Direction:
        """Return this point plus ``length`` times a step."""
        return Direction(self.models + length * step.models, self.items + length * step.items)

    def largest(self) -> float:
        """Return the largest absolute component."""
        return float(max(np.abs(self.models).max(), np.abs(self.items).max()))

    def along(self, other: Direction) -> float:
        """Return the inner product."""
        return float((self.models * other.models).sum() + (self.items * other.items).sum())


def logits(point: Direction) -> FloatArray:
    """(models, questions) logit of the success probability."""
    return np.asarray(point.models[:, None] * np.exp(point.items[0]) + point.items[1])
