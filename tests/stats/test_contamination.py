"""Exposure by dates, and jumps that ability does not explain."""

from datetime import date

import numpy as np
import pytest
from scipy.special import expit

from porism.stats import Tally
from porism.stats.contamination import exposed, jump_test, performance_jumps


def test_exposure_is_by_date():
    released = [date(2025, 1, 1), date(2025, 2, 6), date(2025, 3, 1)]
    marks = exposed(released, [date(2025, 2, 6), date(2024, 1, 1)])
    assert marks.tolist() == [[False, True], [False, True], [True, True]]


def test_a_missing_date_is_no_date():
    with pytest.raises(ValueError, match="missing"):
        exposed([date(2025, 1, 1), None], [date(2025, 1, 1)])


def leaderboard(rng, leak, models=24):
    """Later models are stronger; four benchmarks, of which the last may have leaked."""
    ability = np.linspace(-1, 2, models)
    logit = ability[:, None] - rng.normal(0, 1, 80)
    after = np.arange(models) >= models // 2
    logit[after, 60:] += leak
    tally = Tally.of_counts(rng.binomial(4, expit(logit)), 4)
    marks = np.zeros((models, 4), dtype=bool)
    marks[after, 3] = True
    return tally, np.repeat(np.arange(4), 20), marks


def test_a_leak_is_found_in_the_benchmark_that_leaked():
    rng = np.random.default_rng(91)
    tally, benchmark, after = leaderboard(rng, leak=1.5)
    jumps, failed = performance_jumps(tally, benchmark, after, rng=rng)
    assert jumps.keys() == {3}
    assert jumps[3].p_value < 0.01
    assert jumps[3].jump == pytest.approx(1.5, abs=0.6)
    assert (jumps[3].before, jumps[3].after) == (12, 12)
    assert all("at least two of each" in why for why in failed.values())


def test_progress_alone_is_no_jump():
    rng, p_values = np.random.default_rng(92), []
    for _ in range(25):
        tally, benchmark, after = leaderboard(rng, leak=0)
        jumps, _ = performance_jumps(tally, benchmark, after, rng=rng)
        p_values.append(jumps[3].p_value)
    assert np.mean(np.array(p_values) < 0.05) < 0.2
    assert 0.3 < np.mean(p_values) < 0.7


def test_few_models_are_tested_in_all_orders():
    ability, after = np.array([0.0, 1, 0, 1]), np.array([False, False, True, True])
    score = expit(ability + 2.0 * after)
    found = jump_test(ability, score, after, rng=np.random.default_rng(0))
    assert found.jump == pytest.approx(2)
    # Residuals -1, -1, 1, 1: four of 24 orders put both ones last.
    assert found.p_value == pytest.approx(4 / 24)


@pytest.mark.parametrize(
    ("ability", "score", "after"),
    [
        ([0, 1, 2, 3], [0.5] * 4, [False, True, True, True]),
        ([0, 1, 2, 3], [0.5, 0.5, 0.5, 1.0], [False, False, True, True]),
        ([0, 1, 2, np.nan], [0.5] * 4, [False, False, True, True]),
        ([0, 0, 1, 1], [0.5] * 4, [False, False, True, True]),
        ([0, 1], [0.5] * 4, [False, False, True, True]),
    ],
)
def test_what_cannot_be_tested(ability, score, after):
    with pytest.raises(ValueError):
        jump_test(ability, score, after, rng=np.random.default_rng(0))
