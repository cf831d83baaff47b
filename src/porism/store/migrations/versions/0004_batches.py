"""Tables for batch APIs: batches, their requests, what happened to them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

SEQUENCE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "batches",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("run", sa.String(length=40), nullable=False),
        sa.Column("benchmark", sa.String(length=80), nullable=False),
        sa.Column("model", sa.String(length=80), nullable=False),
        sa.Column("variant", sa.String(length=80), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["run"], ["runs.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "batch_items",
        sa.Column("batch", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("cell", sa.String(length=32), nullable=False),
        sa.Column("attempt", sa.String(length=40), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("choices", sa.String(length=40), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["batch"], ["batches.id"]),
        sa.ForeignKeyConstraint(["cell"], ["cells.digest"]),
        sa.PrimaryKeyConstraint("batch", "number"),
        sa.UniqueConstraint("attempt"),
    )
    op.create_index("ix_batch_items_cell", "batch_items", ["cell"])
    op.create_table(
        "batch_events",
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("batch", sa.String(length=40), nullable=False),
        sa.Column("step", sa.String(length=16), nullable=False),
        sa.Column("item", sa.Integer(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["batch"], ["batches.id"]),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index("ix_batch_events_batch", "batch_events", ["batch", "seq"])
