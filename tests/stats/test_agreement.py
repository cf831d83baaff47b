"""Rank correlations, by hand and over gaps."""

import numpy as np
import pytest

from porism.stats.agreement import agreement, pairwise_agreement


def test_by_hand():
    # One neighbouring pair out of six is swapped.
    found = agreement([1, 2, 3, 4], [10, 20, 40, 30])
    assert found.spearman == pytest.approx(1 - 6 * 2 / (4 * 15))
    assert found.kendall == pytest.approx((5 - 1) / 6)
    assert found.count == 4


def test_ties_share_their_rank():
    # Ranks 1.5, 1.5, 3 against 1, 2, 3; two of three pairs decided, both alike.
    found = agreement([1, 1, 2], [1, 2, 3])
    assert found.kendall == pytest.approx(2 / np.sqrt(2 * 3))
    assert found.spearman == pytest.approx(np.corrcoef([1.5, 1.5, 3], [1, 2, 3])[0, 1])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([1], [1]),
        ([1, 2], [1, 2, 3]),
        ([1, 1], [1, 2]),
        ([1, np.nan], [1, 2]),
        ([1, 2], [1, np.inf]),
    ],
)
def test_what_cannot_be_ranked(first, second):
    with pytest.raises(ValueError):
        agreement(first, second)


def test_benchmarks_are_compared_on_shared_models():
    nan = np.nan
    scores = np.array(
        [[0.9, 0.8, nan, 1], [0.5, 0.6, 0.1, 1], [0.7, 0.7, 0.2, 1], [nan, 0.9, 0.3, 1]]
    )
    found = pairwise_agreement(scores)
    assert found.keys() == {(0, 1), (1, 2)}  # 0 and 2 share two models; 3 ranks nothing
    assert found[0, 1].kendall == pytest.approx(1)
    assert found[0, 1].count == 3
