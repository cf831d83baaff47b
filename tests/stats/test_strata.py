import numpy as np
import pytest

from porism.stats.strata import stratified_difference


def simulated(effect: float, seed: int, strata: int = 60, size: int = 8):
    rng = np.random.default_rng(seed)
    stratum = np.repeat(np.arange(strata), size)
    marked = rng.random(stratum.size) < 0.3
    easy = rng.random(strata)[stratum]
    score = rng.random(stratum.size) < np.clip(easy + effect * marked, 0, 1)
    return stratum, marked, score


def test_a_difference_is_found_and_sized():
    stratum, marked, score = simulated(effect=-0.3, seed=1)
    found = stratified_difference(stratum, marked, score, np.random.default_rng(0), 2000)
    assert found.estimate == pytest.approx(-0.25, abs=0.08)
    assert found.p_value < 0.01


def test_hard_problems_do_not_pass_for_an_effect():
    stratum = np.repeat(np.arange(40), 6)
    hard = stratum >= 20
    rng = np.random.default_rng(3)
    marked = rng.random(stratum.size) < np.where(hard, 0.6, 0.1)
    score = rng.random(stratum.size) < np.where(hard, 0.1, 0.9)
    naive = score[marked].mean() - score[~marked].mean()
    found = stratified_difference(stratum, marked, score, np.random.default_rng(0), 2000)
    assert naive < -0.3
    assert abs(found.estimate) < 0.1
    assert found.p_value > 0.05


def test_under_no_effect_p_values_are_uniform():
    p = [
        stratified_difference(*simulated(0, seed, 20), np.random.default_rng(seed), 199).p_value
        for seed in range(200)
    ]
    assert np.mean(np.array(p) <= 0.05) < 0.1
    assert np.mean(p) == pytest.approx(0.55, abs=0.1)  # ties make it a little cautious


def test_a_small_case_by_hand():
    # One stratum, scores 1 0 0, the 1 marked: 1 of 3 arrangements is as extreme.
    found = stratified_difference(
        [0, 0, 0], [True, False, False], [1, 0, 0], np.random.default_rng(5), 9999
    )
    assert found.estimate == pytest.approx(1)
    assert found.p_value == pytest.approx(1 / 3, abs=0.02)


def test_strata_with_one_kind_say_nothing():
    assert (
        stratified_difference([0, 0, 1], [True, True, False], [1, 0, 1], np.random.default_rng())
        is None
    )


def test_shapes_must_agree():
    with pytest.raises(ValueError, match="shapes differ"):
        stratified_difference([0], [True, False], [1, 0], np.random.default_rng())
