"""Whether attempts that needed retries score otherwise than those that did not.

An endpoint that fails often can fail more on hard problems, or answer in haste when it
answers; then retrying until it succeeds changes what is measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from porism.core import Benchmark
from porism.report.results import Definition, grouped, score_of
from porism.store import Store

if TYPE_CHECKING:
    from porism.stats.strata import Difference

SEED = 0


def retry_effect(store: Store, benchmark: Benchmark) -> Difference | None:
    """Compare attempts with and without retries on the same problems by the same models.

    Returns:
        ``None`` where no model has both kinds on any problem.
    """
    import numpy as np

    from porism.stats.strata import stratified_difference

    definition = Definition.of(store, benchmark)
    lines = [x for _, current, _ in grouped(definition.lines(store)) for x in current]
    scored = [(line, score_of(line, benchmark.scoring)) for line in lines]
    known = [(line, score) for line, score in scored if score is not None]
    places = [(line.model, line.variant, line.problem) for line, _ in known]
    codes = {place: n for n, place in enumerate(dict.fromkeys(places))}
    return stratified_difference(
        [codes[place] for place in places],
        [line.retries > 0 for line, _ in known],
        [score for _, score in known],
        np.random.default_rng(SEED),
    )
