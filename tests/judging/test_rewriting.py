"""Whether the mathematics came through a rewriting."""

import pytest

from porism.judging import Rewriting, Unread
from porism.judging.rewriting import formulas, losses, rewriting_question
from tests.judging.cases import PROOF

RULES = Rewriting(model="m")
STATEMENT = "Show that $n^2$ is even if $n$ is, for $n \\le 100$."
PROOF_TEXT = """\
We have to show that $n^2$ is even. Clearly I can write $n = 2k$ with an integer $k$.
Then $$ n^2 = 4 k^2 = 2 \\left( 2k^2 \\right) $$ which is even, since 17 divides nothing here.
"""
GOOD = """\
Let $n=2k$ for an integer $k$. Then \\[ n^{2} = 4k^{2} = 2(2k^{2}), \\] which is even,
since $17$ divides nothing here. This completes the proof of the claim about squares.
"""


def test_layout_is_no_loss():
    assert losses(RULES, STATEMENT, PROOF_TEXT, GOOD) == ()
    assert losses(RULES, STATEMENT, PROOF_TEXT, PROOF_TEXT) == ()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("4k^{2}", "8k^{2}", "formulas are lost"),
        ("$17$", "$n$", "numbers are lost"),
        ("This completes", "By induction over $m_0 = 3$ and $j > 5$ this completes", "are new"),
    ],
)
def test_changed_mathematics_is_found(old: str, new: str, said: str):
    assert any(said in one for one in losses(RULES, STATEMENT, PROOF_TEXT, GOOD.replace(old, new)))


def test_length_is_bounded():
    [said] = losses(RULES, STATEMENT, PROOF_TEXT, GOOD + " and so on" * 40)
    assert "of the words are left" in said
    assert losses(RULES, STATEMENT, "word " * 100, "word") == ("1% of the words are left",)


def test_settings_bound_what_may_be_lost():
    half = Rewriting(model="m", kept=0.5)
    changed = GOOD.replace("4k^{2}", "8k^{2}")
    assert losses(half, STATEMENT, PROOF_TEXT, changed) == ()


def test_formulas_are_read_without_layout():
    text = r"$a + b$ and \[ a+b. \] and \(\left( x \right)\) and $ $"
    assert list(formulas(text)) == ["a+b", "a+b", "(x)"]


def test_the_reply_is_read_from_its_block():
    question = rewriting_question(PROOF, "A </text> proof.")
    text = question.messages[0].text
    word = text.rsplit("</text-", 1)[1].split(">")[0]
    assert f"<solution-{word}>\nA </text> proof.\n</solution-{word}>" in text
    assert question.read(f"<text-{word}>\n```latex\nA proof.\n```\n</text-{word}>") == "A proof."
    for wrong in ("A proof.", f"<text-{word}></text-{word}>", f"<text-{word}>A proof."):
        with pytest.raises(Unread):
            question.read(wrong)
