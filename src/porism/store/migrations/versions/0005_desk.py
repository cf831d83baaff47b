"""Tables for people and their decisions; verdicts that were taken back stand no more."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

SEQUENCE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STANDING_VERDICTS = """
CREATE VIEW standing_verdicts AS
SELECT v.* FROM verdicts v WHERE v.seq = (
    SELECT w.seq FROM verdicts w WHERE w.attempt = v.attempt
    AND NOT EXISTS (SELECT 1 FROM withdrawals x WHERE x.verdict = w.seq)
    ORDER BY w.authority DESC, w.version DESC, w.seq DESC LIMIT 1)
"""


def upgrade() -> None:
    """Make the tables, and the view anew."""
    op.create_table(
        "invitations",
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("queues", sa.Text(), nullable=False),
        sa.Column("senior", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("token"),
    )
    op.create_index("ix_invitations_name", "invitations", ["name", "seq"])
    op.create_table(
        "revocations",
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("invitation", SEQUENCE, nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["invitation"], ["invitations.seq"]),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index("ix_revocations_name", "revocations", ["name"])
    op.create_table(
        "sign_ins",
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("invitation", SEQUENCE, nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["invitation"], ["invitations.seq"]),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("invitation"),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("sign_in", SEQUENCE, nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["sign_in"], ["sign_ins.seq"]),
        sa.PrimaryKeyConstraint("token"),
    )
    op.create_table(
        "session_ends",
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("session", sa.String(length=64), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["sessions.token"]),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index("ix_session_ends_session", "session_ends", ["session"])
    op.create_table(
        "decisions",
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("queue", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("reviewer", sa.Text(), nullable=False),
        sa.Column("choice", sa.String(length=16), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("adjudicates", sa.Boolean(), nullable=False),
        sa.Column("before", sa.String(length=64), nullable=False),
        sa.Column("stood", SEQUENCE, nullable=True),
        sa.Column("undoes", sa.String(length=64), nullable=True),
        sa.Column("verdict", SEQUENCE, nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["verdict"], ["verdicts.seq"]),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("id"),
        sa.UniqueConstraint("undoes"),
    )
    op.create_index("ix_decisions_subject", "decisions", ["subject", "seq"])
    op.create_index("ix_decisions_reviewer", "decisions", ["reviewer", "seq"])
    op.create_table(
        "withdrawals",
        sa.Column("verdict", SEQUENCE, nullable=False),
        sa.Column("decision", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["decision"], ["decisions.id"]),
        sa.ForeignKeyConstraint(["verdict"], ["verdicts.seq"]),
        sa.PrimaryKeyConstraint("verdict"),
    )
    index("ix_verdicts_flagged", ["seq", "flags"], "flags <> '[]'")
    index("ix_verdicts_people", ["attempt"], "authority = 3")
    op.execute("DROP VIEW standing_verdicts")
    op.execute(STANDING_VERDICTS)


def index(name: str, columns: list[str], where: str) -> None:
    """Make an index of some verdicts."""
    some = sa.text(where)
    op.create_index(name, "verdicts", columns, sqlite_where=some, postgresql_where=some)
