"""Which models can be compared at all: those that a chain of shared questions connects."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from porism.errors import FitError
from porism.stats.tally import Tally


def parts(tally: Tally) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Number the connected parts of a design.

    Args:
        tally: (models, questions).

    Returns:
        (models,) and (questions,): the part to which each belongs, from 0. Two models are in
        one part if a chain of questions, each run by both of its neighbours, joins them. A
        question that nobody ran is a part of its own.

    Raises:
        ValueError: the tally is not one table of models by questions.
    Source: Weeks and Williams (1964), "A note on the determination of connectedness in an
        N-way cross classification".
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    model, question = np.nonzero(_table(tally).asked)
    models, questions = tally.asked.shape
    nodes = models + questions
    edges = csr_array((np.ones(model.size), (model, models + question)), shape=(nodes, nodes))
    label = np.asarray(connected_components(edges, directed=False)[1], dtype=np.intp)
    return label[:models], label[models:]


def require_connected(tally: Tally) -> None:
    """Refuse a design in which abilities of different parts have no common scale.

    Raises:
        FitError: models fall into several parts, or a question was run by nobody.
    """
    of_model, of_question = parts(tally)
    if len(np.unique(of_model)) > 1:
        groups = [np.flatnonzero(of_model == part).tolist() for part in np.unique(of_model)]
        small = min(groups, key=len)
        raise FitError(
            f"models fall into {len(groups)} groups that share no question, so that they cannot "
            f"be compared; the smallest holds models {small[:10]}: run them on a benchmark that "
            "others have run, or leave them out"
        )
    idle = np.flatnonzero(~np.isin(of_question, of_model))
    if idle.size:
        raise FitError(f"no model was run on questions {idle[:10].tolist()}: leave them out")


def _table(tally: Tally) -> Tally:
    if tally.runs.ndim != 2:
        raise ValueError(f"expected a table (models, questions), got shape {tally.runs.shape}")
    return tally
