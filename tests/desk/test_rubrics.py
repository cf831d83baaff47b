"""Rubrics at the desk: read, edited, approved, sent back."""

from __future__ import annotations

import pytest

from porism.desk.rubrics import as_text
from porism.desk.subject import subject
from porism.store import Judgements
from porism.store.decisions import Decisions
from tests.desk.conftest import Sits
from tests.desk.world import World, rubric


@pytest.fixture
def name(world: World) -> str:
    world.proofs(1)
    world.rubrics()
    return subject("olympiad", problem(world))


def problem(world: World) -> str:
    return world.store.problems("olympiad")[0].id


def kept(world: World):
    return Judgements(world.store).rubric("olympiad", problem(world))


def test_a_draft_is_approved_as_it_is(world: World, sits: Sits, name):
    emmy = sits()
    text = as_text(kept(world))
    assert emmy.decide("rubrics", name, say="approve", text=text).status_code == 303
    found = kept(world)
    assert (found.version, found.approved_by, found.author) == (1, "Emmy", "a-model")
    assert "Nothing waits here" in emmy.get("/queue/rubrics").text
    assert [m.decision.choice for m in Decisions(world.store).all()] == ["approve"]


def test_an_edited_draft_is_a_new_version(world: World, sits: Sits, name):
    emmy = sits()
    text = as_text(kept(world)).replace("No other value", "No further value")
    assert emmy.decide("rubrics", name, say="revise", text=text).status_code == 303
    found = kept(world)
    assert (found.version, found.state, found.author) == (2, "draft", "Emmy")
    assert "1 waiting" in emmy.get("/queue/rubrics").text


def test_what_does_not_add_up_is_not_approved(world: World, sits: Sits, name):
    emmy = sits()
    text = as_text(kept(world)).replace("'5'", "'4'")
    refused = emmy.decide("rubrics", name, say="approve", text=text)
    assert refused.status_code == 422
    assert "add up to 6 points" in refused.text
    assert "points: &#39;4&#39;" in refused.text
    assert kept(world).version == 1
    broken = emmy.decide("rubrics", name, say="approve", text="points: [")
    assert broken.status_code == 422
    assert not Decisions(world.store).all()


def test_a_rubric_that_has_changed_is_not_overwritten(world: World, sits: Sits, name):
    emmy = sits()
    form, text = emmy.form("rubrics", name), as_text(kept(world))
    part = rubric("olympiad", problem(world)).model_copy(update={"zero_credit": ("Guessing.",)})
    Judgements(world.store).add_rubric(part)
    late = emmy.send("rubrics", name, form, say="approve", text=text)
    assert late.status_code == 409
    assert kept(world).version == 2
    assert not Decisions(world.store).all()


def test_a_draft_is_sent_back_with_a_reason(world: World, sits: Sits, name):
    emmy = sits()
    assert emmy.decide("rubrics", name, say="reject").status_code == 422
    assert emmy.decide("rubrics", name, say="reject", why="Vague.").status_code == 303
    assert "Nothing waits here" in emmy.get("/queue/rubrics").text
