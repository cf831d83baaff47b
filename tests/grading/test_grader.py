"""The door: outcomes, scores and kinds of reference."""

from typing import get_args

import pytest

from porism.core import (
    FinalAnswer,
    Flag,
    FormalStatement,
    MultipleChoice,
    ProofScheme,
    TrueStatement,
)
from porism.grading import VERSION, grade


@pytest.mark.parametrize(
    ("response", "gold", "outcome", "score"),
    [
        (r"So \boxed{42}.", "42", "graded", 1),
        (r"So \boxed{41}.", "42", "graded", 0),
        (r"So \boxed{\frac{2}{4}}.", "0.5", "graded", 1),
        ("The answer is Tuesday.", "Tuesday", "graded", 1),
        ("I give up.", "42", "unparsed", None),
        ("", "42", "unparsed", None),
    ],
)
def test_a_string_is_a_final_answer(response, gold, outcome, score):
    verdict = grade(response, gold)
    assert (verdict.outcome, verdict.score) == (outcome, score)
    assert verdict == grade(response, FinalAnswer(answer=gold))
    assert (verdict.grader, verdict.version, verdict.authority) == ("rules", VERSION, "grader")


FLAGGED = {
    "unparsed": ("I cannot tell.", "42", {}),
    "empty": ("", "42", {}),
    "truncated": (r"So \boxed{41", "42", {}),
    "gold-in-text": (r"First 42, but in fact \boxed{40}.", "42", {}),
    "near-miss": (r"\boxed{-42}", "42", {}),
    "several-answers": ("The answer is 41. No: the answer is 42.", "42", {}),
    "several-boxes": (r"First \boxed{41}. That is wrong: it is \boxed{42}.", "42", {}),
    "guessed": ("Therefore there are 42 of them.", "42", {}),
    "last-number": ("We count them all and get to 42 in the end.", "42", {}),
    "other-kind": (r"\boxed{\{1,2\}}", r"\text{Tuesday}", {}),
    "undecided": (r"\boxed{\tanh(10^{6})}", "1", {}),
    "reference-unread": (r"\boxed{1}", r"\frac{1}{", {}),
    "format": ("The answer is 42.", "42", {"boxed": True}),
}
SLIPS = [
    ("42", "-42"),
    ("42", "420"),
    (r"\frac{1}{3}", "0.333"),
    ("(1,2,3)", "(2,1,3)"),
    (r"\{1,2,3\}", r"\{1,2,4\}"),
    (r"12\text{ hours}", r"12\text{ minutes}"),
    ("[1,2)", "[1,2]"),
]


@pytest.mark.parametrize("flag", FLAGGED)
def test_flags_ask_for_a_person(flag):
    response, gold, asked = FLAGGED[flag]
    assert flag in grade(response, gold, **asked).flags


def test_every_flag_of_the_grader_is_tried():
    of_jury = {"jury-split", "jury-incomplete", "judge-differs", "content-lost"}
    assert set(FLAGGED) == set(get_args(Flag)) - of_jury - {"label-differs"}


@pytest.mark.parametrize(("gold", "answer"), SLIPS)
def test_slips_are_near_misses(gold, answer):
    assert "near-miss" in grade(rf"\boxed{{{answer}}}", gold).flags


def test_alternatives_are_guesses():
    assert "guessed" in grade(r"\boxed{41 \text{ or } 42}", "42").flags


@pytest.mark.parametrize(
    ("response", "boxed", "breach"),
    [
        ("The answer is (B).", False, False),
        ("The answer is (B).", True, True),
        (r"\boxed{B}", True, False),
        (r"\boxed{12}", True, True),
        (r"\boxed{12}", False, True),
    ],
)
def test_a_choice_without_its_letter_breaks_the_format(response, boxed, breach):
    choices = MultipleChoice(label="B", labels="AB", correct="12", distractors=("13",))
    assert ("format" in grade(response, choices, boxed=boxed).flags) is breach


def test_a_box_that_was_asked_for():
    assert "format" not in grade(r"\boxed{42}", "42", boxed=True).flags
    assert "format" not in grade("The answer is 42.", "42").flags


@pytest.mark.parametrize(
    "reference",
    [ProofScheme(), TrueStatement(original="1 = 1"), FormalStatement(statement="sorry")],
    ids=lambda reference: reference.kind,
)
def test_proofs_are_left_to_others(reference):
    verdict = grade(r"\boxed{1}", reference)
    assert verdict.outcome == "ungraded"
    assert reference.kind in verdict.reason


@pytest.mark.parametrize(
    ("response", "score"),
    [("The answer is (B).", 1), ("The answer is (C).", 0), (r"\boxed{\text{b}}", 1)],
)
def test_a_choice_is_known_by_its_label(response, score):
    assert grade(response, MultipleChoice(label="B", labels="ABCD")).score == score
