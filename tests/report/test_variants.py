"""Variants of a benchmark against each other."""

from dataclasses import replace
from pathlib import Path

import pytest

from porism.errors import UnknownName
from porism.report.variants import VariantEffect, adjusted, variant_effects
from porism.runner import Request, run
from porism.workspace import Workspace
from tests.runner.conftest import Bench

VARIANTS = """
variants:
  - {name: other, prompt: other}
  - {name: part, subset: half}
  - {name: never, prompt: other}
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Workspace:
    bench = Bench(tmp_path_factory.mktemp("variants") / "ws")
    bench.benchmark(problems=12, attempts=2)
    path = bench.root / "benchmarks" / "tiny" / "benchmark.yaml"
    path.write_text(path.read_text() + VARIANTS)
    folder = bench.root / "prompts"
    folder.mkdir(exist_ok=True)
    (folder / "other.txt").write_text("In short: {statement} Put it into \\boxed{}.")
    lines = path.with_name("problems.jsonl")
    halved = lines.read_text().replace('{"id": "p1', '{"subset": "half", "id": "p1')
    lines.write_text(halved)
    bench.fake("able", skill=1)
    bench.fake("weak", skill=-3)
    workspace = bench.open()
    for variant in (None, "other", "part"):
        run(workspace, Request(("tiny",), ("able",), variant=variant))
    run(workspace, Request(("tiny",), ("weak",)))
    yield workspace
    workspace.close()


def test_each_pair_is_compared_on_the_problems_that_both_asked(place: Workspace):
    found = variant_effects(place.store, ["tiny"])
    assert [(e.model, e.variant, e.against, e.problems) for e in found] == [
        ("able", "other", "plain", 12),
        ("able", "part", "plain", 4),
        ("able", "part", "other", 4),
    ]


def test_a_fake_that_hears_no_prompt_answers_all_variants_alike(place: Workspace):
    for effect in variant_effects(place.store, models=["able"]):
        assert effect.score == effect.score_against
        assert (effect.difference, effect.p_value, effect.p_adjusted) == (0, 1, 1)
    assert variant_effects(place.store, models=["weak"]) == []


def test_names_that_do_not_exist_are_told(place: Workspace):
    with pytest.raises(UnknownName):
        variant_effects(place.store, ["tyni"])
    with pytest.raises(UnknownName):
        variant_effects(place.store, models=["abel"])


def test_a_difference_is_that_of_the_means_on_shared_problems(tmp_path: Path):
    """Ten problems, of which the variant gets six more right than the plain protocol."""
    import numpy as np

    from porism.report.scores import Scores
    from porism.report.variants import effect
    from porism.stats import Tally

    plain = np.array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1], dtype=float)
    other = np.array([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0], dtype=float)
    runs = np.ones((2, 11))
    runs[1, 10] = 0
    tally = Tally(runs, np.array([plain, other]), np.array([plain, other]))
    columns = tuple(("b", f"p{n}") for n in range(11))
    scores = Scores(("", "other"), columns, ("b",), np.zeros(11, dtype=np.intp), tally)
    found = effect(scores, "other", "")
    assert (found.problems, found.score, found.score_against) == (10, 1, 0.4)
    assert found.difference == pytest.approx(0.6)
    half = 2.2621571628 * np.sqrt(0.24 * 10 / 9) / np.sqrt(10)
    assert (found.low, found.high) == (pytest.approx(0.6 - half), pytest.approx(0.6 + half))
    assert found.p_value == pytest.approx(2 / 2**6)
    runs[0, :10] = 0
    assert effect(scores, "other", "") is None


def test_p_values_are_adjusted_for_how_many_there_are():
    one = VariantEffect("b", "m", "v", "plain", 9, 1, 0, 1, 0, 1, 0.01, 0.01)
    rows = adjusted([one, replace(one, p_value=0.02), replace(one, p_value=0.5)])
    assert [row.p_adjusted for row in rows] == pytest.approx([0.03, 0.04, 0.5])
