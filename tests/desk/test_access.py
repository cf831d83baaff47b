"""Who gets in, and what is not let in."""

from __future__ import annotations

import pytest

from porism.desk.access import COOKIE, RENAMED_AFTER
from porism.desk.guard import LARGEST_BODY
from porism.desk.limit import ALL_TRIES, TRIES, WINDOW_S, Limit
from porism.store import utc_now
from porism.store.decisions import Decisions
from porism.store.people import IDLE, People
from tests.desk.conftest import Person, Place, Sits
from tests.desk.world import PIXEL, World

PAGES = ("/", "/queue/flagged", "/queue/flagged/next", "/decisions", "/agreement")


def test_nobody_gets_in_without_an_invitation(world: World, desk: Place):
    one, *_ = world.sums(1)
    stranger = Person(desk.base, "guessed")
    desk.people.append(stranger)
    assert stranger.entered.status_code == 403
    assert "opens nothing" in stranger.entered.text
    places = (*PAGES, f"/queue/flagged/item?subject={one}", f"/picture/{PIXEL.sha256}")
    for place in places:
        assert stranger.get(place).status_code == 401, place
    key = {"key": "12345678"}
    for place in ("/undo", "/sign-out", f"/queue/flagged/item?subject={one}"):
        data = {**key, "decision": "x", "say": "1", "proof": "x"}
        assert stranger.http.post(place, data=data).status_code == 401, place


def test_an_invitation_and_its_cookie(desk: Place):
    emmy = desk.seat()
    cookie = emmy.entered.headers["set-cookie"]
    for wanted in (f"{COOKIE}=", "HttpOnly", "SameSite=strict", "Path=/", "Max-Age="):
        assert wanted in cookie
    assert "Secure" not in cookie
    assert "Emmy" in emmy.get("/").text


def test_signing_out(desk: Place):
    emmy = desk.seat()
    proof = emmy.get("/").text.partition('name="proof" value="')[2].partition('"')[0]
    old = emmy.http.cookies[COOKIE]
    assert emmy.http.post("/sign-out", data={"proof": proof}).status_code == 303
    emmy.http.cookies.set(COOKIE, old)
    assert emmy.get("/").status_code == 401


def test_whoever_is_revoked_is_out_with_what_they_wrote_told_not_saved(world: World, desk: Place):
    one, *_ = world.sums(1)
    emmy = desk.seat()
    form = emmy.form("flagged", one)
    People(world.store).revoke("Emmy")
    answer = emmy.send("flagged", one, form, say="1", why="All lost?")
    assert answer.status_code == 401
    assert "Your session has ended" in answer.text
    assert "All lost?" in answer.text
    assert not Decisions(world.store).all()


def test_sessions_change_their_names_and_forms_live_on(world: World, desk: Place):
    one, *_ = world.sums(1)
    emmy = desk.seat()
    form, before = emmy.form("flagged", one), emmy.http.cookies[COOKIE]
    late = utc_now() + RENAMED_AFTER * 2
    world.store.clock = lambda: late
    emmy.get("/")
    assert emmy.http.cookies[COOKIE] != before
    assert emmy.send("flagged", one, form, say="1").status_code == 303
    later = late + IDLE
    world.store.clock = lambda: later
    assert "Your session has ended" in emmy.get("/").text


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://["},
        {"origin": "http://127.0.0.1:1"},
    ],
)
def test_other_sites_send_nothing(world: World, desk: Place, headers):
    one, *_ = world.sums(1)
    emmy = desk.seat()
    form = emmy.form("flagged", one)
    emmy.http.headers.update(headers)
    answer = emmy.send("flagged", one, form, say="1")
    assert answer.status_code == 403
    assert not Decisions(world.store).all()


def test_a_form_needs_its_proof(world: World, desk: Place):
    one, *_ = world.sums(1)
    emmy, max_ = desk.seat(), desk.seat("Max")
    for proof in ("", "é", max_.form("flagged", one)["proof"]):
        form = emmy.form("flagged", one) | {"proof": proof}
        assert emmy.send("flagged", one, form, say="1", why="mine").status_code == 403
    assert not Decisions(world.store).all()


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
def test_other_names_of_this_address_are_refused(desk: Place, host):
    emmy = desk.seat()
    assert emmy.http.get("/", headers={"host": host}).status_code == 421


def test_a_reviewer_of_some_queues_sees_no_other(world: World, desk: Place):
    one, *_ = world.sums(1)
    two, *_ = world.proofs(1)
    emmy, free = desk.seat("Emmy", queues=("proofs",)), desk.seat("Max")
    home = emmy.get("/").text
    assert "Proofs to grade" in home
    assert "Flagged" not in home
    assert emmy.item("proofs", two).status_code == 200
    for place in ("/queue/flagged", "/queue/flagged/next", "/queue/candidates", "/queue/nothing"):
        assert emmy.get(place).status_code == 404
    assert emmy.item("flagged", one).status_code == 404
    assert emmy.item("proofs", one).status_code == 404
    assert emmy.get("/agreement").status_code == 403
    proof = emmy.form("proofs", two)
    assert emmy.send("flagged", one, proof, say="1").status_code == 404
    assert emmy.send("proofs", one, proof, say="1").status_code == 404
    assert free.decide("flagged", one, say="1").status_code == 303
    [made] = Decisions(world.store).all()
    assert emmy.undo(made.decision.id, proof["proof"]).status_code == 404
    assert emmy.get("/decisions", everybody="true").status_code == 403


def test_every_answer_has_its_headers(world: World, desk: Place):
    emmy = desk.seat()
    for place in (*PAGES, "/nowhere", "/static/desk.css", "/queue/flagged?flag=odd"):
        headers = emmy.get(place).headers
        assert "script-src 'self'" in headers["content-security-policy"], place
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "server" not in headers
    assert emmy.get("/static/../app.py").status_code == 404
    assert emmy.http.put("/").status_code == 405


def test_large_bodies_are_refused_whatever_their_head_says(world: World, desk: Place):
    one, *_ = world.sums(1)
    emmy = desk.seat()
    form = emmy.form("flagged", one)
    answer = emmy.send("flagged", one, form, say="1", why="x" * LARGEST_BODY)
    assert answer.status_code == 413
    assert "nothing was saved" in answer.text
    emmy.http.headers["accept"] = "application/json"
    told = emmy.send("flagged", one, form, say="1", why="x" * LARGEST_BODY).json()
    assert "nothing was saved" in told["advice"]

    def endless():
        for _ in range(LARGEST_BODY // 1000 + 10):
            yield b"x" * 1000

    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer = emmy.http.post("/queue/flagged/item?subject=x", content=endless(), headers=kind)
    assert answer.status_code == 413


def test_pictures_are_shown_to_those_who_are_in(world: World, desk: Place):
    one, *_ = world.sums(1)
    emmy = desk.seat()
    assert f'src="/picture/{PIXEL.sha256}"' in emmy.item("flagged", one).text
    assert emmy.get(f"/picture/{PIXEL.sha256}").content == PIXEL.data
    assert emmy.get(f"/picture/{'0' * 64}").status_code == 404


def test_guessing_is_slowed_down(desk: Place, sits: Sits):
    emmy = sits()
    for _ in range(TRIES):
        assert emmy.http.post("/sign-in", data={"token": "guess"}).status_code == 403
    answer = emmy.http.post("/sign-in", data={"token": "guess"})
    assert answer.status_code == 429
    assert "Wait for 5 min" in answer.text
    assert emmy.get("/").status_code == 200


def test_the_limit_forgets():
    now = [0.0]
    limit = Limit(lambda: now[0])
    for _ in range(TRIES):
        assert limit.wait_s("a") == 0
        limit.failed("a")
    assert limit.wait_s("a") == WINDOW_S
    assert limit.wait_s("b") == 0
    now[0] = WINDOW_S
    assert limit.wait_s("a") == 0
    for n in range(ALL_TRIES):
        limit.failed(str(n))
    assert limit.wait_s("new") == WINDOW_S
