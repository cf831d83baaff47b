"""Solvers: how a model is put to a problem."""

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from porism.core import Model, Noun
from porism.errors import ConfigurationError, UnknownName
from porism.solvers.best_of_n import BestOfN
from porism.solvers.direct import Direct
from porism.solvers.majority import Majority
from porism.solvers.proof_search import ProofSearch
from porism.solvers.self_check import SelfCheck
from porism.solvers.solver import Solver
from porism.solvers.texts import text
from porism.solvers.verify_and_refine import VerifyAndRefine

__all__ = [
    "BestOfN",
    "Direct",
    "Majority",
    "ProofSearch",
    "SelfCheck",
    "Solver",
    "VerifyAndRefine",
    "asks_of",
    "find_solver",
]

SOLVERS: Mapping[
    str, type[Direct | Majority | SelfCheck | VerifyAndRefine | BestOfN | ProofSearch]
] = {
    "direct": Direct,
    "majority": Majority,
    "self-check": SelfCheck,
    "verify-and-refine": VerifyAndRefine,
    "best-of-n": BestOfN,
    "proof-search": ProofSearch,
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


class Scaffolded(Noun):
    """What shapes the answers of a model in a scaffold."""

    asks: str
    texts: tuple[tuple[str, str], ...]
    """Names and words."""
    others: tuple[str, ...]
    """What shapes the answers of the other models that it asks."""


def asks_of(model: Model, others: Sequence[Model]) -> str:
    """Return a digest of all that shapes the answers of a model in its scaffold.

    Args:
        model: what is put to problems.
        others: the models that its solver asks besides, as :attr:`Solver.others` names them.
    """
    texts = find_solver(model).texts
    if not texts and not others:
        return model.asks
    return Scaffolded(
        asks=model.asks,
        texts=tuple((name, text(name)) for name in texts),
        others=tuple(other.asks for other in others),
    ).digest()
