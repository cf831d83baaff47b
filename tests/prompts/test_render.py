from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porism.core import (
    FinalAnswer,
    FormalStatement,
    Image,
    MultipleChoice,
    Picture,
    Problem,
    user,
)
from porism.errors import ConfigurationError
from porism.prompts import load, parse, render

PICTURE = Image(media_type="image/png", data=b"\x89PNG")
SUM = Problem(id="sum", statement="What is $1+1$?", reference=FinalAnswer(answer="2"))
CHOICE = Problem(id="choice", statement="Which?", reference=MultipleChoice(correct="this"))


@dataclass(frozen=True)
class Shown:
    shown: tuple[tuple[str, str], ...]


TWO = Shown((("A", "that"), ("B", "this")))


def test_a_plain_prompt_becomes_one_turn():
    assert render(parse("Q: {statement}", name="p", file="p"), SUM) == (user("Q: What is $1+1$?"),)


def test_a_system_section_goes_first():
    prompt = parse("[system]\nBe brief.\n[user]\n{statement}", name="p", file="p")
    system, turn = render(prompt, SUM)
    assert (system.role, system.text) == ("system", "Be brief.")
    assert turn == user("What is $1+1$?")


def test_choices_are_shown_in_order():
    prompt = parse("{statement}\n\n{choices}", name="p", file="p")
    (turn,) = render(prompt, CHOICE, choices=TWO)
    assert turn.text == "Which?\n\n(A) that\n\n(B) this"


HOSTILE = st.text() | st.sampled_from(
    [
        "{choices}",
        "{sketch}",
        "{}",
        "{0}",
        "{statement!r}",
        r"\frac{1}{2}",
        r"\1\g<0>",
        "{{x}}",
        "%s",
    ]
)


@given(HOSTILE, HOSTILE, HOSTILE, HOSTILE)
def test_what_is_put_in_is_put_in_to_the_byte(statement: str, one: str, two: str, sketch: str):
    prompt = parse("[user]\n<{statement}|{choices}>\n[sketch]\n<{sketch}>", name="p", file="p")
    problem = CHOICE.model_copy(update={"statement": statement, "sketch": sketch})
    (turn,) = render(prompt, problem, choices=Shown((("A", one), ("B", two))), sketch=True)
    assert turn.text == f"<{statement}|(A) {one}\n\n(B) {two}>\n\n<{sketch}>"


def test_pictures_follow_the_words_unless_left_out():
    prompt = load("multiple-choice-image")
    problem = SUM.model_copy(update={"images": (PICTURE,)})
    (turn,) = render(prompt, problem)
    assert turn.parts[-1] == Picture(image=PICTURE)
    (bare,) = render(prompt, problem, images=False)
    assert bare.text == turn.text
    assert len(bare.parts) == 1


def test_a_sketch_is_given_where_there_is_one():
    prompt = load("multiple-choice-sketch")
    hinted = CHOICE.model_copy(update={"sketch": "Induct on $n$."})
    (turn,) = render(prompt, hinted, choices=TWO, sketch=True)
    assert turn.text.endswith("\n\nInduct on $n$.")
    bare = load("multiple-choice")
    for problem, sketch in ((hinted, False), (CHOICE, True)):
        (turn,) = render(prompt, problem, choices=TWO, sketch=sketch)
        assert turn == render(bare, problem, choices=TWO)[0]


def test_a_formal_statement_is_shown_with_its_words():
    lean = "theorem t : 1 + 1 = 2 := by sorry"
    problem = Problem(id="t", statement="One and one.", reference=FormalStatement(statement=lean))
    (turn,) = render(load("lean-proof"), problem)
    assert f"One and one.\n\n```lean\n{lean}\n```" in turn.text


def test_a_prompt_that_does_not_fit_is_refused():
    with pytest.raises(ConfigurationError, match="'multiple-choice' shows choices, but there are"):
        render(load("multiple-choice"), SUM)
    with pytest.raises(ConfigurationError, match="does not show the choices of problem 'choice'"):
        render(load("final-answer"), CHOICE, choices=TWO)
    with pytest.raises(ConfigurationError, match=r"'final-answer' has no \[sketch\] section"):
        render(load("final-answer"), SUM, sketch=True)
    with pytest.raises(ConfigurationError, match="for formal statements; problem 'sum' has none"):
        render(load("lean-proof"), SUM)


def test_choices_that_the_statement_shows_need_no_place():
    assert render(load("multiple-choice-image"), CHOICE, choices=Shown(()))[0].text
