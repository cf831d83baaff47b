"""What people see of juries: also the text that the judges saw."""

from __future__ import annotations

import re

import pytest

from porism.core import Text
from tests.desk.conftest import Sits
from tests.desk.world import World

DETAILS = re.compile(r'<details class="uniform">(.*?)</details>', re.DOTALL)


def proof_of(world: World, attempt: str) -> str:
    transcript = world.store.transcript(attempt)
    assert transcript is not None
    return "".join(part.text for part in transcript.messages[-1].parts if isinstance(part, Text))


@pytest.mark.parametrize("same", [True, False])
def test_the_uniform_form_is_shown_with_what_its_check_found(world: World, sits: Sits, same: bool):
    one, two = world.proofs(2)
    world.uniform(one, proof_of(world, one) + " Besides, <b>$x_{17} = 18$</b>.", same=same)
    page = sits().item("proofs", one).text
    [shown] = DETAILS.findall(page)
    assert ("What the judges saw" in shown) is same
    assert ("that the judges did not see" in shown) is not same
    assert "Rewritten by scribe" in shown
    assert "formulas are new" in shown
    assert "x_17" in shown, "the formula that is new"
    assert f"checker says that it is {'' if same else 'not '}the same" in shown
    assert "<mn>17</mn>" in shown, "mathematics is typeset"
    assert "&lt;b&gt;" in shown
    assert page.count("<h3>Jury usual") == 2, "the check is no jury of its own"
    assert not DETAILS.search(sits("Max").item("proofs", two).text)


def test_a_text_in_which_nothing_was_lost(world: World, sits: Sits):
    [one] = world.proofs(1)
    world.uniform(one, proof_of(world, one), same=True)
    [shown] = DETAILS.findall(sits().item("proofs", one).text)
    assert "All formulas and numbers came through" in shown
