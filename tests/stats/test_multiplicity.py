"""Corrections against SciPy, by hand and by their properties."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from porism.stats.multiplicity import adjust

p_values = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def test_holm_by_hand():
    assert adjust([0.01, 0.04, 0.03]).tolist() == pytest.approx([0.03, 0.06, 0.06])


@settings(max_examples=60, deadline=None)
@given(p_values)
def test_benjamini_hochberg_agrees_with_scipy(values):
    np.testing.assert_allclose(
        adjust(values, "benjamini-hochberg"), false_discovery_control(values), atol=1e-12
    )


@settings(max_examples=60, deadline=None)
@given(p_values)
def test_adjusting_never_helps_and_keeps_order(values):
    holm, hochberg = adjust(values), adjust(values, "benjamini-hochberg")
    assert (holm >= hochberg - 1e-12).all()
    assert (hochberg >= np.array(values) - 1e-12).all()
    assert (np.diff(holm[np.argsort(values)]) >= 0).all()
    assert (holm <= 1).all()


def test_shape_is_kept():
    assert adjust(np.full((2, 3), 0.01)).shape == (2, 3)
    assert adjust([]).shape == (0,)


@pytest.mark.parametrize("bad", [[-0.1], [1.1], [np.nan]])
def test_no_probability(bad):
    with pytest.raises(ValueError):
        adjust(bad)


def test_unknown_correction():
    with pytest.raises(ValueError, match="bonferroni"):
        adjust([0.5], "bonferroni")
