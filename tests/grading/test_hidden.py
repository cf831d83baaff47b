"""Hidden answers: compared by value, told nowhere."""

from __future__ import annotations

import pytest

from porism.core import FinalAnswer
from porism.errors import ConfigurationError, DefinitionError
from porism.grading import grade, lint
from porism.grading.hidden import SHOWN, hide
from porism.interop.hiding import hide_answers


@pytest.mark.parametrize(
    ("answer", "right", "wrong"),
    [
        ("1234567", ["1234567", "1,234,567", "1{,}234{,}567", "1 234 567", "+1234567.0"],
         ["1234568", "123456", "-1234567", "twelve"]),
        ("0.50", ["0.5", ".5", "0.500"], ["0.51", "2"]),
        ("BCDFG", ["BCDFG"], ["BCDF", "BCDFGH"]),
    ],
)  # fmt: skip
def test_a_hidden_answer_is_found_however_it_is_written(answer, right, wrong):
    hidden = FinalAnswer(answer=hide(answer))
    assert hidden.hidden
    assert answer not in hidden.answer
    for text in right:
        verdict = grade(f"So \\boxed{{{text}}}.", hidden)
        assert (verdict.score, verdict.extracted) == (1, SHOWN), text
        assert answer not in verdict.to_json()
    for text in wrong:
        verdict = grade(f"So \\boxed{{{text}}}.", hidden)
        assert (verdict.score, verdict.extracted) == (0, text)


def test_two_that_hide_the_same_do_not_look_the_same():
    assert hide("7") != hide("7")


def test_what_states_no_answer_is_unparsed_and_what_is_endless_is_wrong():
    hidden = FinalAnswer(answer=hide("7"))
    assert grade("I do not know.", hidden).outcome == "unparsed"
    assert grade("\\boxed{" + "7" * 100_000 + "}", hidden).score == 0


def test_lint_has_nothing_to_say_of_it(a_problem):
    assert not list(lint([a_problem(hide("7"))]))


@pytest.fixture
def a_problem():
    from porism.core import Problem

    return lambda answer: Problem(id="1", statement="?", reference=FinalAnswer(answer=answer))


def test_a_file_is_hidden_into_a_new_one(tmp_path):
    private, public = tmp_path / "private.csv", tmp_path / "answers.csv"
    private.write_text("id,answer\n943,1234567\n944,0.5\n")
    assert hide_answers(private, public) == 2
    head, first, second = public.read_text().splitlines()
    assert head == "id,answer"
    assert first.startswith("943,hidden1:")
    assert second.startswith("944,hidden1:")
    with pytest.raises(ConfigurationError, match="is there already"):
        hide_answers(private, public)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("id,answer\n943,1234567\n944,\n", "is missing"),
        ("id,answer\n943,1234567\n944,hidden1:0:0\n", "is hidden already"),
        ("id,result\n943,1234567\n", "result"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_without_an_answer(tmp_path, text, complaint):
    private, public = tmp_path / "private.csv", tmp_path / "answers.csv"
    private.write_text(text)
    with pytest.raises(DefinitionError, match=complaint) as caught:
        hide_answers(private, public)
    assert "1234567" not in str(caught.value)
    assert not public.exists()
