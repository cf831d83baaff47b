"""Rank intervals and comparisons: what can be told apart, and what cannot."""

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import norm

from porism.stats import Tally
from porism.stats.comparison import compare
from porism.stats.permutation import exact_p
from porism.stats.ranks import rank_estimates, rank_models
from tests.stats.published import matharena_2025


def rng(seed=0):
    return np.random.default_rng(seed)


def test_clear_orders_are_certain():
    correct = np.array([[4] * 20, [2] * 20, [0] * 20])
    ranking = rank_models(Tally.of_counts(correct, 4), rng=rng())
    assert ranking.rank.tolist() == ranking.low.tolist() == ranking.high.tolist() == [1, 2, 3]
    assert ranking.better[0].tolist() == [False, True, True]
    assert ranking.tied_with(1).tolist() == []


def test_equal_models_are_tied():
    ranking = rank_models(Tally.of_counts(np.full((3, 10), 2), 4), rng=rng())
    assert ranking.rank.tolist() == [1, 1, 1]
    assert ranking.low.tolist() == [1, 1, 1]
    assert ranking.high.tolist() == [3, 3, 3]
    assert ranking.tied_with(0).tolist() == [1, 2]


def test_models_that_share_no_question_are_not_told_apart():
    scores = np.full((2, 12, 1), np.nan)
    scores[0, :6], scores[1, 6:] = 1, 0
    ranking = rank_models(scores, rng=rng())
    assert ranking.p_value[0, 1] == 1
    assert ranking.rank.tolist() == [1, 2]
    assert ranking.high.tolist() == [2, 2]


def test_one_model():
    ranking = rank_models([[[1, 0]]], rng=rng())
    assert (ranking.rank[0], ranking.low[0], ranking.high[0]) == (1, 1, 1)


def test_true_ranks_lie_in_their_intervals():
    random, missed, narrow = rng(41), 0, 0
    for _ in range(40):
        rates = expit(np.linspace(-1.5, 1.5, 6)[::-1, None] + random.normal(0, 1.5, 40))
        ranking = rank_models(Tally.of_counts(random.binomial(4, rates), 4), rng=random)
        truth = np.arange(1, 7)
        missed += not ((ranking.low <= truth) & (truth <= ranking.high)).all()
        narrow += (ranking.high - ranking.low).mean() < 4
    assert missed <= 4
    assert narrow > 30


def test_ranks_on_the_published_table():
    models, tally = matharena_2025()
    ranking = rank_models(tally, rng=rng())
    best, weakest = models.index("o3-mini (high)"), int(np.argmin(ranking.score))
    assert ranking.rank[best] == 1
    assert ranking.score[best] == pytest.approx(0.80)
    assert models.index("o1 (medium)") in ranking.tied_with(best)
    assert ranking.better[best, weakest]
    looser = rank_models(tally, rng=rng(), correction="benjamini-hochberg")
    assert (looser.high - looser.low).sum() < (ranking.high - ranking.low).sum()


def test_estimates_that_share_errors_are_told_apart_by_their_difference():
    shared = np.full((3, 3), 0.01)
    alone = rank_estimates([0.5, 0.6, 0.7], np.eye(3) * 0.01)
    assert alone.high.tolist() == [3, 3, 3]
    together = rank_estimates([0.5, 0.6, 0.7], shared + np.eye(3) * 1e-4)
    assert together.low.tolist() == together.high.tolist() == [3, 2, 1]
    # Holm: the two smaller gaps of 0.1 have an error of 0.01 * sqrt(2) each.
    assert together.p_value[0, 1] == pytest.approx(2 * 2 * norm.sf(0.1 / 0.01 / np.sqrt(2)))


def test_estimates_without_error_are_certain():
    ranking = rank_estimates([0.5, 0.5, 0.6], np.zeros((3, 3)))
    assert ranking.rank.tolist() == [2, 2, 1]
    assert ranking.tied_with(0).tolist() == [1]
    assert ranking.high[2] == 1
    assert rank_estimates([0.5], [[0.1]]).rank.tolist() == [1]


@pytest.mark.parametrize(
    ("estimate", "covariance"),
    [([0.5], [[np.nan]]), ([np.inf], [[1]]), ([0.5, 0.6], [[1]]), ([[0.5]], [[1]])],
)
def test_estimates_that_cannot_be_ranked(estimate, covariance):
    with pytest.raises(ValueError):
        rank_estimates(estimate, covariance)


def test_comparison_by_hand():
    correct = np.array([[4, 4, 3, 0, 2], [4, 1, 2, 2, 2]])
    found = compare(Tally.of_counts(correct, 4), (0, 1), rng=rng())
    assert found.interval.estimate == pytest.approx(2 / 20)
    assert found.decisive.tolist() == [1, 3, 2]
    assert found.differences.tolist() == [0.75, -0.5, 0.25]
    assert found.exact
    assert found.p_value == pytest.approx(exact_p(np.array([[0, 3, 1, -2, 0]]))[0])
    back = compare(Tally.of_counts(correct, 4), (1, 0), rng=rng())
    assert back.interval.low == pytest.approx(-found.interval.high)
    assert back.p_value == found.p_value


def test_comparison_uses_shared_questions_alone():
    scores = np.array([[[1.0], [1.0], [np.nan]], [[0.0], [np.nan], [1.0]]])
    found = compare(scores, (0, 1), rng=rng())
    assert found.questions == 1
    assert (found.interval.low, found.interval.high) == (-1, 1)
    with pytest.raises(ValueError, match="no common question"):
        compare(np.array([[[1.0], [np.nan]], [[np.nan], [1.0]]]), (0, 1), rng=rng())


def test_jury_scores_are_compared_by_sampling():
    scores = rng(42).uniform(size=(2, 30, 1))
    scores[0] = np.minimum(scores[0] + 0.4, 1)
    found = compare(scores, (0, 1), rng=rng(43), resamples=2000)
    assert not found.exact
    assert found.p_value < 0.01


def test_paired_intervals_cover():
    random, covered = rng(44), []
    for _ in range(300):
        shared = random.normal(0, 2, 5000)
        gap = expit(shared + 0.5).mean() - expit(shared).mean()
        chosen = random.choice(shared, 25)
        correct = random.binomial(4, expit(np.stack([chosen + 0.5, chosen])))
        interval = compare(Tally.of_counts(correct, 4), (0, 1), rng=random).interval
        covered.append(bool(interval.contains(gap)))
    assert 0.92 < np.mean(covered) < 0.98


@pytest.mark.parametrize("bad", [[1.0, 0.0], [[[2.0]]]])
def test_what_is_no_table(bad):
    with pytest.raises(ValueError):
        rank_models(bad, rng=rng())
    with pytest.raises(ValueError):
        compare(bad, (0, 0), rng=rng())
