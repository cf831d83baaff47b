"""Sums over runs: from scores, counts and attempts; chosen, forgotten, grouped."""

import numpy as np
import pytest

from porism.stats import Tally

SUMS = ("runs", "total", "squares")


def same(got, expected):
    for name in SUMS:
        np.testing.assert_array_equal(getattr(got, name), getattr(expected, name))


@pytest.mark.parametrize(
    ("correct", "runs"), [([5], 4), ([-1], 4), ([np.nan], 4), ([0], 0), (1, 4)]
)
def test_counts_that_cannot_be(correct, runs):
    with pytest.raises(ValueError):
        Tally.of_counts(correct, runs)


def test_attempts_in_any_order_are_the_same_table():
    table = np.array([[1, 0, 0.5], [1, 1, np.nan]])
    question = [1, 0, 1, 0, 0, 1]
    score = [1, 0.5, np.nan, 0, 1, 1]
    expected, got = Tally.of_scores(table), Tally.of_attempts(question, score)
    same(got, expected)
    with pytest.raises(ValueError):
        Tally.of_attempts([0], [1, 1])
    with pytest.raises(ValueError):
        Tally.of_attempts([0], [2.0])


SCORES = np.array([[[1, 0.5], [0, np.nan], [1, 1]], [[0, 0], [1, 1], [np.nan, 1]]])


def test_some_questions_alone():
    tally = Tally.of_scores(SCORES)
    same(tally.questions([True, False, True]), Tally.of_scores(SCORES[:, [0, 2]]))
    same(tally.questions([2, 0]), Tally.of_scores(SCORES[:, [2, 0]]))


def test_forgotten_cells_have_no_runs():
    keep = np.array([[True, False, True], [True, True, True]])
    expected = Tally.of_scores(np.where(keep[..., None], SCORES, np.nan))
    same(Tally.of_scores(SCORES).where(keep), expected)
    with pytest.raises(ValueError, match="no score at all"):
        Tally.of_scores(SCORES).where([[True] * 3, [False] * 3])


def test_a_group_counts_as_one_question():
    grouped = Tally.of_scores(SCORES).grouped([1, 0, 1])
    assert grouped.runs.tolist() == [[1, 4], [2, 3]]
    assert grouped.total.tolist() == [[0, 3.5], [2, 1]]
    with pytest.raises(ValueError, match="one group a question"):
        Tally.of_scores(SCORES).grouped([0, 1])
