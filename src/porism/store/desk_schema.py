"""The tables of the desk: who may decide, and what was decided. All of them are appended to."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    literal_column,
)

from porism.store.schema import SEQUENCE, Instant, metadata, verdicts

invitations = Table(
    "invitations",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("token", String(64), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("queues", Text, nullable=False),
    Column("senior", Boolean, nullable=False),
    Column("made_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Index("ix_invitations_name", "name", "seq"),
)

revocations = Table(
    "revocations",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("name", Text, nullable=False),
    Column("invitation", ForeignKey("invitations.seq"), nullable=False),
    Column("made_at", Instant, nullable=False),
    Index("ix_revocations_name", "name"),
)

sign_ins = Table(
    "sign_ins",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("invitation", ForeignKey("invitations.seq"), nullable=False, unique=True),
    Column("made_at", Instant, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("sign_in", ForeignKey("sign_ins.seq"), nullable=False),
    Column("made_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
)

session_ends = Table(
    "session_ends",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("session", ForeignKey("sessions.token"), nullable=False),
    Column("ended_at", Instant, nullable=False),
    Index("ix_session_ends_session", "session"),
)

decisions = Table(
    "decisions",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("id", String(64), nullable=False, unique=True),
    Column("queue", String(40), nullable=False),
    Column("subject", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("reviewer", Text, nullable=False),
    Column("choice", String(16), nullable=False),
    Column("score", Float),
    Column("why", Text, nullable=False),
    Column("adjudicates", Boolean, nullable=False),
    Column("before", String(64), nullable=False),
    Column("stood", SEQUENCE),
    Column("undoes", String(64), unique=True),
    Column("verdict", ForeignKey("verdicts.seq")),
    Column("made_at", Instant, nullable=False),
    Index("ix_decisions_subject", "subject", "seq"),
    Index("ix_decisions_reviewer", "reviewer", "seq"),
)

withdrawals = Table(
    "withdrawals",
    metadata,
    Column("verdict", ForeignKey("verdicts.seq"), primary_key=True),
    Column("decision", ForeignKey("decisions.id"), nullable=False),
    Column("made_at", Instant, nullable=False),
)

FLAGGED = verdicts.c.flags != literal_column("'[]'")
"""As the index has it, word for word: SQLite takes a partial index for no other condition."""
BY_PERSON = verdicts.c.authority == literal_column("3")

Index(
    "ix_verdicts_flagged",
    verdicts.c.seq,
    verdicts.c.flags,
    sqlite_where=FLAGGED,
    postgresql_where=FLAGGED,
)
Index("ix_verdicts_people", verdicts.c.attempt, sqlite_where=BY_PERSON, postgresql_where=BY_PERSON)
