"""Could a model have seen the problems, and does it look as if it had?"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.errors import FitError
from porism.stats.irt.fit import ONE_PARAMETER, fit
from porism.stats.tally import FloatArray, Tally

_MOST_EXACT = 7  # models: 5,040 orders


@dataclass(frozen=True, slots=True)
class Jump:
    """How much better models do on a benchmark if they came out after its problems.

    Attributes:
        jump: in logits of the score, at equal ability elsewhere; positive if later models do
            better than their ability explains.
        p_value: one-sided, of the permutation test.
        before: models that were released by the day of publication.
        after: models that were released later.
    """

    jump: float
    p_value: float
    before: int
    after: int


def exposed(released: ArrayLike, published: ArrayLike) -> NDArray[np.bool_]:
    """Mark what a model could have seen in training: problems published before its release.

    Args:
        released: (models,) release dates.
        published: (problems,) or (benchmarks,) first day on which the problems could be read.

    Returns:
        (models, problems) whether the release is later than the publication.

    Raises:
        ValueError: a date that is missing.
    Source: "Beyond Benchmarks" marks such results as possibly contaminated.
    """
    out = np.asarray(released, dtype="datetime64[D]")
    public = np.asarray(published, dtype="datetime64[D]")
    if np.isnat(out).any() or np.isnat(public).any():
        raise ValueError("contamination cannot be judged without dates: one is missing")
    return np.asarray(out[:, None] > public)


def performance_jumps(
    tally: Tally, benchmark: ArrayLike, after: ArrayLike, *, rng: np.random.Generator
) -> tuple[dict[int, Jump], dict[int, str]]:
    """Test each benchmark for a jump, against the models' ability on all other benchmarks.

    Args:
        tally: (models, questions).
        benchmark: (questions,) whole number from 0 that says which benchmark.
        after: (models, benchmarks) whether the model was released after the problems.
        rng: source of random permutations, where a test is not exact.

    Returns:
        The jumps by benchmark, and the reason for each benchmark that cannot be tested.
    Source: as :func:`jump_test`.
    """
    code, later = np.asarray(benchmark), np.asarray(after, dtype=np.bool_)
    jumps, failed = {}, {}
    for number in range(later.shape[1]):
        inside = tally.asked & (code == number)
        both = inside.any(1) & (tally.asked & (code != number)).any(1)
        try:
            ability, score = _elsewhere_and_here(tally, both, code == number)
            jumps[number] = jump_test(ability, score, later[both, number], rng=rng)
        except (FitError, ValueError) as why:
            failed[number] = str(why)
    return jumps, failed


def jump_test(
    ability: ArrayLike,
    score: ArrayLike,
    after: ArrayLike,
    *,
    rng: np.random.Generator,
    resamples: int = 10_000,
) -> Jump:
    """Test whether later models score higher than their ability elsewhere explains.

    Least squares of the scores' logits on ability and on "released after", tested by permuting
    the residuals of the fit without the latter: in all orders for up to seven models.

    Args:
        ability: (models,) in logits, from other benchmarks.
        score: (models,) on this benchmark, strictly between 0 and 1 (smooth counts first).
        after: (models,) released after the problems.
        rng: source of random permutations.
        resamples: permutations, if the test is not exact.

    Raises:
        ValueError: lists that do not fit, figures that are not finite, scores of 0 or 1, fewer
            than two models before or after, or abilities that alone tell these apart.
    Source: Freedman and Lane (1983), "A nonstochastic interpretation of reported significance
        levels".
    """
    theta, rate = np.asarray(ability, np.float64), np.asarray(score, np.float64)
    later = np.asarray(after, np.bool_)
    if theta.ndim != 1 or not theta.shape == rate.shape == later.shape:
        raise ValueError("expected one ability, score and mark a model")
    if not (np.isfinite(theta).all() and np.all((rate > 0) & (rate < 1))):
        raise ValueError("abilities must be finite and scores strictly between 0 and 1")
    if min(later.sum(), (~later).sum()) < 2:
        raise ValueError(
            f"of the models, {int((~later).sum())} came out before and {int(later.sum())} after "
            "the problems; a jump needs at least two of each"
        )
    logit = np.log(rate / (1 - rate))
    free = _free_of(np.column_stack([np.ones_like(theta), theta]))
    contrast, residual = free @ later, free @ logit
    size = float((contrast**2).sum())
    if size < 1e-9:
        raise ValueError("ability alone tells the earlier from the later models")
    jumps = residual[_orders(theta.size, rng, resamples)] @ contrast / size
    p_value = float((jumps >= jumps[0] - 1e-12).mean())
    return Jump(float(jumps[0]), p_value, int((~later).sum()), int(later.sum()))


def _elsewhere_and_here(
    tally: Tally, models: NDArray[np.bool_], here: NDArray[np.bool_]
) -> tuple[FloatArray, FloatArray]:
    """Ability from the other benchmarks, and the smoothed score on this one."""
    rows = Tally(tally.runs[models], tally.total[models], tally.squares[models])
    elsewhere = rows.questions(~here & rows.asked.any(0))
    inside = rows.questions(here)
    score = (inside.total.sum(1) + 0.5) / (inside.runs.sum(1) + 1)
    return fit(elsewhere, ONE_PARAMETER).ability, score


def _free_of(design: FloatArray) -> FloatArray:
    """Return the matrix that takes away what a design explains."""
    return np.asarray(np.eye(len(design)) - design @ np.linalg.pinv(design))


def _orders(count: int, rng: np.random.Generator, resamples: int) -> NDArray[np.intp]:
    """(orders, count) permutations, the identity first; all of them where there are few."""
    if count <= _MOST_EXACT:
        return np.array(list(permutations(range(count))))
    identity = np.arange(count)
    return np.vstack([identity, rng.permuted(np.tile(identity, (resamples, 1)), axis=1)])
