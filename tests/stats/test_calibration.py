"""The calibration study, and what it says of the intervals."""

import numpy as np
import pytest

from porism.stats.calibration import METHODS, PAPER_METHODS, calibrate, synthetic_rates
from porism.stats.intervals import pooled_normal

AT_95 = {  # spread of the questions -> coverage in points, of a run of 2,000 simulations
    1: (90.9, 96.3, 86.0, 97.1, 92.1),
    2: (95.7, 98.3, 88.4, 97.2, 97.1),
    3: (99.0, 99.3, 90.3, 97.9, 99.9),
}


@pytest.fixture(scope="module", params=AT_95)
def study(request):
    rng = np.random.default_rng(2024)
    rates = [rate for _ in range(4) for rate in synthetic_rates(rng, spread=request.param)]
    return request.param, calibrate(rates, rng=rng, simulations=120, levels=[0.8, 0.95])


def test_the_papers_five_cover_what_an_independent_study_found(study):
    spread, result = study
    assert result.methods[:5] == tuple(PAPER_METHODS)
    # One draw of 60 pairs moves the figures by about 1.4 points (spread 1) to 0.3 (spread 3).
    np.testing.assert_allclose(100 * result.coverage[:5, 1], AT_95[spread], atol=3)


def test_one_interval_is_calibrated_in_every_mix_and_no_wider(study):
    _, result = study
    effective, pooled = result.methods.index("Wilson, effective runs"), 0
    assert abs(100 * result.coverage[effective, 1] - 95) < 1.5
    assert abs(100 * result.coverage[effective, 0] - 80) < 3
    assert (result.width[effective] < result.width[pooled]).all()


def test_none_of_the_five_is_calibrated_in_every_mix():
    rng = np.random.default_rng(7)
    off = []
    for spread in AT_95:
        rates = [rate for _ in range(3) for rate in synthetic_rates(rng, spread=spread)]
        result = calibrate(rates, rng=rng, simulations=80, levels=[0.95], methods=PAPER_METHODS)
        off.append(abs(100 * result.coverage[:, 0] - 95))
    assert (np.max(off, axis=0) > 1.5).all()


def test_a_study_by_hand():
    # One question solved by every second run; one run: the interval is [0, 0] or [1, 1].
    result = calibrate(
        [[0.5]],
        rng=np.random.default_rng(1),
        runs=1,
        simulations=50,
        levels=0.9,
        methods={"pooled normal": pooled_normal},
    )
    assert result.coverage == 0
    assert result.width == 0


def test_same_seed_same_study():
    one, two = (
        calibrate([[0.2, 0.9], [0.5]], rng=np.random.default_rng(3), simulations=20)
        for _ in range(2)
    )
    np.testing.assert_array_equal(one.coverage_by_pair, two.coverage_by_pair)
    assert one.coverage_by_pair.shape == (len(METHODS), len(one.levels), 2)


@pytest.mark.parametrize(
    ("rates", "settings"),
    [
        ([], {}),
        ([[]], {}),
        ([[1.5]], {}),
        ([[np.nan]], {}),
        ([0.5], {}),
        ([[0.5]], {"runs": 0}),
        ([[0.5]], {"simulations": 0}),
        ([[0.5]], {"levels": [95]}),
        ([[0.5]], {"methods": {}}),
    ],
)
def test_what_cannot_be_studied(rates, settings):
    with pytest.raises(ValueError):
        calibrate(rates, rng=np.random.default_rng(0), **settings)
