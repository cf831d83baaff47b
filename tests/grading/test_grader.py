"""The door: outcomes, scores and kinds of reference."""

import pytest

from porism.core import FinalAnswer, FormalStatement, MultipleChoice, ProofScheme, TrueStatement
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
