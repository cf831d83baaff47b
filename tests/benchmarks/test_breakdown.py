from datetime import date
from fractions import Fraction

import pytest

from porism.benchmarks.breakdown import Answered, breakdown, chance, facets, month
from porism.core import FinalAnswer, MultipleChoice, Problem, Provenance

FIVE = MultipleChoice(correct="right", distractors=("w", "x", "y", "z"))
LEMMA = Problem(
    id="2511.00001v1::orig",
    reference=FIVE,
    types=("Existence", "Universal"),
    subset="original",
    provenance=Provenance(paper="2511.00001v1"),
)
PICTURE = Problem(id="k", reference=MultipleChoice(label="B", labels="ABCD"))


@pytest.mark.parametrize(
    ("paper", "expected"),
    [
        ("2511.04651v1", "2025-11"),
        ("0704.0001", "2007-04"),
        ("math/9912123v2", "1999-12"),
        ("math.AG/0601001", "2006-01"),
        ("2513.00001", ""),
        ("", ""),
        ("a theorem", ""),
    ],
)
def test_the_month_is_that_of_the_paper(paper: str, expected: str):
    problem = LEMMA.model_copy(update={"provenance": Provenance(paper=paper)})
    assert month(problem) == expected


def test_a_known_day_comes_before_the_identifier():
    origin = Provenance(paper="2511.00001v1", published=date(2025, 10, 31))
    assert month(LEMMA.model_copy(update={"provenance": origin})) == "2025-10"


def test_guessing_scores_one_in_the_number_of_choices():
    assert chance(LEMMA) == Fraction(1, 5)
    assert chance(PICTURE) == Fraction(1, 4)
    assert chance(Problem(id="1", reference=FinalAnswer(answer="2"))) == 0


def test_an_attempt_belongs_to_what_is_known_of_it():
    assert dict(facets(Answered(PICTURE, "", 1))) == {"position": "B", "variant": ""}
    assert set(facets(Answered(LEMMA, "12034", 1, "sketch"))) == {
        ("type", "Existence"),
        ("type", "Universal"),
        ("month", "2025-11"),
        ("subset", "original"),
        ("position", "C"),
        ("variant", "sketch"),
    }


def test_results_by_facet():
    plain = LEMMA.model_copy(update={"types": ("Universal",)})
    attempts = (
        Answered(LEMMA, "01234", 1),
        Answered(LEMMA, "10234", 0),
        Answered(plain, "01234", 1, "sketch"),
        Answered(plain, "01234", None, "sketch"),
        Answered(PICTURE, "", 0),
    )
    groups = {(g.facet, g.value): g for g in breakdown(attempts)}
    assert [g for g in groups if g[0] == "type"] == [("type", "Existence"), ("type", "Universal")]
    assert groups["type", "Existence"].accuracy == 0.5
    assert groups["type", "Universal"].scores == (1, 0, 1)
    assert groups["type", "Universal"].missing == 1
    assert groups["position", "A"].accuracy == 1
    assert groups["position", "B"].scores == (0, 0)
    assert groups["position", "B"].chance == pytest.approx((0.2 + 0.25) / 2)
    assert groups["variant", ""].chance == pytest.approx((0.2 + 0.2 + 0.25) / 3)


def test_a_group_without_scores_has_no_accuracy():
    assert all(group.accuracy is None for group in breakdown([Answered(LEMMA, "01234", None)]))
    assert breakdown([]) == ()
