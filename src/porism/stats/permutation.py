"""Paired sign-flip permutation tests that keep a question's runs together.

Two models ran the same questions; d_j is the difference of their mean scores on question j.
If they are equally good on each, d_j could as well have had the other sign. The statistic is
|sum_j d_j|, and its distribution under independent fair signs gives a two-sided p-value. As
the runs of a question flip together, they need not be independent of each other.

Where all differences are multiples of a common step - scores of right or wrong do that - the
distribution is computed exactly, for any number of questions: the sum of s_j d_j has the
characteristic function prod_j cos(d_j t), and a Fourier transform turns it into probabilities.
Otherwise signs are drawn at random.

Source: Fisher (1935), "The Design of Experiments", section 21; Good (2005), "Permutation,
Parametric and Bootstrap Tests of Hypotheses"; Miller (2024), "Adding error bars to evals",
for pairing by question.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from porism.stats.tally import FloatArray

_FINEST_STEP = 1000  # steps to a point of score
_LONGEST_SUPPORT = 65_536
_CELLS_AT_ONCE = 2_000_000
_FLIPS_AT_ONCE = 8192
_BYTE_SIGNS = 1.0 - 2.0 * np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1)


def sign_flip_p(
    differences: FloatArray,
    *,
    rng: np.random.Generator,
    resamples: int = 10_000,
    small_enough: float = 0.0,
) -> FloatArray:
    """Test each row of differences: exactly where that can be done, else by resampling.

    Args:
        differences: (tests, questions); 0 where a question takes no part.
        rng: source of the random signs, if any are needed.
        resamples: random sign patterns a test, if the test is not exact.
        small_enough: where Hoeffding's bound is below that, the bound stands for the p-value:
            it is never too small, and costs next to nothing.

    Returns:
        (tests,) two-sided p-values, in (0, 1]; 1 where all differences are zero.

    Raises:
        ValueError: differences that are no finite table, or less than one resample.
    """
    table = np.asarray(differences, dtype=np.float64)
    if table.ndim != 2 or not np.isfinite(table).all():
        raise ValueError("expected finite differences of shape (tests, questions)")
    found = bounded_p(table)
    unsure = found > small_enough
    whole = whole_steps(table[unsure])
    if whole is not None:
        found[unsure] = exact_p(whole)
    else:
        found[unsure] = sampled_p(table[unsure], rng=rng, resamples=resamples)
    return found


def bounded_p(differences: FloatArray) -> FloatArray:
    """Bound each row's p-value from above: 2 exp(-(sum d)^2 / (2 sum d^2)).

    Args:
        differences: (tests, questions).

    Returns:
        (tests,) in (0, 1]; 1 where all differences are zero.
    Source: Hoeffding (1963), "Probability inequalities for sums of bounded random variables".
    """
    size = np.maximum((differences**2).sum(1), np.finfo(np.float64).tiny)
    bound = 2 * np.exp(-(differences.sum(1) ** 2) / (2 * size))
    return np.asarray(np.clip(bound, np.finfo(np.float64).tiny, 1.0))


def whole_steps(differences: FloatArray) -> NDArray[np.int64] | None:
    """Express differences in whole numbers of their common step, if there is a coarse one.

    Returns:
        (tests, questions) whole numbers, or None if the step is finer than a thousandth or the
        sums would take too many values for an exact test.
    """
    sizes = np.unique(np.abs(differences).round(12))
    if sizes.size > _FINEST_STEP:
        return None
    fractions = [Fraction(float(size)).limit_denominator(_FINEST_STEP) for size in sizes]
    scale = lcm(*(fraction.denominator for fraction in fractions))
    if scale > _FINEST_STEP:
        return None
    steps = differences * scale
    whole = np.rint(steps)
    if np.abs(steps - whole).max(initial=0) > 1e-9:
        return None
    if 2 * np.abs(whole).sum(1).max(initial=0) >= _LONGEST_SUPPORT:
        return None
    return whole.astype(np.int64)


def exact_p(steps: NDArray[np.int64]) -> FloatArray:
    """Test each row of whole differences against all 2^questions sign patterns.

    Args:
        steps: (tests, questions) whole numbers.

    Returns:
        (tests,) two-sided p-values, to an absolute error of about 1e-14.
    """
    size = np.abs(steps)
    sizes = np.unique(size[size > 0])
    if sizes.size == 0:
        return np.ones(len(steps))
    support = 2 * int(size.sum(1).max()) + 1
    waves = np.cos(2 * np.pi / support * np.multiply.outer(sizes, np.arange(support // 2 + 1)))
    found = np.empty(len(steps))
    rows = max(1, _CELLS_AT_ONCE // support)
    for start in range(0, len(steps), rows):
        part = slice(start, start + rows)
        count = np.stack([(size[part] == value).sum(1) for value in sizes], axis=1)
        found[part] = _tail(count, waves, support, np.abs(steps[part].sum(1)))
    least = 2.0 ** (1 - np.minimum((size > 0).sum(1), 1000))
    return np.clip(found, np.where(size.any(1), least, 1.0), 1.0)


def _tail(
    count: NDArray[np.intp], waves: FloatArray, support: int, observed: NDArray[np.int64]
) -> FloatArray:
    """P(|sum| >= observed) where ``count`` (tests, sizes) says how often each size occurs."""
    decay = np.exp(count @ np.log(np.maximum(np.abs(waves), 1e-300)))
    odd = (count @ (waves < 0).astype(np.float64)) % 2
    mass = np.fft.irfft(decay * (1 - 2 * odd), n=support, axis=1)
    value = np.arange(support)
    distance = np.minimum(value, support - value)
    return np.asarray((mass * (distance >= observed[:, None])).sum(1))


def sampled_p(differences: FloatArray, *, rng: np.random.Generator, resamples: int) -> FloatArray:
    """Test each row of differences against random sign patterns, the same for all rows.

    Args:
        differences: (tests, questions).
        rng: source of the signs.
        resamples: how many patterns.

    Returns:
        (tests,) two-sided p-values (1 + patterns at least as extreme) / (1 + patterns).

    Raises:
        ValueError: less than one resample.
    Source: Phipson and Smyth (2010) for counting the observed pattern.
    """
    if resamples < 1:
        raise ValueError(f"a permutation test needs at least one resample, got {resamples}")
    moving = differences[:, differences.any(axis=0)]
    # A pattern that gives the observed sum must count in spite of rounding.
    bound = np.abs(moving.sum(1)) - 1e-9 * np.abs(moving).sum(1)
    groups = -(-moving.shape[1] // 8)
    extreme = np.zeros(len(moving), dtype=np.int64)
    for start in range(0, resamples, _FLIPS_AT_ONCE):
        flips = _random_bytes(rng, groups, min(_FLIPS_AT_ONCE, resamples - start))
        for row, test in enumerate(moving):
            sums = np.zeros(flips.shape[1])
            for table, byte in zip(_byte_sums(test), flips, strict=True):
                sums += table.take(byte, mode="clip")  # faster than indexing
            extreme[row] += np.count_nonzero(np.abs(sums) >= bound[row])
    return np.asarray((1 + extreme) / (1 + resamples))


def _random_bytes(rng: np.random.Generator, rows: int, columns: int) -> NDArray[np.intp]:
    words = rng.integers(0, 2**64, (rows, -(-columns // 8)), dtype=np.uint64)
    return words.view(np.uint8)[:, :columns].astype(np.intp)


def _byte_sums(differences: FloatArray) -> FloatArray:
    """(groups, 256) signed sum of each eight differences for every pattern of their signs."""
    padded = np.pad(differences, (0, -len(differences) % 8)).reshape(-1, 8)
    return np.asarray(padded @ _BYTE_SIGNS.T)
