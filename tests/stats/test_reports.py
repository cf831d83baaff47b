"""Frontier, breakdown, chance, people, saturation, drift."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from porism.stats import Tally, pooled_normal
from porism.stats.breakdown import by_group
from porism.stats.chance import above_chance, chance_line
from porism.stats.drift import drift
from porism.stats.frontier import frontier
from porism.stats.human import Histogram
from porism.stats.saturation import saturation


def rng(seed=0):
    return np.random.default_rng(seed)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=10))
def test_the_frontier_is_what_nobody_beats(models):
    def beaten(mine):
        return any(
            amount <= mine[0] and score >= mine[1] and (amount, score) != mine
            for amount, score in models
        )

    found = frontier([amount for amount, _ in models], [score for _, score in models])
    assert sorted(found) == [number for number, mine in enumerate(models) if not beaten(mine)]
    assert (np.diff([models[number][0] for number in found]) >= 0).all()


@pytest.mark.parametrize(
    ("amount", "score"), [([-1], [0]), ([np.nan], [0]), ([1], [np.nan]), ([1, 2], [1])]
)
def test_no_frontier(amount, score):
    with pytest.raises(ValueError):
        frontier(amount, score)


def test_groups_have_their_own_intervals():
    scores = np.array([[[1, 1], [0, 1], [0, 0]], [[1, 0], [1, 1], [0, 1]]])
    outer, nothing, middle = by_group(scores, [0, 2, 0])
    assert nothing is None
    np.testing.assert_allclose(outer.low, pooled_normal(scores[:, [0, 2]]).low)
    np.testing.assert_allclose(middle.estimate, [0.5, 1])
    thin = scores.astype(float)
    thin[1, 1] = np.nan
    assert by_group(thin, [0, 1, 0])[1] is None
    with pytest.raises(ValueError, match="one group"):
        by_group(scores, [0, 1])


def test_guessers_stay_near_the_chance_line():
    options = np.array([4] * 20 + [5] * 10)
    line = chance_line(options, 4)
    assert line.estimate == pytest.approx((20 / 4 + 10 / 5) / 30)
    guesses = rng(71).binomial(4, 1 / options, (4000, 30)).sum(1) / 120
    assert line.contains(guesses).mean() == pytest.approx(0.95, abs=0.025)
    assert above_chance([line.estimate, 1.0], options).tolist() == pytest.approx([0, 1])
    assert above_chance(0.1, options) < 0


def test_a_final_answer_cannot_be_guessed():
    assert chance_line([np.inf, 2], 1).estimate == 0.25


@pytest.mark.parametrize(("options", "runs"), [([], 1), ([0], 1), ([4], 0), ([np.nan], 1)])
def test_no_chance_line(options, runs):
    with pytest.raises(ValueError):
        chance_line(options, runs)


def test_nothing_is_above_certainty():
    with pytest.raises(ValueError):
        above_chance(0.5, [1])


def test_a_score_among_people():
    people = Histogram(np.array([0.0, 10.0, 20.0]), np.array([5.0, 4.0, 1.0]))
    assert people.quantile_of([0, 5, 10, 20, 30]).tolist() == [0.25, 0.5, 0.7, 0.95, 1]
    assert people.rank_of([0, 10, 15, 20, 25]).tolist() == [6, 2, 2, 1, 1]
    assert people.score_at([0, 0.5, 0.51, 0.9, 0.95, 1]).tolist() == [0, 0, 10, 10, 20, 20]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=30), st.integers(-1, 10))
def test_quantiles_are_those_of_a_list(scores, mine):
    values, count = np.unique(scores, return_counts=True)
    people = Histogram(values.astype(float), count.astype(float))
    below, level = np.sum(np.array(scores) < mine), np.sum(np.array(scores) == mine)
    assert people.quantile_of(mine) == pytest.approx((below + level / 2) / len(scores))
    assert people.rank_of(mine) == 1 + np.sum(np.array(scores) > mine)
    median = np.quantile(scores, 0.5, method="inverted_cdf")
    assert people.score_at(0.5) == median


@pytest.mark.parametrize(
    ("score", "people"),
    [([0, 0], [1, 1]), ([0], [0]), ([0], [-1]), ([np.nan], [1]), ([0, 1], [1]), ([0], [np.inf])],
)
def test_no_histogram(score, people):
    with pytest.raises(ValueError):
        Histogram(np.array(score, float), np.array(people, float))


def test_no_place_among_people():
    people = Histogram(np.array([0.0]), np.array([1.0]))
    with pytest.raises(ValueError):
        people.quantile_of(np.nan)
    with pytest.raises(ValueError):
        people.score_at(1.5)


def counts(*rates, questions=30):
    return Tally.of_counts([[round(4 * rate)] * questions for rate in rates], 4)


def test_a_solved_benchmark_may_go():
    correct = np.full((4, 30), 4)
    correct[1:, 0] = 3
    report = saturation(Tally.of_counts(correct, 4), rng=rng())
    assert report.advice == "deprecate"
    assert report.at_ceiling.all()
    assert not report.told_apart


def test_a_benchmark_that_tells_models_apart_stays():
    report = saturation(counts(0.25, 0.75, 0.5), rng=rng(), top=3)
    assert report.top.tolist() == [1, 2, 0]
    assert report.told_apart
    assert report.advice == "keep"


def test_one_model_at_the_top_is_a_warning():
    assert saturation(counts(1.0, 0.5), rng=rng(), top=2).advice == "watch"
    assert saturation(counts(0.5, 0.5), rng=rng(), top=2).advice == "watch"


@pytest.mark.parametrize("settings", [{"top": 0}, {"ceiling": 0}, {"ceiling": 1.5}, {"level": 1}])
def test_no_saturation_report(settings):
    with pytest.raises(ValueError):
        saturation(counts(0.5, 0.5), rng=rng(), **settings)


def test_a_changed_endpoint_is_noticed():
    random = rng(72)
    rates = np.clip(random.normal(0.7, 0.25, 40), 0, 1)
    steady = random.binomial(4, rates, (3, 40))
    worse = random.binomial(4, np.clip(rates - 0.3, 0, 1), (1, 40))
    found = drift(Tally.of_counts(np.vstack([steady, worse]), 4), rng=random)
    assert (found.p_value[:2] > 0.05).all()
    assert found.p_value[2] < 0.01
    assert found.change[2] == pytest.approx(-0.3, abs=0.1)
    assert found.shared.tolist() == [40, 40, 40]


def test_periods_that_share_nothing_prove_nothing():
    scores = np.array([[[1.0], [np.nan]], [[np.nan], [0.0]]])
    found = drift(scores, rng=rng())
    assert (found.change[0], found.p_value[0], found.shared[0]) == (0, 1, 0)
    with pytest.raises(ValueError, match="two periods"):
        drift(scores[:1], rng=rng())
