"""Who may decide: invitations that work once, sessions that end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from pydantic import ValidationError
from sqlalchemy import select

from porism.core import Reviewer
from porism.errors import UnknownName
from porism.store import Store
from porism.store.desk_schema import invitations, sessions
from porism.store.people import GRACE, IDLE, LONGEST, People

WEEK = timedelta(days=7)
EMMY = Reviewer(name="Emmy <b>", queues=("proofs",), senior=True)


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def passes(self, time: timedelta) -> None:
        self.now += time


@pytest.fixture
def clock(store: Store) -> Clock:
    store.clock = Clock()
    return store.clock


@pytest.fixture
def people(store: Store, clock: Clock) -> People:
    return People(store)


def test_an_invitation_works_once(people: People):
    token = people.invite(EMMY, WEEK)
    name = people.sign_in(token)
    assert people.session(name).reviewer == EMMY
    assert people.sign_in(token) is None
    assert people.sign_in("guessed") is None
    assert people.session("guessed") is None
    [invited] = people.all()
    assert invited.reviewer == EMMY
    assert invited.signed_in_at is not None


def test_an_invitation_expires(people: People, clock: Clock):
    token = people.invite(EMMY, WEEK)
    clock.passes(WEEK)
    assert people.sign_in(token) is None


def test_the_store_knows_no_token(people: People, store: Store):
    token = people.invite(EMMY, WEEK)
    name = people.sign_in(token)
    rows = store.read(
        lambda c: [*c.execute(select(invitations)).all(), *c.execute(select(sessions)).all()]
    )
    assert token not in repr(rows)
    assert name not in repr(rows)


def test_whoever_is_revoked_is_out_at_once(people: People, clock: Clock):
    name = people.sign_in(people.invite(EMMY, WEEK))
    waiting = people.invite(EMMY, WEEK)
    people.revoke(EMMY.name)
    assert people.session(name) is None
    assert people.sign_in(waiting) is None
    assert people.all()[0].revoked_at == clock.now
    again = people.sign_in(people.invite(EMMY, WEEK))
    assert people.session(again) is not None
    assert people.session(name) is None
    assert people.all()[0].revoked_at is None


def test_nobody_unknown_is_revoked(people: People):
    people.invite(EMMY, WEEK)
    with pytest.raises(UnknownName, match="did you mean Emmy"):
        people.revoke("Emy <b>")


def test_a_new_invitation_changes_what_one_may_see(people: People):
    name = people.sign_in(people.invite(EMMY, WEEK))
    people.invite(Reviewer(name=EMMY.name, queues=("flagged",)), WEEK)
    assert people.session(name).reviewer.queues == ("flagged",)
    assert not people.session(name).reviewer.senior


def test_a_session_changes_its_name(people: People, clock: Clock):
    name = people.sign_in(people.invite(EMMY, WEEK))
    old = people.session(name)
    clock.passes(timedelta(hours=1))
    new = people.session(people.renamed(old))
    assert new.secret == old.secret
    assert new.signed_in_at == old.signed_in_at
    assert people.session(name) is not None
    clock.passes(GRACE)
    assert people.session(name) is None


def test_sessions_end_when_idle_and_at_last(people: People, clock: Clock):
    name = people.sign_in(people.invite(EMMY, WEEK))
    for _ in range(10):
        clock.passes(IDLE - timedelta(hours=1))
        name = people.renamed(people.session(name))
    clock.passes(LONGEST - 10 * (IDLE - timedelta(hours=1)))
    assert people.session(name) is None
    name = people.sign_in(people.invite(EMMY, WEEK))
    clock.passes(IDLE)
    assert people.session(name) is None


def test_signing_out_ends_every_name(people: People):
    name = people.sign_in(people.invite(EMMY, WEEK))
    other = people.renamed(people.session(name))
    people.sign_out(people.session(name))
    assert people.session(name) is None
    assert people.session(other) is None


@pytest.mark.parametrize("name", ["", " x", "a\nb", "\x1b[2J", "x" * 81])
def test_names_are_one_printable_line(name):
    with pytest.raises(ValidationError):
        Reviewer(name=name)
