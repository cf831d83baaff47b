"""The log-additive cost model: recovery, published totals, gaps and refusals."""

import numpy as np
import pytest

from porism.errors import FitError
from porism.stats.costs import expected_cost, fit_costs
from tests.stats.published import rows

NAN = np.nan


def test_an_exact_table_is_recovered_with_its_gaps():
    truth = np.exp(np.add.outer([0.0, 1.0, 3.0], [-1.0, 0.0, 2.0]))
    seen = truth.copy()
    seen[0, 2] = seen[2, 0] = NAN
    fitted = fit_costs(seen)
    np.testing.assert_allclose(fitted.predicted(), truth)
    assert fitted.benchmark_offset.sum() == pytest.approx(0)
    assert fitted.spread == pytest.approx(0, abs=1e-9)
    assert fitted.explained == pytest.approx(1)
    assert fitted.cells == 7


def test_noise_is_measured():
    rng = np.random.default_rng(51)
    logs = np.add.outer(rng.normal(0, 2, 60), rng.normal(0, 1, 20))
    noisy = np.exp(logs + 0.3 * rng.standard_normal(logs.shape))
    noisy[rng.random(logs.shape) < 0.4] = NAN
    fitted = fit_costs(noisy)
    assert fitted.spread == pytest.approx(0.3, abs=0.03)
    assert np.abs(np.log(fitted.predicted()) - logs).std() < 0.15


def test_expected_cost_weighs_problems_and_marks_predictions():
    amounts = [[1.0, 4.0, 2.0], [2.0, NAN, 4.0], [NAN, NAN, NAN]]
    found = expected_cost(amounts, [30, 10, 100], live=[True, True, False])
    assert found.model.tolist() == [0, 1]
    assert found.unpriced.tolist() == [2]
    np.testing.assert_allclose(found.amount, [(30 * 1 + 10 * 4) / 40, (30 * 2 + 10 * 8) / 40])
    np.testing.assert_allclose(found.imputed, [0, 0.25])


def test_a_benchmark_nobody_ran_is_no_obstacle_unless_live():
    amounts = [[1.0, NAN], [2.0, NAN]]
    assert expected_cost(amounts, [5, 5], live=[True, False]).amount.tolist() == [1, 2]
    with pytest.raises(FitError, match="nobody"):
        expected_cost(amounts, [5, 5])


def test_published_costs_are_nearly_log_additive():
    table = [row for row in rows("selfreflection_runs_tokens_cost.csv") if row["attempt_id"] == "1"]
    table = [row for row in table if row["agent_name"] == "baseline"]
    models = sorted({row["model_name"] for row in table})
    exams = sorted({row["exam_name"] for row in table})
    amounts = np.full((len(models), len(exams)), NAN)
    for row in table:
        cell = models.index(row["model_name"]), exams.index(row["exam_name"])
        amounts[cell] = float(row["total_cost"]) / float(row["questions"])
    fitted = fit_costs(amounts)
    assert fitted.explained > 0.98
    # Any one price, left out, is predicted within a factor of two.
    for cell in zip(*np.nonzero(~np.isnan(amounts)), strict=True):
        without = amounts.copy()
        without[cell] = NAN
        assert 0.5 < fit_costs(without).predicted()[cell] / amounts[cell] < 2


@pytest.mark.parametrize(
    "amounts", [[[1.0, 0.0]], [[-1.0]], [[np.inf]], [1.0, 2.0], np.empty((0, 3))]
)
def test_what_is_no_amount(amounts):
    with pytest.raises(ValueError, match="amount"):
        fit_costs(amounts)


@pytest.mark.parametrize("amounts", [[[1.0, NAN], [NAN, 1.0]], [[1.0], [NAN]], [[NAN]]])
def test_what_does_not_connect(amounts):
    with pytest.raises(FitError, match="connect"):
        fit_costs(amounts)


@pytest.mark.parametrize(
    ("problems", "live"), [([0], None), ([1, 2], None), ([1], [False]), ([NAN], None)]
)
def test_benchmarks_that_cannot_be_averaged(problems, live):
    with pytest.raises(ValueError):
        expected_cost([[1.0], [2.0]], problems, live=live)
    with pytest.raises(FitError):
        expected_cost([[NAN], [NAN]], [1])
