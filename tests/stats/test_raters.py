"""Agreement of raters, against published values and against the definitions."""

import csv
import json
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from porism.stats.raters import Marks, judge_agreement, krippendorff

PROOFS = Path(__file__).resolve().parents[3] / "shared" / "data" / "proofs"
NO = np.nan
PUBLISHED = np.array([
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NO, NO, NO],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NO, 3],
    [NO, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NO],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NO],
]).T  # fmt: skip
"""The example of Krippendorff (2011): 12 units, 4 observers."""


@pytest.mark.parametrize(
    ("metric", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)]
)
def test_published_example(metric, alpha):
    assert krippendorff(PUBLISHED, metric) == pytest.approx(alpha, abs=5e-4)


def by_definition(table, metric):
    """Alpha from the coincidences of ordered pairs, one by one."""
    units = [[x for x in row if not np.isnan(x)] for row in table]
    pairs = [
        (a, b, 1 / (len(unit) - 1))
        for unit in units
        if len(unit) > 1
        for a, b in permutations(unit, 2)
    ]
    every = [x for unit in units if len(unit) > 1 for x in unit]

    def difference(a, b):
        if metric == "nominal":
            return float(a != b)
        if metric == "interval":
            return (a - b) ** 2
        low, high = sorted((a, b))
        between = sum(low <= x <= high for x in every)
        return (between - (every.count(a) + every.count(b)) / 2) ** 2 if a != b else 0.0

    observed = sum(weight * difference(a, b) for a, b, weight in pairs) / len(every)
    expected = sum(difference(a, b) for a, b in permutations(every, 2))
    return 1 - observed / (expected / (len(every) * (len(every) - 1)))


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval"])
@pytest.mark.parametrize("seed", range(5))
def test_alpha_is_what_its_definition_says(metric, seed):
    rng = np.random.default_rng(seed)
    table = rng.integers(0, 5, size=(15, 4)).astype(float)
    table[rng.random(table.shape) < 0.3] = np.nan
    assert krippendorff(table, metric) == pytest.approx(by_definition(table, metric))


def test_alpha_of_real_raters_is_what_its_definition_says():
    with (PROOFS / "checkmate_human_ratings.csv").open() as file:
        rows = list(csv.DictReader(file))
    units = sorted({(r["problem"], r["model"]) for r in rows})
    raters = sorted({r["grader"] for r in rows})
    table = np.full((len(units), len(raters)), np.nan)
    for row in rows:
        place = units.index((row["problem"], row["model"])), raters.index(row["grader"])
        table[place] = float(row["correctness_0_6"])
    assert krippendorff(table) == pytest.approx(by_definition(table, "interval"))


@pytest.mark.parametrize(
    ("table", "why"),
    [([[1, NO], [NO, 2]], "two raters"), ([[1, 1], [1, 1]], "equal"), ([1, 2], "shape")],
)
def test_ratings_that_say_nothing(table, why):
    with pytest.raises(ValueError, match=why):
        krippendorff(table)


def test_kappa_of_marks_is_that_of_the_contingency_table():
    rng = np.random.default_rng(1)
    person = rng.integers(0, 8, 200)
    judge = np.clip(person + rng.integers(-2, 4, 200), 0, 7)
    table = np.zeros((8, 8))
    np.add.at(table, (judge, person), 1)
    weights = (np.arange(8)[:, None] - np.arange(8)) ** 2
    chance = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    kappa = 1 - (weights * table).sum() / (weights * chance).sum()
    found = judge_agreement(Marks(judge / 7, person / 7, 7, np.arange(200)), rng)
    assert found.kappa.value == pytest.approx(kappa)
    assert found.exact.value == pytest.approx(np.mean(judge == person))
    assert found.within_one.value == pytest.approx(np.mean(abs(judge - person) <= 1))
    assert found.bias.value == pytest.approx(np.mean(judge - person) / 7)
    assert found.error.value == pytest.approx(np.mean(abs(judge - person)) / 7)
    for estimate in (found.kappa, found.exact, found.within_one, found.bias, found.error):
        assert estimate.low <= estimate.value <= estimate.high


def test_real_judge_beside_people():
    lines = (PROOFS / "deepseekmath_v2_human_vs_auto.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    person = np.array([r["points"] / r["max"] for r in rows])
    judge = np.array([r["auto_mean"] for r in rows])
    problems = [r["problem_id"] for r in rows]
    marks = Marks(judge, person, [r["max"] for r in rows], problems)
    found = judge_agreement(marks, np.random.default_rng(0))
    assert found.count == 84
    assert found.bias.value == pytest.approx(sum(judge - person) / 84)
    by_hand = np.mean((judge - person) ** 2)
    chance = np.mean([(a - b) ** 2 for a in judge for b in person])
    assert found.kappa.value == pytest.approx(1 - by_hand / chance)


def test_intervals_cover_the_bias_of_a_simulated_judge():
    rng = np.random.default_rng(7)
    covered = 0
    for _ in range(200):
        problem = np.repeat(np.arange(30), 4)
        person = np.clip(rng.normal(0.5, 0.2, 120), 0, 1)
        judge = person + 0.1 + rng.normal(0, 0.1, 30)[problem] + rng.normal(0, 0.05, 120)
        found = judge_agreement(Marks(judge, person, 7, problem), rng, resamples=400)
        covered += found.bias.low <= 0.1 <= found.bias.high
    assert 0.88 <= covered / 200 <= 0.99


def test_a_single_problem_and_equal_marks_promise_nothing():
    rng = np.random.default_rng(0)
    found = judge_agreement(Marks([0.5, 0.5], [0.5, 0.5], 7, ["p", "p"]), rng)
    assert np.isnan(found.kappa.value)
    assert (found.bias.low, found.bias.high) == (-1, 1)
    with pytest.raises(ValueError, match="two lists"):
        judge_agreement(Marks([], [], 7, []), rng)
