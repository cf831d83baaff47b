"""Intervals against hand-worked figures, against SciPy, and by their properties."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy.stats import binomtest
from scipy.stats import t as student

from porism.stats import pooled_normal, wilson
from porism.stats.intervals import (
    clustered,
    question_plugin,
    question_plugin_jeffreys,
    question_sd,
)

METHODS = (
    pooled_normal,
    wilson,
    question_plugin,
    question_plugin_jeffreys,
    question_sd,
    clustered,
)
SCORES = [[1, 1, 0, 1], [0, 0, 0, 0], [1, 1, 1, 1]]  # 3, 0 and 4 of 4: 7 of 12
Z = 1.959963984540054


def half(interval):
    return float(interval.high - interval.low) / 2


def test_the_papers_five_by_hand():
    p, questions = 7 / 12, 3
    assert half(pooled_normal(SCORES)) == pytest.approx(Z * np.sqrt(p * (1 - p) / 12))
    assert half(question_plugin(SCORES)) == pytest.approx(Z * np.sqrt(0.75 * 0.25 / 4) / questions)
    smooth = np.array([3.5, 0.5, 4.5]) / 5
    assert half(question_plugin_jeffreys(SCORES)) == pytest.approx(
        Z * np.sqrt((smooth * (1 - smooth) / 4).sum()) / questions
    )
    sd = np.std([0.75, 0, 1], ddof=1)
    assert half(question_sd(SCORES, 0.5)) == pytest.approx(0.67448975 * sd / np.sqrt(questions))
    for method in METHODS:
        assert method(SCORES).estimate == pytest.approx(p)


@pytest.mark.parametrize(("right", "runs"), [(8, 10), (0, 60), (60, 60), (48, 60), (1, 3)])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
def test_wilson_agrees_with_scipy(right, runs, level):
    scores = np.repeat([1.0, 0.0], [right, runs - right])
    expected = binomtest(right, runs).proportion_ci(level, method="wilson")
    interval = wilson(scores, level)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high))


def test_clustering_equals_question_sd_but_for_the_quantile_when_runs_are_equal():
    scores = np.random.default_rng(1).integers(0, 2, (9, 4))
    ratio = half(clustered(scores)) / half(question_sd(scores))
    assert ratio == pytest.approx(student.ppf(0.975, 8) / Z)


def test_fractional_scores_use_their_own_variance():
    scores = np.array([[2 / 7, 3 / 7], [5 / 7, 6 / 7]])
    assert half(pooled_normal(scores)) == pytest.approx(Z * np.std(scores) / 2)
    assert half(question_plugin(scores)) == pytest.approx(
        Z * np.sqrt((np.var(scores, axis=1) / 2).sum()) / 2
    )


def test_unequal_runs_weigh_by_run_or_by_question():
    scores = [[1, np.nan, np.nan, np.nan], [0, 0, 0, 0], [np.nan] * 4]
    assert pooled_normal(scores).estimate == pytest.approx(1 / 5)
    assert question_sd(scores).estimate == pytest.approx(1 / 2)


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_all_right_or_all_wrong(score):
    scores = np.full((15, 4), score)
    for method in (pooled_normal, question_plugin, question_sd, clustered):
        interval = method(scores)
        assert (interval.low, interval.high) == (score, score)
    for method in (wilson, question_plugin_jeffreys):
        interval = method(scores)
        assert interval.contains(score)
        assert interval.width > 0.02


def test_one_question_says_nothing_of_others():
    for method in (question_sd, clustered):
        interval = method([[1, 0, 1, 1]])
        assert (interval.estimate, interval.low, interval.high) == (0.75, 0, 1)
    assert pooled_normal([[1, 0, 1, 1]]).width < 1


@pytest.mark.parametrize(
    "scores",
    [[], [[]], np.nan, [np.nan, np.nan], [1.5], [-0.1], [np.inf], [[[1, 0]], [[np.nan] * 2]]],
)
def test_what_is_no_score_is_refused(scores):
    with pytest.raises(ValueError, match="score"):
        pooled_normal(scores)


@pytest.mark.parametrize("level", [0, 1, -0.5, 95, np.nan, [0.5, 1.0]])
@pytest.mark.parametrize("method", METHODS)
def test_a_level_is_a_probability(level, method):
    with pytest.raises(ValueError, match="level"):
        method(SCORES, level)


score_tables = arrays(
    np.float64,
    array_shapes(min_dims=2, max_dims=3, max_side=5),
    elements=st.sampled_from([0.0, 1.0, 0.25, 1 / 3]),
)


@settings(max_examples=60, deadline=None)
@given(score_tables, st.sampled_from(METHODS))
def test_intervals_are_finite_and_nested(scores, method):
    narrow, wide = method(scores, 0.6), method(scores, 0.99)
    for interval in (narrow, wide):
        assert np.isfinite(interval.low).all()
        assert (interval.low >= 0).all()
        assert (interval.high <= 1).all()
        assert (interval.low <= interval.estimate + 1e-12).all()
        assert (interval.estimate <= interval.high + 1e-12).all()
    assert (wide.width >= narrow.width - 1e-12).all()


@settings(max_examples=60, deadline=None)
@given(score_tables, st.sampled_from(METHODS), st.randoms(use_true_random=False))
def test_order_padding_and_company_do_not_matter(scores, method, random):
    padded = np.concatenate([scores, np.full((*scores.shape[:-1], 1), np.nan)], axis=-1)
    shuffled = np.take(padded, random.sample(range(padded.shape[-1]), padded.shape[-1]), axis=-1)
    alone = [method(one) for one in scores.reshape(-1, *scores.shape[-2:])]
    together = method(shuffled)
    for end in ("estimate", "low", "high"):
        expected = [getattr(interval, end) for interval in alone]
        np.testing.assert_allclose(getattr(together, end).ravel(), expected, atol=1e-12)


def test_levels_broadcast_before_the_data_sets():
    levels = np.array([0.5, 0.95])[:, None]
    scores = np.random.default_rng(2).integers(0, 2, (7, 5, 4))
    for method in METHODS:
        both = method(scores, levels)
        assert both.low.shape == (2, 7)
        np.testing.assert_allclose(both.low[1], method(scores, 0.95).low)
