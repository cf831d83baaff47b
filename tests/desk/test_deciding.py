"""Deciding at the desk, by forms alone."""

from __future__ import annotations

from decimal import Decimal
from html import unescape

import httpx
import pytest

from porism.core import ProofScheme
from porism.desk.marks import options
from porism.store.decisions import Decisions, Policy
from tests.desk.conftest import Sits, open_desk
from tests.desk.world import MODELS, World, problem


def standing(world: World, attempt: str) -> tuple[str, str, float | None]:
    verdict = world.store.verdicts(attempt)[0]
    return verdict.grader, verdict.outcome, verdict.score


@pytest.mark.parametrize(
    ("said", "outcome", "score"),
    [
        ({"say": "1"}, "graded", 1.0),
        ({"say": "0"}, "graded", 0.0),
        ({"exactly": " 0,5 "}, "graded", 0.5),
        ({"say": "unparsed"}, "unparsed", None),
        ({"say": "ungraded", "why": "The $x$ is unreadable."}, "ungraded", None),
    ],
)
def test_what_is_saved_stands(world: World, sits: Sits, said, outcome, score):
    one, two, *_ = world.sums(1)
    answer = sits().decide("flagged", one, **said)
    assert answer.status_code == 303
    assert standing(world, one) == ("Emmy", outcome, score)
    assert f"subject={two}" in answer.headers["location"]
    [made] = Decisions(world.store).all()
    assert made.decision.why == said.get("why", "")


def test_points_of_proofs(world: World, sits: Sits):
    one, *_ = world.proofs(1)
    emmy = sits()
    page = emmy.item("proofs", one).text
    for shown in ("of 7", "Finds all values", "stern-judge", "mild-judge", "third-judge"):
        assert shown in page
    assert ">2 of 7<" in emmy.get("/queue/flagged").text, "what the jury came to"
    answer = emmy.decide("proofs", one, exactly="3.5", why="Half.")
    assert answer.status_code == 303
    assert "Saved: <strong>3.5 of 7</strong>" in emmy.get(answer.headers["location"]).text
    for page in ("/", "/decisions"):
        assert ">3.5 of 7<" in emmy.get(page).text
    shown = emmy.item("proofs", one).text
    assert shown.count(">3.5 of 7<") == 2, "among the verdicts and the decisions"
    assert "%" not in shown.partition("Decided before")[2]
    assert standing(world, one) == ("Emmy", "graded", 0.5)
    assert "Nothing waits here" in emmy.get("/queue/proofs").text


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({}, "No mark was given"),
        ({"say": "8"}, "That is no mark"),
        ({"say": "-1"}, "That is no mark"),
        ({"exactly": "nan"}, "That is no mark"),
        ({"exactly": "seven"}, "That is no mark"),
        ({"exactly": "inf"}, "That is no mark"),
        ({"say": "1", "exactly": "0.5"}, "Two marks were given"),
        ({"say": "1", "why": "long " * 4_001}, "Your note is too long"),
    ],
)
def test_what_cannot_be_decided_is_told_and_kept(world: World, sits: Sits, said, complaint):
    one, *_ = world.sums(1)
    said = {"why": "My thoughts & doubts.", **said}
    answer = sits().decide("flagged", one, **said)
    assert answer.status_code == 422
    assert complaint in answer.text
    assert said["why"].replace("&", "&amp;") in answer.text
    assert not Decisions(world.store).all()


def test_another_was_faster(world: World, sits: Sits):
    one, *_ = world.sums(1)
    emmy, max_ = sits("Emmy"), sits("Max")
    form = max_.form("flagged", one)
    emmy.decide("flagged", one, say="1", why="Simplify it.")
    late = max_.send("flagged", one, form, say="0", why="My own note.")
    assert late.status_code == 409
    for shown in ("changed since you opened it", "Simplify it.", "My own note."):
        assert shown in late.text
    assert standing(world, one)[0] == "Emmy"
    assert max_.decide("flagged", one, say="0", why="My own note.").status_code == 303
    assert standing(world, one) == ("Max", "graded", 0.0)


def test_two_tabs_of_one_person(world: World, sits: Sits):
    one, *_ = world.sums(1)
    emmy = sits()
    first, second = emmy.form("flagged", one), emmy.form("flagged", one)
    assert emmy.send("flagged", one, first, say="1").status_code == 303
    assert emmy.send("flagged", one, second, say="0").status_code == 409
    assert emmy.send("flagged", one, first, say="1").status_code == 303
    assert standing(world, one) == ("Emmy", "graded", 1.0)
    assert len(Decisions(world.store).all()) == 1


def test_a_form_that_was_saved_and_then_changed_is_not_called_saved(world: World, sits: Sits):
    one, *_ = world.sums(1)
    emmy = sits()
    form = emmy.form("flagged", one)
    assert emmy.send("flagged", one, form, say="1").status_code == 303
    other = emmy.send("flagged", one, form, say="0", why="On second thoughts.")
    assert other.status_code == 409
    for shown in ("saved before", "It said: right", "On second thoughts."):
        assert shown in other.text
    assert standing(world, one) == ("Emmy", "graded", 1.0)


def test_ten_points_have_keys_of_their_own():
    asked = problem("1", "Prove it.", ProofScheme(points=Decimal(10)))
    keys = [option.key for option in options(asked)]
    assert len(set(keys)) == len(keys) == 12


def test_scripts_are_told_what_was_saved(world: World, sits: Sits):
    one, two, *_ = world.sums(1)
    emmy = sits()
    emmy.http.headers["accept"] = "application/json"
    saved = emmy.decide("flagged", one, say="1").json()
    assert saved["saved"]
    assert saved["words"] == "right"
    assert f"subject={two}" in saved["next"]
    refused = emmy.decide("flagged", two, say="")
    assert (refused.status_code, refused.json()["saved"]) == (422, False)


def test_undo(world: World, sits: Sits):
    one, *_ = world.sums(1)
    emmy, max_, senior = sits(), sits("Max"), sits("Ada", senior=True)
    proof = emmy.form("flagged", one)["proof"]
    emmy.decide("flagged", one, say="1")
    [made] = Decisions(world.store).all()
    their = max_.form("flagged", one)["proof"]
    assert max_.undo(made.decision.id, their).status_code == 409
    assert emmy.undo(made.decision.id, proof).status_code == 303
    assert standing(world, one)[0] == "rules"
    assert senior.undo(made.decision.id, senior.form("flagged", one)["proof"]).status_code == 409
    assert "taken back" in emmy.get("/decisions").text
    assert emmy.undo("nonsense-id", proof).status_code == 404
    assert "Problem 1 of sums</a>" in emmy.get("/decisions").text


def test_filters_orders_and_search(world: World, sits: Sits):
    world.sums(4)
    emmy = sits()

    def listed(**facts: str) -> int:
        page = emmy.get("/queue/flagged", **facts)
        assert page.status_code == 200
        return page.text.count("<li><a")

    assert listed() == 8
    assert listed(flag="unparsed") == 2
    assert listed(model=MODELS[0]) == 4
    assert listed(benchmark="elsewhere") == 0
    assert listed(text="41") == 1
    assert listed(text="100%_") == 0
    assert emmy.get("/queue/flagged", flag="odd").status_code == 422
    assert emmy.get("/queue/flagged", order="odd").status_code == 422
    newest = emmy.get("/queue/flagged", order="newest").text
    assert newest.index("Problem 4") < newest.index("Problem 1")
    assert listed(page="2") == 8, "the last page, where there are not as many any more"


def test_one_can_walk_through_a_queue_in_every_order(world: World, sits: Sits):
    made = world.sums(3)
    emmy = sits()
    for order, expected in (("oldest", made), ("newest", made[::-1]), ("problem", made)):
        address, seen = emmy.get("/queue/flagged/next", order=order).headers["location"], []
        while address:
            seen.append(httpx.URL(address).params["subject"])
            page = emmy.get(address).text
            address = unescape(page.partition('rel="next" href="')[2].partition('"')[0])
        assert seen == expected
        assert 'rel="prev"' in page


def test_blind_mode_tells_no_model(world: World):
    one, *_ = world.sums(2)
    two, *_ = world.proofs(1)
    with open_desk(world.store, blind=True) as place:
        emmy = place.seat("Emmy")
        pages = [
            emmy.get("/"), emmy.get("/queue/flagged"), emmy.item("flagged", one),
            emmy.item("proofs", two), emmy.get("/queue/flagged/next"),
            emmy.get("/queue/flagged", model=MODELS[0]),
            emmy.decide("flagged", one, say="1"), emmy.get("/decisions"),
        ]  # fmt: skip
        for page in pages:
            text = page.text.replace(f"model={MODELS[0]}", "") + str(page.headers)
            assert not any(model in text for model in MODELS)
        assert pages[5].text.count("<li><a") == 5


def test_two_people_and_a_third(world: World):
    one, *_ = world.proofs(1)
    with open_desk(world.store, policy=Policy(reviews=2)) as place:
        emmy, max_, ada = (place.seat(n) for n in ("Emmy", "Max", "Ada"))
        early = max_.form("proofs", one)
        assert emmy.decide("proofs", one, say="7", why="Complete!").status_code == 303
        page = max_.item("proofs", one).text
        assert "Complete!" not in page
        assert "person: Emmy" not in page
        assert max_.send("proofs", one, early, say="2").status_code == 303
        assert "Nothing waits here" in max_.get("/queue/split").text
        listed = ada.get("/queue/split").text
        assert "1 waiting" in listed
        assert "Complete!" in ada.item("split", one).text
        assert ada.decide("split", one, say="4").status_code == 303
        assert standing(world, one)[0] == "Ada"
        assert "Nothing waits here" in ada.get("/queue/split").text
        table = ada.get("/agreement").text
        assert "Emmy and Max" in table
        assert "Ada and" not in table
        assert ">−71.4<" not in table
        assert ">+71.4<" in table
        assert max_.decide("proofs", one, say="7", why="You are right.").status_code == 303
        assert ">+71.4<" in ada.get("/agreement").text, "given after seeing Emmy's"


def test_nobody_hears_of_others_before_they_have_judged(world: World):
    one, *_ = world.proofs(1)
    two = world.attempt("olympiad", world.store.problems("olympiad")[0].id, MODELS[1], 9, "So.")
    with open_desk(world.store, policy=Policy(reviews=2)) as place:
        emmy, ada = place.seat("Emmy"), place.seat("Ada", senior=True)
        assert emmy.decide("proofs", two, say="6", why="Nearly!").status_code == 303
        assert ">6 of 7<" not in ada.item("proofs", one).text, "among other attempts"
        everybody = ada.get("/decisions", everybody="true").text
        assert "Nearly!" not in everybody
        assert "left out" in everybody
        assert ada.decide("proofs", two, say="0").status_code == 303
        assert "Nearly!" in ada.get("/decisions", everybody="true").text


def test_candidates(world: World, sits: Sits):
    world.candidates()
    emmy = sits()
    assert "2 waiting" in emmy.get("/queue/candidates").text
    subject = '["drafts","c1"]'
    assert emmy.decide("candidates", subject, say="reject").status_code == 422
    assert emmy.decide("candidates", subject, say="reject", why="Too easy.").status_code == 303
    assert "1 waiting" in emmy.get("/queue/candidates").text
    assert emmy.decide("candidates", '["drafts","c2"]', say="approve").status_code == 303
    [made, _] = Decisions(world.store).all()
    assert (made.decision.choice, made.decision.why) == ("reject", "Too easy.")
    assert ">dropped<" in emmy.get("/decisions").text
    assert emmy.undo(made.decision.id, emmy.form("candidates", subject)["proof"]).status_code == 303
    assert "1 waiting" in emmy.get("/queue/candidates").text
    assert emmy.item("candidates", '["sums","1"]').status_code == 404
    assert emmy.item("candidates", "[[[").status_code == 404
