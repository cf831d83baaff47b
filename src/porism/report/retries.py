"""Whether attempts that needed retries score otherwise than those that did not.

An endpoint that fails often can fail more on hard problems, or answer in haste when it
answers; then retrying until it succeeds changes what is measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from porism.core import Benchmark
from porism.report.standing import standing_now
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

    attempts, _ = standing_now(store, [benchmark.id])
    known = attempts.filter("stands").drop_nulls("score")
    places = known.select("model", "variant", "problem").rows()
    codes = {place: n for n, place in enumerate(dict.fromkeys(places))}
    return stratified_difference(
        [codes[place] for place in places],
        (known["retries"] > 0).to_list(),
        known["score"].to_list(),
        np.random.default_rng(SEED),
    )
