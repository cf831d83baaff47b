"""How far judges and people agree on marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from porism.stats.tally import FloatArray

Metric = Literal["nominal", "ordinal", "interval"]
"""What counts as a large disagreement: any, one of many ranks, one of many points."""
NEAREST = 0.5
"""Marks less than half a point apart are the same mark."""
ROUNDING = 1e-9


class Estimate(NamedTuple):
    """A figure with the ends of its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """The marks that a judge and people gave to the same answers.

    Attributes:
        judge: (answers,) shares of the points, in [0, 1] save for a judge's own faults.
        person: (answers,) likewise.
        points: (answers,) highest mark of each, or one number for all.
        problems: (answers,) which problem each answers.
    """

    judge: ArrayLike
    person: ArrayLike
    points: ArrayLike
    problems: ArrayLike


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    """One judge against people.

    Attributes:
        count: how many answers both marked.
        bias: mean of judge less person, as a share of the points; above zero is generous.
        error: mean distance of the two, as a share of the points.
        exact: share of answers with the same mark, to the nearest point.
        within_one: share of answers whose marks are at most one point apart.
        kappa: quadratic weighted kappa; NaN where all marks of both are one and the same.
    """

    count: int
    bias: Estimate
    error: Estimate
    exact: Estimate
    within_one: Estimate
    kappa: Estimate


def krippendorff(ratings: ArrayLike, metric: Metric = "interval") -> float:
    """Krippendorff's alpha: 1 where all agree, 0 where they agree as often as chance would.

    alpha = 1 - D_o / D_e, with D_o the mean squared difference of two ratings of one unit and
    D_e that of any two ratings. The difference is 1 or 0 (nominal), that of the mean ranks
    (ordinal) or that of the values (interval). Any number of raters, any of whom may have
    left units out; units with fewer than two ratings say nothing and are left out.

    Args:
        ratings: (units, raters), NaN where a rater gave none.
        metric: how the difference of two ratings is measured.

    Raises:
        ValueError: no unit has two ratings, or all ratings are equal, so that nothing could
            have been disagreed on.
    Source: Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability".
    """
    table = np.asarray(ratings, dtype=np.float64)
    if table.ndim != 2:
        raise ValueError(f"expected ratings of shape (units, raters), got {table.shape}")
    table = table[(~np.isnan(table)).sum(axis=1) >= 2]
    rated = ~np.isnan(table)
    if not table.size:
        raise ValueError("no unit has ratings of two raters")
    places = _placed(table[rated], metric)
    unit = np.nonzero(rated)[0]
    raters = np.bincount(unit)
    squares = np.bincount(unit, weights=(places**2).sum(axis=1))
    sums = np.stack([np.bincount(unit, weights=column) for column in places.T], axis=1)
    within = _disagreement(raters, squares, (sums**2).sum(axis=1)) / (raters - 1)
    count = len(places)
    among = _disagreement(count, (places**2).sum(), (places.sum(axis=0) ** 2).sum())
    if among <= ROUNDING * max(1.0, float((places**2).sum())):
        raise ValueError("all ratings are equal: there is nothing to disagree on")
    return float(1 - (within.sum() / count) / (among / (count * (count - 1))))


def _placed(values: FloatArray, metric: Metric) -> FloatArray:
    """Return (ratings, dimensions) points whose squared distances the metric asks for."""
    kinds, index, counts = np.unique(values, return_inverse=True, return_counts=True)
    if metric == "nominal":
        corners: FloatArray = np.eye(len(kinds)) / np.sqrt(2)
        return corners[index]
    line = kinds - values.mean() if metric == "interval" else np.cumsum(counts) - counts / 2
    return np.asarray(line[index, None], dtype=np.float64)


def _disagreement(count: ArrayLike, squares: ArrayLike, square_of_sum: ArrayLike) -> FloatArray:
    """Return the sum of squared distances over all ordered pairs of points."""
    pairs = np.asarray(count) * np.asarray(squares) - np.asarray(square_of_sum)
    return np.asarray(2 * np.maximum(pairs, 0), dtype=np.float64)


def judge_agreement(
    marks: Marks, rng: np.random.Generator, *, level: float = 0.95, resamples: int = 2000
) -> JudgeAgreement:
    """Hold a judge's marks against those of people.

    Intervals are percentiles of a bootstrap that draws whole problems, since marks of one
    problem err together. With a single problem they are as wide as can be.

    Args:
        marks: what both gave.
        rng: draws the problems.
        level: of the intervals.
        resamples: how many are drawn.

    Raises:
        ValueError: no answers, or lists of different lengths.
    Source: quadratic weights: Cohen (1968); for marks x and y their kappa is
    1 - E(x - y)^2 / (var x + var y + (E x - E y)^2). Cluster bootstrap: Davison and Hinkley
    (1997), sec. 3.8.
    """
    given = np.asarray(marks.judge, dtype=np.float64)
    right = np.asarray(marks.person, dtype=np.float64)
    if given.ndim != 1 or given.shape != right.shape or not given.size:
        raise ValueError(f"expected two lists of marks, got {given.shape} and {right.shape}")
    facts = _facts(given, right, np.broadcast_to(np.asarray(marks.points, np.float64), given.shape))
    kinds, index = np.unique(np.asarray(marks.problems), return_inverse=True)
    sums = np.zeros((len(kinds), facts.shape[1]))
    np.add.at(sums, index, facts)
    drawn = rng.multinomial(len(kinds), np.full(len(kinds), 1 / len(kinds)), size=resamples)
    found = _figures(sums.sum(axis=0))
    spread = _figures(drawn @ sums)
    tail = (1 - level) / 2
    known = len(kinds) > 1
    ends = [
        np.nanquantile(column, (tail, 1 - tail)) if known and np.isfinite(column).any() else widest
        for column, widest in zip(spread.T, WIDEST, strict=True)
    ]
    estimates = [
        Estimate(float(value), float(low), float(high))
        for value, (low, high) in zip(found, ends, strict=True)
    ]
    return JudgeAgreement(given.size, *estimates)


WIDEST = ((-1.0, 1.0), (0.0, 1.0), (0.0, 1.0), (0.0, 1.0), (-1.0, 1.0))
"""What is known of the figures where a single problem was marked."""


def _facts(judge: FloatArray, person: FloatArray, points: FloatArray) -> FloatArray:
    """Return (answers, 8) numbers whose sums make all figures."""
    off = judge - person
    apart = np.abs(off) * points
    return np.stack(
        [
            np.ones_like(off),
            off,
            np.abs(off),
            apart < NEAREST,
            apart <= 1 + ROUNDING,
            off**2,
            judge + person,
            judge**2 + person**2,
        ],
        axis=1,
    )


def _figures(sums: FloatArray) -> FloatArray:
    """Return (..., 5) figures from (..., 8) sums: bias, error, exact, within one, kappa."""
    means = sums[..., 1:] / sums[..., :1]
    off, distance, exact, close, square, total, squares = np.moveaxis(means, -1, 0)
    # var x + var y + (Ex - Ey)^2 = E x^2 + E y^2 - 2 Ex Ey, and 2 Ex Ey = (total^2 - off^2) / 2
    chance = squares - (total**2 - off**2) / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        kappa = np.where(chance > ROUNDING, 1 - square / chance, np.nan)
    return np.stack([off, distance, exact, close, kappa], axis=-1)
