"""The first tables, and the views that say what stands."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

STANDING_VERDICTS = """
CREATE VIEW standing_verdicts AS
SELECT v.* FROM verdicts v WHERE v.seq = (
    SELECT w.seq FROM verdicts w WHERE w.attempt = v.attempt
    ORDER BY w.authority DESC, w.version DESC, w.seq DESC LIMIT 1)
"""
STANDING_ATTEMPTS = """
CREATE VIEW standing_attempts AS
SELECT a.* FROM attempts a WHERE NOT EXISTS (
    SELECT 1 FROM attempts b WHERE b.cell = a.cell AND b.seq <> a.seq AND CASE
        WHEN (a.ending = 'failed') = (b.ending = 'failed') THEN b.seq > a.seq
        ELSE a.ending = 'failed' END)
"""


def upgrade() -> None:
    """Make tables and views."""
    op.create_table(
        "benchmarks",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index("ix_benchmarks_id", "benchmarks", ["id", "seq"], unique=False)
    op.create_table(
        "cells",
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("benchmark", sa.String(length=80), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("model", sa.String(length=80), nullable=False),
        sa.Column("asks", sa.String(length=32), nullable=False),
        sa.Column("prompt", sa.String(length=32), nullable=False),
        sa.Column("tools", sa.Text(), nullable=False),
        sa.Column("variant", sa.String(length=80), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("ix_cells_benchmark_model", "cells", ["benchmark", "model"], unique=False)
    op.create_index("ix_cells_model", "cells", ["model"], unique=False)
    op.create_table(
        "images",
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("media_type", sa.String(length=40), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("sha256"),
    )
    op.create_table(
        "leases",
        sa.Column("cell", sa.String(length=32), nullable=False),
        sa.Column("runner", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("cell"),
    )
    op.create_index("ix_leases_runner", "leases", ["runner"], unique=False)
    op.create_table(
        "marks",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("model", sa.String(length=80), nullable=False),
        sa.Column("mark", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index("ix_marks_model", "marks", ["model", "seq"], unique=False)
    op.create_table(
        "models",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("asks", sa.String(length=32), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index("ix_models_id", "models", ["id", "seq"], unique=False)
    op.create_table(
        "problems",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("benchmark", sa.String(length=80), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index(
        "ix_problems_benchmark_id", "problems", ["benchmark", "id", "seq"], unique=False
    )
    op.create_table(
        "prompts",
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_table(
        "runs",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("manifest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "attempts",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("cell", sa.String(length=32), nullable=False),
        sa.Column("run", sa.String(length=40), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("origin", sa.String(length=16), nullable=False),
        sa.Column("ending", sa.String(length=16), nullable=False),
        sa.Column("finish_reason", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("input_tokens", sa.BigInteger(), nullable=True),
        sa.Column("cached_input_tokens", sa.BigInteger(), nullable=True),
        sa.Column("cache_write_tokens", sa.BigInteger(), nullable=True),
        sa.Column("output_tokens", sa.BigInteger(), nullable=True),
        sa.Column("reasoning_tokens", sa.BigInteger(), nullable=True),
        sa.Column("cost_usd", sa.BigInteger(), nullable=True),
        sa.Column("requests", sa.Integer(), nullable=False),
        sa.Column("retries", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("duration_s", sa.Float(), nullable=False),
        sa.Column("served_model", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("choices", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["cell"],
            ["cells.digest"],
        ),
        sa.ForeignKeyConstraint(
            ["run"],
            ["runs.id"],
        ),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("id"),
    )
    op.create_index("ix_attempts_cell", "attempts", ["cell", "seq"], unique=False)
    op.create_index("ix_attempts_run", "attempts", ["run"], unique=False)
    op.create_table(
        "run_ends",
        sa.Column("run", sa.String(length=40), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run"],
            ["runs.id"],
        ),
        sa.PrimaryKeyConstraint("run"),
    )
    op.create_table(
        "transcripts",
        sa.Column("attempt", sa.String(length=40), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt"],
            ["attempts.id"],
        ),
        sa.PrimaryKeyConstraint("attempt"),
    )
    op.create_table(
        "verdicts",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("attempt", sa.String(length=40), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("extracted", sa.Text(), nullable=True),
        sa.Column("reading", sa.Text(), nullable=False),
        sa.Column("reference_reading", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("flags", sa.Text(), nullable=False),
        sa.Column("authority", sa.Integer(), nullable=False),
        sa.Column("grader", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt"],
            ["attempts.id"],
        ),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index(
        "ix_verdicts_standing", "verdicts", ["attempt", "authority", "version", "seq"], unique=False
    )
    op.execute(STANDING_VERDICTS)
    op.execute(STANDING_ATTEMPTS)
