"""Claims at the desk: explained there, they no longer hold a model back."""

from __future__ import annotations

from datetime import date

from porism.core import Claim
from porism.report.claims import answered, check_claims, held_back
from porism.report.snapshot import snapshot_of
from porism.store.decisions import Decisions
from tests.desk.conftest import open_desk
from tests.desk.world import MODELS, NOW, World


def claim(model: str, score: float, **more: object) -> Claim:
    facts = {"benchmark": "sums", "source": "https://example.org/card", "date": date(2026, 1, 1)}
    return Claim.model_validate({"model": model, "score": score, **facts, **more})


def test_a_claim_is_explained_and_taken_up_again(world: World):
    world.sums(4)
    claims = (claim(MODELS[0], 0.97), claim(MODELS[1], 0.9, waiver="known"))
    with open_desk(world.store, claims=claims) as place:
        emmy = place.seat()
        listed = emmy.get("/queue/claims").text
        assert "1 waiting" in listed
        assert "97.0 % claimed, 0.0 % measured" in listed
        subject = claims[0].subject
        assert "https://example.org/card" in emmy.item("claims", subject).text
        assert emmy.decide("claims", subject, say="explain").status_code == 422
        assert emmy.item("claims", "nonsense").status_code == 404
        assert held_back(snapshot_of(world.store, claims=claims)).keys() == {MODELS[0]}
        said = {"say": "explain", "why": "Majority of 64."}
        assert emmy.decide("claims", subject, **said).status_code == 303
        assert "Nothing waits here" in emmy.get("/queue/claims").text
        with_answers = answered(claims, world.store)
        checked = check_claims(snapshot_of(world.store, claims=with_answers))
        assert [one.said for one in checked if one.claim.model == MODELS[0]] == [
            "explained: Majority of 64."
        ]
        assert answered(claims, world.store, NOW) == claims
        [made] = Decisions(world.store).all()
        emmy.undo(made.decision.id, emmy.form("claims", subject)["proof"])
        assert "1 waiting" in emmy.get("/queue/claims").text
        assert answered(claims, world.store) == claims


def test_the_file_has_the_last_word(world: World):
    made = claim(MODELS[0], 0.97, explanation="from the file")
    assert answered([made], world.store) == (made,)
