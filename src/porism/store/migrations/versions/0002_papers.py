"""Tables for papers: harvests, metadata, sources, readings, theorems."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

SEQUENCE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "harvests",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("month", sa.String(length=7), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "harvest_pages",
        sa.Column("harvest", sa.String(length=80), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["harvest"], ["harvests.id"]),
        sa.PrimaryKeyConstraint("harvest", "number"),
    )
    op.create_table(
        "papers",
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("month", sa.String(length=7), nullable=False),
        sa.Column("harvest", sa.String(length=80), nullable=False),
        sa.Column("left_out", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["harvest"], ["harvests.id"]),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index("ix_papers_id", "papers", ["id", "seq"], unique=False)
    op.create_index("ix_papers_month", "papers", ["month", "id"], unique=False)
    op.create_table(
        "sources",
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("paper", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index("ix_sources_paper", "sources", ["paper", "seq"], unique=False)
    op.create_table(
        "readings",
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("paper", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("reader", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("theorems", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index("ix_readings_paper", "readings", ["paper", "seq"], unique=False)
    op.create_table(
        "theorems",
        sa.Column("reading", SEQUENCE, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("paper", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("weight", sa.Float(), nullable=True),
        sa.Column("quoted", sa.Text(), nullable=False),
        sa.Column("unresolved", sa.Integer(), nullable=False),
        sa.Column("found_by", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["reading"], ["readings.seq"]),
        sa.PrimaryKeyConstraint("reading", "place"),
    )
    op.create_index("ix_theorems_paper", "theorems", ["paper"], unique=False)
