"""A table for what attempts under way have received."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "steps",
        sa.Column("cell", sa.String(length=32), nullable=False),
        sa.Column("what", sa.String(length=32), nullable=False),
        sa.Column("occurrence", sa.Integer(), nullable=False),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        sa.Column("after_s", sa.Float(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("cell", "what", "occurrence"),
    )
