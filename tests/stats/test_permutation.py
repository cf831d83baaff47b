"""Sign-flip tests against full enumeration, SciPy, and their own null distribution."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import binomtest, permutation_test

from porism.stats.multiplicity import adjust
from porism.stats.permutation import bounded_p, exact_p, sampled_p, sign_flip_p, whole_steps


def rng(seed=0):
    return np.random.default_rng(seed)


def enumerated(differences):
    signs = np.array(list(product([1, -1], repeat=len(differences))))
    return (np.abs(signs @ differences) >= abs(differences.sum()) - 1e-9).mean()


@settings(max_examples=60, deadline=None)
@given(arrays(np.int64, (3, 8), elements=st.integers(-5, 5)))
def test_exact_is_enumeration(steps):
    np.testing.assert_allclose(exact_p(steps), [enumerated(row) for row in steps], atol=1e-12)


def test_many_questions_are_exact_too():
    # Differences of one size give a sign test: here 70 of 100 against 30.
    steps = np.where(np.arange(100) < 70, 1, -1)[None]
    assert exact_p(steps)[0] == pytest.approx(binomtest(70, 100).pvalue, rel=1e-9)


def test_the_smallest_p_is_that_of_two_patterns():
    steps = np.full((1, 60), 4)
    assert exact_p(steps)[0] == pytest.approx(2.0**-59, rel=1e-6)


def test_sampling_approaches_enumeration():
    table = rng(1).normal(size=(4, 9))
    assert whole_steps(table) is None
    found = sampled_p(table, rng=rng(2), resamples=40_000)
    np.testing.assert_allclose(found, [enumerated(row) for row in table], atol=0.012)


def test_sampling_agrees_with_scipy():
    table = rng(3).normal(0.3, 1, size=(1, 25))
    expected = permutation_test(
        (table[0],), np.sum, permutation_type="samples", n_resamples=20_000, rng=rng(4)
    ).pvalue
    assert sign_flip_p(table, rng=rng(5), resamples=20_000)[0] == pytest.approx(expected, abs=0.012)


def test_under_the_null_few_are_significant():
    table = rng(6).normal(size=(600, 20))
    found = sign_flip_p(table, rng=rng(7), resamples=1000)
    assert 0.025 < (found <= 0.05).mean() < 0.08
    assert found.mean() == pytest.approx(0.5, abs=0.05)


def test_runs_of_a_question_flip_together():
    # Ten questions, then the same with their four identical runs taken for forty questions.
    differences = rng(8).choice([-1.0, 1.0], (1, 10), p=[0.2, 0.8])
    clustered = sign_flip_p(differences, rng=rng())
    pretended = sign_flip_p(np.repeat(differences, 4, axis=1), rng=rng())
    assert clustered > 5 * pretended


@pytest.mark.parametrize("questions", [0, 1, 5])
def test_no_difference_is_no_evidence(questions):
    assert sign_flip_p(np.zeros((2, questions)), rng=rng()).tolist() == [1, 1]
    assert sampled_p(np.zeros((2, questions)), rng=rng(), resamples=9).tolist() == [1, 1]


def test_one_question_proves_nothing():
    assert sign_flip_p(np.array([[0.75]]), rng=rng())[0] == 1


@pytest.mark.parametrize(
    ("differences", "step"),
    [([0.25, -1], 4), ([1 / 3, 0.5], 6), ([2 / 7, 3 / 28], 28), ([0, 0], 1)],
)
def test_the_common_step_is_found(differences, step):
    whole = whole_steps(np.array([differences]))
    np.testing.assert_allclose(whole, step * np.array([differences]))


def test_no_coarse_step():
    assert whole_steps(np.array([[0.123456789]])) is None
    assert whole_steps(np.array([[1 / 997, 1 / 991]])) is None
    assert whole_steps(np.random.default_rng(0).random((1, 900))) is None
    assert whole_steps(np.ones((1, 40_000))) is None


@pytest.mark.parametrize("bad", [[1.0], [[np.nan]], [[np.inf]]])
def test_what_is_no_table(bad):
    with pytest.raises(ValueError, match="differences"):
        sign_flip_p(np.array(bad), rng=rng())


def test_no_resample():
    with pytest.raises(ValueError, match="resample"):
        sampled_p(np.array([[0.5]]), rng=rng(), resamples=0)


def test_the_bound_is_never_too_small_and_changes_no_decision():
    steps = rng(12).integers(-3, 6, (200, 40))
    differences, exact = steps / 4, exact_p(steps)
    bound = bounded_p(differences)
    assert (bound >= exact).all()
    assert bounded_p(np.zeros((1, 3))) == 1
    least = 0.05 / len(steps)
    quick = sign_flip_p(differences, rng=rng(), small_enough=least)
    np.testing.assert_array_equal(quick, np.where(bound <= least, bound, exact))
    assert 0 < (bound <= least).sum() < len(steps)
    for correction in ("holm", "benjamini-hochberg"):
        decided = adjust(quick, correction) <= 0.05
        np.testing.assert_array_equal(decided, adjust(exact, correction) <= 0.05)
