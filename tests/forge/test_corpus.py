"""The bar: real papers whose statements are known from compiling them."""

from collections import Counter

import pytest

from tests.forge.corpus import extracted, measure, truth

pytestmark = pytest.mark.xdist_group("corpus")  # one process reads the papers, for all tests


@pytest.fixture(scope="module")
def scores() -> Counter:
    total: Counter = Counter()
    for paper, known in truth().items():
        score = measure().score(known["items"], extracted(paper))
        total.update({k: v for k, v in score.items() if isinstance(v, int)})
    return total


def test_finds_what_is_there(scores: Counter):
    assert scores["hit"] >= 0.99 * scores["truth"] > 1_500


def test_finds_nothing_else(scores: Counter):
    assert scores["tp"] >= 0.99 * scores["extracted"]


@pytest.mark.parametrize(
    ("field", "share"), [("name", 0.99), ("label", 0.99), ("title", 0.99), ("body", 0.98)]
)
def test_reads_what_it_finds(scores: Counter, field: str, share: float):
    assert scores[field] >= share * scores["hit"]


def figures(number: str | None) -> str | None:
    """A number without ornaments: the truth has lost their macros."""
    return number and number.split("$")[0]


def test_numbers_are_those_that_are_printed():
    """Where bodies are the same, so must the numbers be."""
    right = wrong = 0
    for paper, known in truth().items():
        printed = {
            (t["label"], t["body60"][:30]): t["number"] for t in known["items"] if t["label"]
        }
        for item in extracted(paper):
            key = (item["label"], " ".join(item["body"].split())[:30])
            if key in printed:
                same = figures(printed[key]) == figures(item["number"])
                right += same
                wrong += not same
    assert right > 1_500
    assert wrong == 0
