"""Claims beside measurements: Newcombe's published figures, and what cannot be compared."""

import numpy as np
import pytest

from porism.stats import Tally, wilson
from porism.stats.claims import claim_gap


def test_agrees_with_newcombe():
    # Newcombe (1998), Table II, case (a): 56/70 against 48/80, method 10.
    found = claim_gap(np.repeat([1.0, 0.0], [56, 14]), 48 / 80, claimed_runs=80)
    assert found.difference == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=1e-4)
    assert not found.reproduced


def test_an_exact_claim_has_no_error_of_its_own():
    scores = np.repeat([1.0, 0.0], [45, 15])
    found = claim_gap(scores, 0.8)
    assert found.reproduced
    assert found.low == pytest.approx(wilson(scores).low - 0.8)
    assert claim_gap(scores, 0.95).reproduced is False
    assert claim_gap(scores, 0.95).difference == pytest.approx(-0.2)


def test_perfect_claims():
    assert claim_gap(np.ones((15, 4)), 1.0).reproduced
    assert not claim_gap(np.zeros((15, 4)), 1.0, claimed_runs=15).reproduced


@pytest.mark.parametrize(
    ("scores", "claimed", "settings"),
    [
        ([1.0], 1.5, {}),
        ([1.0], 80, {}),
        ([1.0], 0.5, {"claimed_runs": 0}),
        (Tally.of_counts([[1], [1]], 1), 0.5, {}),
        ([1.0], 0.5, {"level": 95}),
    ],
)
def test_what_cannot_be_compared(scores, claimed, settings):
    with pytest.raises(ValueError):
        claim_gap(scores, claimed, **settings)
