"""The ablation study, and hiding cells without tearing the design apart."""

import numpy as np
import pytest

from porism.errors import FitError
from porism.stats import Tally
from porism.stats.irt.ablation import ablate, held_out_cells
from porism.stats.irt.design import parts
from tests.stats.irt.simulated import simulate
from tests.stats.published import matharena_2025


def by_name(study):
    return {variant.name: variant for variant in study.variants}


def test_the_published_table_is_robust_to_the_choices():
    _, tally = matharena_2025()
    study = ablate(tally, rng=np.random.default_rng(31))
    assert not study.failed
    variants = by_name(study)
    reference = variants["two-parameter"]
    assert reference.standings.spearman == pytest.approx(1)
    assert reference.largest_change == 0
    assert reference.error < 0.6 * study.baseline_error
    assert reference.log_loss < 0.6 * study.baseline_log_loss
    for variant in study.variants:
        assert variant.standings.spearman > 0.9


def test_slopes_that_differ_are_worth_fitting():
    truth = simulate(np.random.default_rng(32), 40, 60, runs=16, slope_spread=0.8)
    variants = by_name(ablate(truth.tally, rng=np.random.default_rng(33)))
    assert variants["two-parameter"].log_loss < variants["one-parameter"].log_loss


def test_benchmarks_are_dropped_and_pooled():
    truth = simulate(np.random.default_rng(34), 20, 48)
    benchmark = np.repeat(10 * np.arange(6), 8)
    study = ablate(truth.tally, rng=np.random.default_rng(35), benchmark=benchmark)
    variants = by_name(study)
    assert {f"without benchmark {k}" for k in range(6)} < variants.keys()
    # Questions differ within a benchmark, which one difficulty a benchmark cannot see.
    assert variants["benchmark level"].error > variants["two-parameter"].error


def test_a_variant_that_cannot_be_fitted_says_why():
    scores = np.full((6, 8), np.nan)
    rng = np.random.default_rng(36)
    scores[:3, :4], scores[3:, 4:] = rng.integers(0, 2, (2, 3, 4))
    scores[:, :2] = rng.integers(0, 2, (6, 2))
    bridge = np.array([0, 0, 1, 1, 1, 1, 1, 1])
    study = ablate(
        Tally.of_scores(scores[..., None]),
        rng=np.random.default_rng(3),
        benchmark=bridge,
        share=0.05,
    )
    assert "share no question" in dict(study.failed)["without benchmark 0"]


def test_hidden_cells_leave_a_connected_design():
    tally = simulate(np.random.default_rng(37), 10, 30, density=0.5).tally
    hidden = held_out_cells(tally, 0.3, rng=np.random.default_rng(38))
    assert 0.1 < hidden.sum() / tally.asked.sum() < 0.5
    assert not (hidden & ~tally.asked).any()
    left = tally.where(~hidden)
    assert not parts(left)[0].any()
    assert left.asked.any(0).all()


def test_blocks_are_hidden_whole():
    tally = simulate(np.random.default_rng(39), 10, 30).tally
    block = np.repeat(np.arange(5), 6)
    hidden = held_out_cells(tally, 0.2, rng=np.random.default_rng(40), block=block)
    by_block = hidden.reshape(10, 5, 6)
    assert (by_block.all(2) == by_block.any(2)).all()


def test_a_design_without_spare_cells():
    with pytest.raises(FitError, match="too thin"):
        held_out_cells(Tally.of_scores([[[1.0]]]), 0.5, rng=np.random.default_rng(0))
    with pytest.raises(ValueError, match="share"):
        held_out_cells(Tally.of_scores([[[1.0]]]), 0, rng=np.random.default_rng(0))
