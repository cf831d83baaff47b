"""The people of the desk: invitations, sign-ins, sessions."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, RowMapping, Select, func, insert, select

from porism.core import Reviewer
from porism.errors import UnknownName
from porism.store.desk_schema import invitations, revocations, session_ends, sessions, sign_ins
from porism.store.store import Store

TOKEN_BYTES = 32
LONGEST = timedelta(days=30)
"""How long a sign-in lasts at most."""
IDLE = timedelta(days=3)
"""How long a session lasts that nobody uses."""
GRACE = timedelta(minutes=2)
"""How long the old name of a session still works, for requests that are under way."""


class Session(NamedTuple):
    """Somebody who has signed in."""

    reviewer: Reviewer
    token: str
    """Digest of the session's name."""
    sign_in: int
    secret: str
    """What only the server knows of the sign-in; the same for all names of the session."""
    made_at: datetime
    signed_in_at: datetime


class Invited(NamedTuple):
    """A person, as lists show it."""

    reviewer: Reviewer
    invited_at: datetime
    expires_at: datetime
    signed_in_at: datetime | None
    revoked_at: datetime | None


def digest(token: str) -> str:
    """Return what the store keeps of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class People:
    """Who may decide.

    Args:
        store: what holds it.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def invite(self, reviewer: Reviewer, lasting: timedelta) -> str:
        """Let a person sign in once, from now on under these conditions.

        Returns:
            The token to sign in with; the store knows its digest alone.
        """
        token = secrets.token_urlsafe(TOKEN_BYTES)
        now = self._store.clock()
        row = {
            "token": digest(token),
            "name": reviewer.name,
            "queues": json.dumps(reviewer.queues),
            "senior": reviewer.senior,
            "made_at": now,
            "expires_at": now + lasting,
        }
        self._store.writer.append((invitations, row)).result()
        return token

    def revoke(self, name: str) -> None:
        """End all sessions and invitations of a person.

        Raises:
            UnknownName: nobody of that name was invited.
        """
        now = self._store.clock()

        def work(connection: Connection) -> bool:
            last = connection.execute(newest_invitation(name)).first()
            if last is not None:
                row = {"name": name, "invitation": last.seq, "made_at": now}
                connection.execute(insert(revocations), [row])
            return last is not None

        if not self._store.writer.run(work).result():
            known = {person.reviewer.name for person in self.all()}
            raise UnknownName("person at the desk", name, known)

    def all(self) -> tuple[Invited, ...]:
        """Return everybody who was ever invited, by name, as last invited."""
        i, r, s = invitations.c, revocations.c, sign_ins.c
        newest = select(func.max(i.seq)).group_by(i.name)
        chosen = (
            select(
                invitations,
                s.made_at.label("signed_in_at"),
                r.made_at.label("revoked_at"),
            )
            .outerjoin(sign_ins, s.invitation == i.seq)
            .outerjoin(revocations, r.invitation == i.seq)
            .where(i.seq.in_(newest))
            .order_by(i.name, r.seq)
        )
        rows: Sequence[RowMapping] = self._store.read(lambda c: c.execute(chosen).mappings().all())
        found = {row["name"]: row for row in reversed(rows)}
        return tuple(
            Invited(
                reviewer_of(row),
                row["made_at"],
                row["expires_at"],
                row["signed_in_at"],
                row["revoked_at"],
            )
            for _, row in sorted(found.items())
        )

    # -- sessions --------------------------------------------------------------------------

    def sign_in(self, token: str) -> str | None:
        """Use an invitation up.

        Returns:
            The name of a session, for the person's browser alone; ``None`` where the token
            is unknown, used, expired or revoked.
        """
        now = self._store.clock()
        name = secrets.token_urlsafe(TOKEN_BYTES)

        def work(connection: Connection) -> bool:
            i = invitations.c
            used = select(sign_ins.c.seq).where(sign_ins.c.invitation == i.seq).exists()
            wanted = (i.token == digest(token), i.expires_at > now, ~used, ~revoked())
            found = connection.execute(select(i.seq).where(*wanted)).scalar()
            if found is None:
                return False
            row = {"invitation": found, "made_at": now}
            made = connection.execute(insert(sign_ins).values(row)).inserted_primary_key
            started = session_row(name, made[0] if made else 0, now, now)
            connection.execute(insert(sessions), [started])
            return True

        return name if self._store.writer.run(work).result() else None

    def session(self, name: str) -> Session | None:
        """Return the session of that name; ``None`` if it is unknown or has ended."""
        now = self._store.clock()
        row: RowMapping | None = self._store.read(
            lambda c: c.execute(living_session(digest(name), now)).mappings().first()
        )
        if row is None:
            return None
        return Session(
            reviewer_of(row), digest(name), row["sign_in"], row["secret"], row["made_at"],
            row["signed_in_at"],
        )  # fmt: skip

    def renamed(self, session: Session) -> str:
        """Give a session another name; the old one ends after a moment of grace."""
        now = self._store.clock()
        name = secrets.token_urlsafe(TOKEN_BYTES)
        row = session_row(name, session.sign_in, now, session.signed_in_at)
        end = {"session": session.token, "ended_at": now + GRACE}
        self._store.writer.append((sessions, row), (session_ends, end)).result()
        return name

    def sign_out(self, session: Session) -> None:
        """End a session under all its names."""
        now = self._store.clock()

        def work(connection: Connection) -> None:
            names = select(sessions.c.token).where(sessions.c.sign_in == session.sign_in)
            rows = [{"session": n, "ended_at": now} for n in connection.execute(names).scalars()]
            connection.execute(insert(session_ends), rows)

        self._store.writer.run(work).result()


def newest_invitation(name: str) -> Select[Any]:
    """Select the last invitation of a person."""
    i = invitations.c
    return select(invitations).where(i.name == name).order_by(i.seq.desc()).limit(1)


def revoked() -> Any:  # noqa: ANN401 - a condition
    """Tell whether an invitation's person was sent away after it."""
    i, r = invitations.c, revocations.c
    return select(r.seq).where(r.name == i.name, r.invitation >= i.seq).exists()


def living_session(token: str, now: datetime) -> Select[Any]:
    """Select a session that has not ended, under the person's newest conditions."""
    i, s, e = invitations.c, sessions.c, session_ends.c
    last = invitations.alias("last")
    newest = select(func.max(last.c.seq)).where(last.c.name == i.name).scalar_subquery()
    conditions = invitations.alias("conditions")
    ended = select(e.seq).where(e.session == s.token, e.ended_at <= now).exists()
    return (
        select(
            i.name, conditions.c.queues, conditions.c.senior, s.sign_in, s.made_at,
            i.token.label("secret"), sign_ins.c.made_at.label("signed_in_at"),
        )
        .select_from(sessions)
        .join(sign_ins, sign_ins.c.seq == s.sign_in)
        .join(invitations, i.seq == sign_ins.c.invitation)
        .join(conditions, conditions.c.seq == newest)
        .where(s.token == token, s.expires_at > now, ~ended, ~revoked())
    )  # fmt: skip


def session_row(name: str, sign_in: int, now: datetime, since: datetime) -> dict[str, Any]:
    """Return the row of a session that begins now and whose person signed in before."""
    expires_at = min(now + IDLE, since + LONGEST)
    return {"token": digest(name), "sign_in": sign_in, "made_at": now, "expires_at": expires_at}


def reviewer_of(row: RowMapping) -> Reviewer:
    """Return the person in a row of invitations."""
    queues = tuple(json.loads(row["queues"]))
    return Reviewer(name=row["name"], queues=queues, senior=row["senior"])
