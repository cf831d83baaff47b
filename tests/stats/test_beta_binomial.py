"""The intervals that learn how much questions differ: edges, limits and coverage."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy.integrate import dblquad
from scipy.special import betaln, expit

from porism.stats import Tally, wilson
from porism.stats.beta_binomial import effective_wilson, hierarchical

METHODS = (effective_wilson, hierarchical)


def posterior_mean(weigh, rho_prior, correct, runs):
    """The same posterior by adaptive quadrature over (mu, rho)."""

    def density(rho, mu):
        a, b = mu * (1 / rho - 1), (1 - mu) * (1 / rho - 1)
        log = np.sum(betaln(correct + a, runs - correct + b) - betaln(a, b))
        return np.exp(log + 10) * rho_prior(rho) / np.sqrt(mu * (1 - mu))

    box = (0, 1, 1e-6, 1 - 1e-6)
    mass = dblquad(density, *box, epsabs=1e-5)[0]
    return dblquad(lambda r, m: weigh(r, m) * density(r, m), *box, epsabs=1e-5)[0] / mass


def test_effective_runs_agree_with_quadrature():
    correct, runs = np.array([4, 3, 0, 4, 1, 2]), 4
    share = posterior_mean(lambda rho, _mu: 1 - rho, lambda rho: 1 - rho, correct, runs)
    got = effective_wilson(Tally.of_counts(correct, runs))
    n, p, z2 = 24 / share, 14 / 24, 1.959963984540054**2
    expected = (n * p + z2 / 2 - np.sqrt(z2 * (n * p * (1 - p) + z2 / 4))) / (n + z2)
    assert got.low == pytest.approx(expected, abs=0.003)


def test_hierarchical_agrees_with_quadrature():
    correct, runs = np.array([4, 3, 0, 4, 1, 2]), 4
    interval = hierarchical(Tally.of_counts(correct, runs), 0.9)
    below = posterior_mean(lambda _rho, mu: float(mu < interval.low), lambda _rho: 1, correct, runs)
    assert below == pytest.approx(0.05, abs=0.005)


def test_questions_of_one_run_leave_wilson_as_it_is():
    scores = [1, 0, 1, 1, 1]
    assert effective_wilson(scores).low == pytest.approx(wilson(scores).low)


def test_the_more_questions_differ_the_fewer_runs_are_needed():
    runs = np.full(30, 4)
    split, even = np.where(np.arange(30) < 15, 4, 0), np.full(30, 2)
    narrow = effective_wilson(Tally.of_counts(split, runs)).width
    assert narrow < 0.5 * wilson(Tally.of_counts(split, runs)).width
    assert effective_wilson(Tally.of_counts(even, runs)).width > 1.8 * narrow


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("score", [0.0, 1.0])
def test_all_right_or_wrong_reaches_the_edge_with_some_width(method, score):
    interval = method(np.full((15, 4), score))
    assert interval.contains(score)
    assert 0.01 < interval.width < 0.2


@pytest.mark.parametrize("method", METHODS)
def test_one_question_is_finite_and_wide(method):
    assert 0.2 < method([[1, 0, 1, 1]]).width < 1


@settings(max_examples=25, deadline=None)
@given(
    arrays(
        np.float64,
        array_shapes(min_dims=2, max_dims=3, max_side=5),
        elements=st.sampled_from([0.0, 1.0, 0.25, 1 / 3]),
    ),
    st.sampled_from(METHODS),
)
def test_finite_nested_and_the_same_one_by_one(scores, method):
    levels = np.array([0.6, 0.99]).reshape(2, *(1,) * (scores.ndim - 2))
    both = method(scores, levels)
    assert np.isfinite(both.low).all()
    assert (both.low <= both.estimate + 1e-12).all()
    assert (both.estimate <= both.high + 1e-12).all()
    assert (both.low >= 0).all()
    assert (both.high <= 1).all()
    assert (both.width[1] >= both.width[0] - 1e-12).all()
    alone = [method(one, 0.99).low for one in scores.reshape(-1, *scores.shape[-2:])]
    np.testing.assert_allclose(both.low[1].ravel(), alone, atol=1e-12)


@pytest.mark.parametrize("spread", [1.0, 2.5])
def test_hierarchical_covers_new_problems(spread):
    rng = np.random.default_rng(11)
    level = rng.normal(1.0, 1.5, (800, 1))
    truth = expit(level + spread * rng.standard_normal(4000)).mean(-1)
    rate = expit(level + spread * rng.standard_normal((800, 30)))
    covered = hierarchical(Tally.of_counts(rng.binomial(4, rate), 4)).contains(truth).mean()
    assert 0.93 < covered < 0.98


def test_unequal_runs_keep_their_coverage():
    rng = np.random.default_rng(12)
    runs = rng.integers(1, 9, (400, 25))
    rate = expit(rng.normal(0.5, 1, (400, 1)) + 2 * rng.standard_normal((400, 25)))
    truth = (runs * rate).sum(-1) / runs.sum(-1)
    interval = effective_wilson(Tally.of_counts(rng.binomial(runs, rate), runs))
    assert 0.93 < interval.contains(truth).mean() < 0.98


def test_proof_points_are_covered():
    rng = np.random.default_rng(13)
    rate = expit(rng.normal(0.5, 1, (400, 1)) + 1.5 * rng.standard_normal((400, 12)))
    scores = rng.binomial(7, rate[..., None], (400, 12, 4)) / 7
    assert effective_wilson(scores).contains(rate.mean(-1)).mean() > 0.95
