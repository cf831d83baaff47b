"""Item response theory: abilities of models and difficulties of questions on one scale."""

from porism.stats.irt.fit import ONE_PARAMETER, TWO_PARAMETER, Fit, fit
from porism.stats.irt.parameters import Prior

__all__ = ["ONE_PARAMETER", "TWO_PARAMETER", "Fit", "Prior", "fit"]
