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
    Judgements(world.store).add_rubric(rubric("olympiad", problem(world)).model_copy(
        update={"zero_credit": ("Guessing.",)}
    ))  # fmt: skip
    [attempt] = world.store.attempts()
    shown = emmy.item("proofs", attempt.id).text
    assert "Rubric, version 1<" in shown, "what judges use, not a newer draft"


def test_an_edited_draft_is_a_new_version(world: World, sits: Sits, name):
    emmy = sits()
    text = as_text(kept(world)).replace("No other value", "No further value")
    form = emmy.form("rubrics", name)
    saved = emmy.send("rubrics", name, form, say="revise", text=text)
    assert "kept as a draft" in emmy.get(saved.headers["location"]).text
    assert emmy.send("rubrics", name, form, say="revise", text=text).status_code == 303
    further = text.replace("No further value", "No value besides")
    again = emmy.send("rubrics", name, form, say="revise", text=further)
    assert (again.status_code, "saved before" in again.text) == (409, True)
    found = kept(world)
    assert (found.version, found.state, found.author) == (2, "draft", "Emmy")
    assert "1 waiting" in emmy.get("/queue/rubrics").text


def test_what_does_not_add_up_is_not_approved(world: World, sits: Sits, name):
    emmy = sits()
    text = as_text(kept(world)).replace("points: 5", "points: 4")
    refused = emmy.decide("rubrics", name, say="approve", text=text)
    assert refused.status_code == 422
    assert "add up to 6 points" in refused.text
    assert "points: 4" in refused.text
    assert kept(world).version == 1
    broken = emmy.decide("rubrics", name, say="approve", text="points: [")
    assert broken.status_code == 422
    other = as_text(kept(world)).replace("olympiad", "sums")
    assert "of another problem" in emmy.decide("rubrics", name, say="approve", text=other).text
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


def test_what_is_taken_back_is_undone_in_the_rubric(world: World, sits: Sits, name):
    emmy, judgements = sits(), Judgements(world.store)
    text = as_text(kept(world))
    proof = emmy.form("rubrics", name)["proof"]

    def undone() -> tuple[int, str]:
        last = Decisions(world.store).all(newest=1)[0].decision.id
        assert emmy.undo(last, proof).status_code == 303
        return kept(world).version, kept(world).approved_by

    emmy.decide("rubrics", name, say="approve", text=text)
    assert undone() == (1, "")
    assert judgements.rubric("olympiad", problem(world), approved=True) is None
    assert "1 waiting" in emmy.get("/queue/rubrics").text
    emmy.decide("rubrics", name, say="approve", text=text.replace("No other", "No further"))
    assert kept(world).version == 2
    assert undone() == (3, "")
    assert as_text(kept(world)) == text
    emmy.decide("rubrics", name, say="approve", text=text)
    lost = emmy.decide("rubrics", name, say="reject", why="Vague.", text=text + "# edited")
    assert (lost.status_code, "# edited" in lost.text) == (422, True)
    emmy.decide("rubrics", name, say="reject", why="Vague.", text=text)
    assert kept(world).approved_by == "", "nobody judges by what was sent back"
    assert undone() == (3, "Emmy")


def test_what_has_changed_since_is_not_taken_back(world: World, sits: Sits, name):
    emmy = sits()
    emmy.decide("rubrics", name, say="approve", text=as_text(kept(world)))
    [made] = Decisions(world.store).all()
    Judgements(world.store).add_rubric(kept(world).model_copy(update={"zero_credit": ("x",)}))
    late = emmy.undo(made.decision.id, emmy.form("rubrics", name)["proof"])
    assert (late.status_code, "has changed since" in late.text) == (409, True)
    assert len(Decisions(world.store).all()) == 1
