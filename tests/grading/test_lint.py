"""References that cannot judge are found before they do."""

import pytest

from porism.core import FinalAnswer, MultipleChoice, Problem, ProofScheme
from porism.grading import lint


def levels(reference) -> list[str]:
    return [finding.level for finding in lint([Problem(id="p", reference=reference)])]


@pytest.mark.parametrize(
    "answer",
    ["42", r"\frac{1}{2}", "x^2+1", r"\{1,2\}", "(1,2)", "[0,1)", "Tuesday", "no solution", "B"],
)
def test_sound_references(answer):
    assert levels(FinalAnswer(answer=answer)) == []


@pytest.mark.parametrize(
    ("answer", "level"),
    [
        ("", "error"),
        (r"\frac{1}{", "error"),
        (r"\unknowncommand{3}", "error"),
        ("{" * 50_001, "error"),
        ("1,234", "warning"),
        ("1/2x", "warning"),
        (r"\pm 2", "warning"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_doubtful_references(answer, level):
    found = levels(FinalAnswer(answer=answer))
    assert found
    assert found[0] == level


def test_a_finding_names_the_problem():
    findings = list(lint([Problem(id="algebra-7", reference=FinalAnswer(answer=""))]))
    assert [finding.problem for finding in findings] == ["algebra-7"]


@pytest.mark.parametrize(
    ("reference", "found"),
    [
        (MultipleChoice(label="B", labels="ABCD"), []),
        (MultipleChoice(label="F", labels="ABCD"), ["error"]),
        (MultipleChoice(), ["error"]),
        (MultipleChoice(correct="1/2", distractors=("2", "0.5")), ["error"]),
        (ProofScheme(), []),
    ],
    ids=range(5),
)
def test_choices(reference, found):
    assert levels(reference) == found
