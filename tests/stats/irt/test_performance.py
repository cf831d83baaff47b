"""Expected performance: close to the truth, honest intervals, gaps marked."""

import numpy as np
import pytest

from porism.errors import FitError
from porism.stats.irt import fit
from porism.stats.irt.imputation import impute
from porism.stats.irt.performance import bootstrap_performance, expected_performance
from tests.stats.irt.simulated import simulate


def test_within_a_point_of_the_truth_with_two_fifths_missing():
    truth = simulate(np.random.default_rng(21), 40, 900, density=0.6)
    figures = expected_performance(fit(truth.tally), truth.tally)
    missed = np.abs(figures.interval.estimate - truth.rates.mean(1))
    assert missed.mean() < 0.01
    np.testing.assert_allclose(figures.imputed, 0.4, atol=0.06)
    assert figures.withheld.size == 0


def test_delta_intervals_cover():
    rng, covered = np.random.default_rng(22), []
    for _ in range(12):
        truth = simulate(rng, 50, 150, density=0.6)
        interval = expected_performance(fit(truth.tally), truth.tally).interval
        covered.append(interval.contains(truth.rates.mean(1)).mean())
    assert 0.93 < np.mean(covered) < 0.97


def test_bootstrap_intervals_cover_and_agree_with_the_delta_method():
    rng, covered, ratio = np.random.default_rng(23), [], []
    for _ in range(6):
        truth = simulate(rng, 30, 30)
        fitted = fit(truth.tally)
        delta = expected_performance(fitted, truth.tally)
        resampled = bootstrap_performance(fitted, truth.tally, rng=rng, samples=40)
        covered.append(resampled.interval.contains(truth.rates.mean(1)).mean())
        ratio.append((resampled.interval.width / delta.interval.width).mean())
    assert np.mean(covered) > 0.88
    assert np.mean(ratio) == pytest.approx(1, abs=0.15)


def test_covariance_is_that_of_repeated_fits():
    truth = simulate(np.random.default_rng(24), 6, 40)
    fitted = fit(truth.tally)
    delta = expected_performance(fitted, truth.tally)
    resampled = bootstrap_performance(
        fitted, truth.tally, rng=np.random.default_rng(25), samples=150
    )
    np.testing.assert_allclose(delta.error, resampled.error, rtol=0.35)
    assert np.abs(delta.covariance - resampled.covariance).max() < 0.35 * delta.error.max() ** 2


def test_no_figure_below_the_minimum_evidence():
    truth = simulate(np.random.default_rng(26), 10, 60, density=0.7)
    thin = np.zeros((10, 60), dtype=bool)
    thin[3, 5:] = True
    tally = truth.tally.where(~thin)
    figures = expected_performance(fit(tally), tally, minimum_cells=10)
    assert figures.withheld.tolist() == [3]
    assert figures.model.tolist() == [m for m in range(10) if m != 3]
    assert figures.interval.estimate.shape == (9,)
    assert (figures.observed >= 10).all()
    with pytest.raises(FitError, match="minimum evidence"):
        expected_performance(fit(tally), tally, minimum_cells=61)


def test_only_live_questions_count():
    truth = simulate(np.random.default_rng(27), 10, 40)
    fitted, live = fit(truth.tally), np.arange(40) < 10
    figures = expected_performance(fitted, truth.tally, weight=live)
    np.testing.assert_allclose(figures.interval.estimate, fitted.expected_rates()[:, :10].mean(1))
    assert (figures.observed == 10).all()
    assert (figures.imputed == 0).all()


@pytest.mark.parametrize("weight", [[1.0], -np.ones(5), np.zeros(5), np.full(5, np.nan)])
def test_weights_that_cannot_be(weight):
    truth = simulate(np.random.default_rng(28), 4, 5)
    with pytest.raises(ValueError, match="weights"):
        expected_performance(fit(truth.tally), truth.tally, weight=weight)


def test_too_few_bootstrap_samples():
    truth = simulate(np.random.default_rng(29), 4, 5)
    with pytest.raises(ValueError, match="20 samples"):
        bootstrap_performance(
            fit(truth.tally), truth.tally, rng=np.random.default_rng(0), samples=3
        )


def test_every_imputed_cell_is_marked():
    truth = simulate(np.random.default_rng(30), 8, 12, density=0.7)
    fitted = fit(truth.tally)
    filled = impute(fitted, truth.tally)
    asked = truth.tally.asked
    np.testing.assert_array_equal(filled.imputed, ~asked)
    np.testing.assert_array_equal(filled.score[asked], truth.tally.question_means[asked])
    np.testing.assert_array_equal(filled.score[~asked], fitted.expected_rates()[~asked])
    means, share = filled.by_benchmark(np.repeat([0, 1], 6))
    np.testing.assert_allclose(means[:, 1], filled.score[:, 6:].mean(1))
    np.testing.assert_allclose(share[:, 0], (~asked[:, :6]).mean(1))
