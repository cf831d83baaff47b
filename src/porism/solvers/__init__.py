"""Solvers: how a model is put to a problem."""

from pydantic import ValidationError

from porism.core import Model
from porism.errors import ConfigurationError, UnknownName
from porism.solvers.direct import Direct
from porism.solvers.majority import Majority
from porism.solvers.self_check import SelfCheck
from porism.solvers.solver import Solver

__all__ = ["Direct", "Majority", "SelfCheck", "Solver", "find_solver"]

SOLVERS: dict[str, type[Direct | Majority | SelfCheck]] = {
    "direct": Direct,
    "majority": Majority,
    "self-check": SelfCheck,
}


def find_solver(model: Model) -> Solver:
    """Return the solver that a model's file names, with the options that it gives.

    Raises:
        UnknownName: there is none.
        ConfigurationError: it has no such option, or not with this value.
    """
    if model.solver not in SOLVERS:
        raise UnknownName("solver", model.solver, SOLVERS)
    solver = SOLVERS[model.solver]
    try:
        return solver.model_validate(dict(model.solver_options))
    except ValidationError as error:
        fault = error.errors()[0]
        key = ".".join(("solver_options", *map(str, fault["loc"])))
        known = ", ".join(solver.model_fields) or "none"
        raise ConfigurationError(
            f"model {model.id}: {key}: {fault['msg']}; {model.solver} has the options: {known}"
        ) from None
