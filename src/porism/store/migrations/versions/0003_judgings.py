"""Tables for judging: rubrics, juries, judgings, opinions, conclusions, consultations."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

SEQUENCE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "rubrics",
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("benchmark", sa.String(length=80), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("content", sa.String(length=32), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("approved_by", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index("ix_rubrics_problem", "rubrics", ["benchmark", "problem", "seq"])
    op.create_table(
        "juries",
        sa.Column("version", SEQUENCE, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("version"),
        sa.UniqueConstraint("digest"),
    )
    op.create_table(
        "judgings",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("attempt", sa.String(length=40), nullable=False),
        sa.Column("task", sa.String(length=16), nullable=False),
        sa.Column("jury", sa.String(length=80), nullable=False),
        sa.Column("jury_version", SEQUENCE, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["attempt"], ["attempts.id"]),
        sa.ForeignKeyConstraint(["jury_version"], ["juries.version"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_judgings_attempt", "judgings", ["attempt"])
    op.create_table(
        "opinions",
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("judging", sa.String(length=32), nullable=False),
        sa.Column("judge", sa.String(length=80), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("run", sa.String(length=40), nullable=False),
        sa.Column("cost_usd", sa.BigInteger(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["judging"], ["judgings.id"]),
        sa.ForeignKeyConstraint(["run"], ["runs.id"]),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("id"),
    )
    op.create_index("ix_opinions_judging", "opinions", ["judging", "seq"])
    op.create_table(
        "opinion_transcripts",
        sa.Column("opinion", sa.String(length=40), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["opinion"], ["opinions.id"]),
        sa.PrimaryKeyConstraint("opinion"),
    )
    op.create_table(
        "conclusions",
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("judging", sa.String(length=32), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["judging"], ["judgings.id"]),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index("ix_conclusions_judging", "conclusions", ["judging", "seq"])
    op.create_table(
        "consultations",
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("purpose", sa.String(length=16), nullable=False),
        sa.Column("benchmark", sa.String(length=80), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("attempt", sa.String(length=40), nullable=True),
        sa.Column("run", sa.String(length=40), nullable=False),
        sa.Column("cost_usd", sa.BigInteger(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["attempt"], ["attempts.id"]),
        sa.ForeignKeyConstraint(["run"], ["runs.id"]),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("id"),
    )
    op.create_index("ix_consultations_problem", "consultations", ["benchmark", "problem"])
    op.create_table(
        "consultation_transcripts",
        sa.Column("consultation", sa.String(length=32), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["consultation"], ["consultations.id"]),
        sa.PrimaryKeyConstraint("consultation"),
    )
