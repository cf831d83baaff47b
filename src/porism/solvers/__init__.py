"""Solvers: how a model is put to a problem."""

from porism.errors import UnknownName
from porism.solvers.direct import Direct
from porism.solvers.solver import Ask, Solution, Solver

__all__ = ["Ask", "Direct", "Solution", "Solver", "find_solver"]

SOLVERS: dict[str, type[Solver]] = {"direct": Direct}


def find_solver(name: str) -> Solver:
    """Return the solver of that name.

    Raises:
        UnknownName: there is none.
    """
    if name not in SOLVERS:
        raise UnknownName("solver", name, SOLVERS)
    return SOLVERS[name]()
