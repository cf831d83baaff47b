"""pass@k and its kin against enumeration of all draws."""

from itertools import combinations
from math import ceil

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from porism.stats.passk import (
    all_at_k,
    best_of_k,
    g_pass_at_k,
    mean_g_pass_at_k,
    pass_at_k,
)
from porism.stats.voting import majority_at_k
from tests.stats.published import rows

right_or_wrong = arrays(np.float64, (2, 6), elements=st.sampled_from([0.0, 1.0]))
draws = st.integers(1, 6)


def over_draws(row, k, figure):
    return np.mean(
        [figure(np.array(row)[list(chosen)]) for chosen in combinations(range(len(row)), k)]
    )


@settings(max_examples=40, deadline=None)
@given(right_or_wrong, draws, st.sampled_from([0.0, 0.25, 0.5, 0.7, 1.0]))
def test_shares_of_right_runs(scores, k, share):
    least = max(1, ceil(share * k - 1e-9))
    for question, row in enumerate(scores):
        assert pass_at_k(scores, k)[question] == pytest.approx(over_draws(row, k, np.max))
        assert all_at_k(scores, k)[question] == pytest.approx(over_draws(row, k, np.min))
        assert g_pass_at_k(scores, k, share)[question] == pytest.approx(
            over_draws(row, k, lambda drawn: drawn.sum() >= least)
        )
        expected = sum(
            over_draws(row, k, lambda drawn, i=i: drawn.sum() >= i)
            for i in range(ceil(k / 2) + 1, k + 1)
        )
        assert mean_g_pass_at_k(scores, k)[question] == pytest.approx(2 / k * expected)


def test_seven_tenths_of_ten_are_seven():
    scores = np.repeat([1.0, 0.0], [7, 3])[None]
    assert g_pass_at_k(scores, 10, 0.7)[0] == 1


@settings(max_examples=40, deadline=None)
@given(
    arrays(np.float64, (1, 6), elements=st.sampled_from([0.0, 0.5, 1.0])),
    arrays(np.float64, (1, 6), elements=st.sampled_from([-1.0, 0.0, 2.5])),
    draws,
)
def test_best_of_k(scores, reward, k):
    def taken(chosen):
        top = reward[0, list(chosen)] == reward[0, list(chosen)].max()
        return scores[0, list(chosen)][top].mean()

    expected = np.mean([taken(chosen) for chosen in combinations(range(6), k)])
    assert best_of_k(scores, k, reward=reward)[0] == pytest.approx(expected)
    assert best_of_k(scores, k)[0] == pytest.approx(over_draws(scores[0], k, np.max))
    assert best_of_k(scores, k, reward=-scores)[0] == pytest.approx(
        over_draws(scores[0], k, np.min)
    )


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(-1, 3), min_size=6, max_size=6),
    st.sampled_from([(0.0, 1.0, 0.0, 0.0), (0.5, 1.0, 0.0, 1.0)]),
    draws,
)
def test_majority(answers, worth, k):
    scores = np.array([worth[code] if code >= 0 else 0.0 for code in answers])

    def elected(chosen):
        votes = [answers[run] for run in chosen if answers[run] >= 0]
        most = max((votes.count(code) for code in votes), default=0)
        winners = [code for code in set(votes) if votes.count(code) == most]
        return np.mean([worth[code] for code in winners]) if winners else 0.0

    expected = np.mean([elected(chosen) for chosen in combinations(range(6), k)])
    assert majority_at_k([answers], [scores], k)[0] == pytest.approx(expected)


def test_majority_of_many_runs():
    rng = np.random.default_rng(61)
    answers = rng.choice([0, 1, 2, 3], (1, 200), p=[0.4, 0.3, 0.2, 0.1])
    scores = (answers == 0).astype(float)
    exact = majority_at_k(answers, scores, 15)[0]
    votes = rng.multivariate_hypergeometric(np.bincount(answers[0]), 15, size=4000)
    first = votes == votes.max(1, keepdims=True)
    simulated = (first[:, 0] / first.sum(1)).mean()
    assert exact == pytest.approx(simulated, abs=0.03)
    assert exact > 0.6


def test_missing_runs_are_not_drawn():
    scores = np.array([[1, 0, np.nan, np.nan], [1, 1, 0, 0]])
    assert pass_at_k(scores, 2).tolist() == pytest.approx([1, 5 / 6])
    assert best_of_k(scores, 2).tolist() == pytest.approx([1, 5 / 6])
    answers = np.array([[0, 1, 9, 9], [0, 0, 1, 2]])
    assert majority_at_k(answers, scores, 2).tolist() == pytest.approx([0.5, (1 + 4 / 2) / 6])


def test_published_runs_of_provers():
    table = rows("minif2f_3provers_24runs.csv")
    provers = list(dict.fromkeys(row["prover"] for row in table))
    proved = np.array([float(row["proved"]) for row in table]).reshape(len(provers), -1, 24)
    assert proved.shape == (3, 244, 24)
    assert proved.sum() == 2956
    curve = np.array([pass_at_k(proved, k).mean(-1) for k in (1, 4, 12, 24)])
    assert (np.diff(curve, axis=0) >= 0).all()
    np.testing.assert_allclose(curve[0], proved.mean((1, 2)))
    np.testing.assert_allclose(curve[-1], proved.any(2).mean(1))
    np.testing.assert_allclose(all_at_k(proved, 24).mean(-1), proved.all(2).mean(1))


def test_published_votes_and_rewards():
    table = rows("qwen25math_math100_8runs_rm.csv")
    shape = (100, 8)
    scores = np.array([float(row["correct"]) for row in table]).reshape(shape)
    reward = np.array([float(row["rm_score"]) for row in table]).reshape(shape)
    codes = {text: code for code, text in enumerate({row["pred"] for row in table})}
    answers = np.array([codes[row["pred"]] for row in table]).reshape(shape)
    assert scores.sum() == 728
    for k in (1, 8):
        assert best_of_k(scores, k, reward=reward).mean() >= 0.90
    assert majority_at_k(answers, scores, 1).mean() == pytest.approx(0.91)
    top = np.take_along_axis(scores, reward.argmax(1)[:, None], 1).mean()
    assert best_of_k(scores, 8, reward=reward).mean() == pytest.approx(top, abs=0.01)
    assert majority_at_k(answers, scores, 8).mean() >= 0.91


@pytest.mark.parametrize(
    ("scores", "k"), [([[1, 0]], 3), ([[1, 0]], 0), ([[0.5, 1]], 1), ([[1, np.nan]], 2)]
)
def test_draws_that_cannot_be(scores, k):
    with pytest.raises(ValueError):
        pass_at_k(np.array(scores, dtype=float), k)


def test_more_draws_that_cannot_be():
    with pytest.raises(ValueError, match="share"):
        g_pass_at_k([[1.0, 0.0]], 1, 1.5)
    with pytest.raises(ValueError, match="1000 runs"):
        pass_at_k(np.ones((1, 1001)), 1)
    for reward in ([[np.nan, 1.0]], [[1.0]]):
        with pytest.raises(ValueError):
            best_of_k([[1.0, 0.0]], 1, reward=reward)
    for scores in ([[2.0, 0.0]], [[1.0]], [1.0, 0.0]):
        with pytest.raises(ValueError):
            majority_at_k([[0, 1]], scores, 1)
