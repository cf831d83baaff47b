"""Doubtful questions and keys, planted and real."""

import numpy as np
import pytest
from scipy.special import expit

from porism.stats import Tally
from porism.stats.discrimination import discriminate, suspicious_keys
from tests.stats.published import rows, wide


def exam(rng, models=30, questions=40):
    ability = np.sort(rng.normal(0, 1.5, models))[::-1]
    return ability, expit(ability[:, None] - rng.normal(0, 1, questions))


def test_a_reversed_question_is_found():
    rng = np.random.default_rng(81)
    _, rates = exam(rng)
    rates[:, 7] = 1 - rates[:, 7]
    rates[:, 8], rates[:, 9] = 1, 0
    report = discriminate(Tally.of_counts(rng.binomial(4, rates), 4))
    assert np.flatnonzero(report.negative_p < 0.05).tolist() == [7]
    assert np.flatnonzero(report.everyone).tolist() == [8]
    assert np.flatnonzero(report.no_one).tolist() == [9]
    assert not report.defined[[8, 9]].any()
    assert report.correlation[[8, 9]].tolist() == [0, 0]
    assert (np.delete(report.correlation, [7, 8, 9]) > 0).all()


def test_correlation_leaves_the_question_out():
    scores = np.random.default_rng(82).integers(0, 2, (12, 6)).astype(float)
    report = discriminate(scores[..., None])
    for question in range(6):
        rest = np.delete(scores, question, axis=1).sum(1)
        expected = np.corrcoef(scores[:, question], rest)[0, 1]
        assert report.correlation[question] == pytest.approx(expected)


def test_harder_questions_do_not_make_a_model_weak():
    # Strong models ran the hard half, weak ones the easy half, all of them the last question.
    scores = np.full((20, 21, 1), np.nan)
    rng = np.random.default_rng(83)
    scores[:10, :10, 0] = rng.random((10, 10)) < 0.3
    scores[10:, 10:20, 0] = rng.random((10, 10)) < 0.9
    scores[:10, 20, 0], scores[10:, 20, 0] = 1, 0
    assert abs(discriminate(scores).correlation[20]) < 0.4


def test_thin_tables_are_not_defined():
    report = discriminate([[[1.0], [np.nan]], [[0.0], [np.nan]]])
    assert not report.defined.any()
    assert report.negative_p.tolist() == [1, 1]
    assert report.mean.tolist() == [0.5, 0]
    assert not report.no_one[1]
    with pytest.raises(ValueError, match="table"):
        discriminate([1.0, 0.0])


def test_planted_wrong_keys_are_found():
    rng = np.random.default_rng(84)
    _, rates = exam(rng)
    right = rng.random((30, 40, 4)) < rates[..., None]
    answers = np.where(right, 0, rng.integers(1, 5, right.shape))
    keys = np.zeros(40, dtype=int)
    easy = np.argsort(-rates.mean(0))[:3]
    keys[easy] = 1
    found = suspicious_keys(answers, keys)
    assert {one.question for one in found} == set(easy.tolist())
    assert all(one.answer == 0 and one.share > one.key_share for one in found)


def test_keys_that_were_corrected_later_are_found():
    # Between two releases of the data 27 keys were changed; three models, run on the later
    # release, have no cells there.
    table = rows("mmlupro_math_choice_wide.csv")
    letters = [[cell for _, cell in list(row.items())[1:]] for row in table]
    code = np.array(
        [
            [ord(cell) - 65 if cell and cell.isalpha() else -1 for cell in (row[0], *row[2:])]
            for row in letters
        ]
    )
    cells = wide("mmlupro_math_correct_wide.csv", 1)
    changed = np.isnan(cells).sum(0) >= 3
    assert changed.sum() == 27
    flagged = np.zeros(len(table), dtype=bool)
    flagged[[one.question for one in suspicious_keys(code.T[1:, :, None], code[:, 0])]] = True
    assert flagged[changed].mean() > 0.7
    assert flagged[~changed].mean() < 0.15


def test_runs_without_answers_do_not_vote():
    answers = np.array([[[-1, -1]], [[1, -1]], [[1, 1]]])
    (found,) = suspicious_keys(answers, [0])
    assert (found.answer, found.share, found.models) == (1, 1, 2)
    assert suspicious_keys(np.full((3, 1, 2), -1), [0]) == []
    assert suspicious_keys(answers[:2], [0]) == []


@pytest.mark.parametrize(
    ("keys", "settings"), [([0, 1], {}), ([0], {"strong": 1}), ([0], {"agreement": 0.5})]
)
def test_settings_that_cannot_be(keys, settings):
    with pytest.raises(ValueError):
        suspicious_keys(np.zeros((2, 1, 1), dtype=int), keys, **settings)
