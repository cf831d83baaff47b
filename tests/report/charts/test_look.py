"""Colours that everyone can tell apart, on light and on dark."""

from itertools import combinations

import numpy as np
import pytest

from porism.report.charts.look import INK, PALETTE

LIGHT, DARK = "#ffffff", "#121212"
SEEN_WITH = {  # Machado, Oliveira and Fernandes (2009), severity 1
    "all cones": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
         [0.004733, 0.691367, 0.303900]]
    ),
}  # fmt: skip
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour: str) -> np.ndarray:
    value = np.array([int(colour[n : n + 2], 16) for n in (1, 3, 5)]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    low, high = sorted(float(TO_XYZ[1] @ linear(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(rgb: np.ndarray) -> np.ndarray:
    x, y, z = np.cbrt(TO_XYZ @ np.clip(rgb, 0, 1) / (TO_XYZ @ np.ones(3)))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("ground", [LIGHT, DARK])
def test_everything_stands_out_from_the_page(ground):
    assert contrast(INK, ground) > 4
    assert min(contrast(colour, ground) for colour in PALETTE) > 3


@pytest.mark.parametrize("sight", SEEN_WITH)
def test_colours_differ_whatever_the_eye(sight):
    seen = [lab(SEEN_WITH[sight] @ linear(colour)) for colour in PALETTE]
    assert min(np.linalg.norm(a - b) for a, b in combinations(seen, 2)) > 12
