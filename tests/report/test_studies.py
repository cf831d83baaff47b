"""Studies of the figures, on published runs and on stores that cannot carry them."""

from pathlib import Path

import numpy as np
import pytest

from porism.errors import UserError
from porism.report.snapshot import Snapshot, snapshot_of
from porism.report.studies import ablation, calibration, item_response, ranks
from porism.store import Store
from tests.report.test_leaderboard import RUNS, imported
from tests.report.test_results import PLAIN, Filled

RNG = np.random.default_rng


@pytest.fixture(scope="module")
def published(tmp_path_factory) -> Snapshot:
    folder: Path = tmp_path_factory.mktemp("published")
    with Store(folder / "store.db") as store:
        imported(store, RUNS)
        return snapshot_of(store)


def test_coverage_on_the_published_runs_is_that_of_an_independent_study(published: Snapshot):
    found = calibration(published, RNG(0), simulations=400)
    assert found.coverage_by_pair.shape[-1] == 16
    at_95 = found.levels.tolist().index(0.95)
    coverage = dict(zip(found.methods, found.coverage[:, at_95], strict=True))
    independent = {
        "pooled normal": 0.992,
        "Wilson": 0.997,
        "question plug-in": 0.874,
        "question plug-in, Jeffreys": 0.993,
        "question SD": 0.993,
    }
    for name, expected in independent.items():
        assert coverage[name] == pytest.approx(expected, abs=0.025)
    assert coverage["Wilson, effective runs"] == pytest.approx(0.95, abs=0.015)


def test_ranks_say_who_is_tied(published: Snapshot):
    [found] = ranks(published, RNG(0))
    best, worst = found.models.index("o3-mini-high"), found.models.index("claude-3.5-sonnet")
    assert found.ranking.rank[best] == 1
    assert found.ranking.rank[worst] == 16
    assert found.ranking.better[best, worst]
    assert found.models.index("o1-medium") in found.ranking.tied_with(best)
    assert ranks(published, RNG(0), found.benchmark)[0].models == found.models


def test_abilities_follow_the_scores(published: Snapshot):
    found = item_response(published)
    scores = found.scores.tally.mean_of_questions
    assert np.corrcoef(scores, found.fit.ability)[0, 1] > 0.95
    assert found.fit.ability.argmin() == found.scores.models.index("claude-3.5-sonnet")


def test_the_ablation_predicts_better_than_the_mean_of_a_problem(published: Snapshot):
    _, study = ablation(published, RNG(0))
    reference = study.variants[0]
    assert reference.standings.spearman == 1
    assert reference.error < study.baseline_error
    assert study.failed == ()


def one_run_each(filled: Filled) -> None:
    for name in "mn":
        filled.add(1, model=name)


@pytest.mark.parametrize("study", [calibration, ablation, ranks])
def test_an_unanswered_store_is_told(store: Store, study):
    Filled(store, PLAIN)
    with pytest.raises(UserError, match=r"no live benchmark has a score|no model has a score"):
        study(snapshot_of(store), RNG(0))


@pytest.mark.parametrize(
    ("study", "complaint"),
    [(calibration, "4 runs of every question"), (ablation, "no ablation of these scores")],
)
def test_too_few_runs_are_told(store: Store, study, complaint):
    one_run_each(Filled(store, PLAIN))
    with pytest.raises(UserError, match=complaint):
        study(snapshot_of(store), RNG(0))


def test_one_model_has_a_rank_but_no_ability(store: Store):
    Filled(store, PLAIN).add(1)
    snapshot = snapshot_of(store)
    [found] = ranks(snapshot, RNG(0))
    assert found.ranking.rank.tolist() == [1]
    with pytest.raises(UserError, match="no two models share a problem"):
        item_response(snapshot)
