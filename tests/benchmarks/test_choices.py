from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porism.benchmarks.choices import Choices, order, present
from porism.core import FinalAnswer, MultipleChoice, Problem
from porism.errors import ConfigurationError

FIVE = MultipleChoice(correct="right", distractors=("w", "x", "y", "z"))
FIXED = MultipleChoice(label="C", labels="ABCD")


def problem(name: str, reference: MultipleChoice = FIVE) -> Problem:
    return Problem(id=name, statement="Which?", reference=reference)


@pytest.mark.parametrize(
    ("name", "count", "expected"),
    [
        ("1", 5, (2, 1, 4, 3, 0)),
        ("2", 5, (2, 3, 4, 0, 1)),
        ("2511.04651v1::alt1", 5, (4, 1, 3, 2, 0)),
        ("Ω", 5, (0, 2, 4, 3, 1)),
        ("1", 1, (0,)),
        ("1", 0, ()),
    ],
)
def test_the_order_never_changes(name: str, count: int, expected: tuple[int, ...]):
    assert order(name, count) == expected


def test_the_order_of_many_choices_never_changes():
    alphabet = "".join(chr(65 + place) for place in order("1", 26))
    assert alphabet == "QNMEYIXJOTSVHRFLGUBAKDCWPZ"


@given(st.text(), st.integers(0, 26))
def test_every_choice_is_shown_once(name: str, count: int):
    assert sorted(order(name, count)) == list(range(count))


def test_the_right_answer_is_anywhere_equally_often():
    places = Counter(order(f"problem {n}", 5).index(0) for n in range(5000))
    chi_squared = sum((places[place] - 1000) ** 2 / 1000 for place in range(5))
    assert chi_squared < 13.28  # 99th percentile at 4 degrees of freedom; the identifiers are fixed


def test_every_order_is_equally_likely():
    orders = Counter(order(f"problem {n}", 4) for n in range(4800))
    chi_squared = sum((orders[o] - 200) ** 2 / 200 for o in permutations(range(4)))
    assert chi_squared < 41.64  # 99th percentile at 23 degrees of freedom


def test_choices_are_relabelled_and_the_right_label_goes_along():
    choices = present(problem("1"))
    assert choices == Choices(
        shown=(("A", "x"), ("B", "w"), ("C", "z"), ("D", "y"), ("E", "right")),
        permutation="21430",
        reference=FIVE.model_copy(update={"label": "E", "labels": "ABCDE"}),
    )


def test_the_order_depends_on_the_identifier_alone():
    other = MultipleChoice(correct="1", distractors=("2", "3", "4", "5"))
    one, two = present(problem("7")), present(problem("7", other))
    assert one
    assert two
    assert one.permutation == two.permutation


def test_the_order_of_an_earlier_attempt_is_shown_again():
    choices = present(problem("1"), "01234")
    assert choices
    assert choices.shown[0] == ("A", "right")
    assert choices.reference.label == "A"
    assert choices.permutation == "01234"


@pytest.mark.parametrize("permutation", ["0123", "01233", "01235", "012345", "abcde", "-1234"])
def test_an_order_of_other_choices_is_refused(permutation: str):
    with pytest.raises(ConfigurationError, match="no order of the 5 choices of problem '1'"):
        present(problem("1"), permutation)


def test_more_than_ten_choices_round_trip():
    many = MultipleChoice(correct="0", distractors=tuple(str(n) for n in range(1, 26)))
    choices = present(problem("1", many))
    assert choices
    assert len(choices.permutation) == 26
    assert present(problem("2", many), choices.permutation) == choices


def test_more_choices_than_letters_are_refused():
    many = MultipleChoice(correct="0", distractors=tuple(str(n) for n in range(1, 27)))
    with pytest.raises(ConfigurationError, match="'1' has 27 choices"):
        present(problem("1", many))


def test_fixed_labels_stay_where_they_are():
    assert present(problem("1", FIXED)) == Choices((), "", FIXED)


def test_other_kinds_have_no_choices():
    assert present(Problem(id="1", reference=FinalAnswer(answer="2"))) is None
