"""The tables. Nothing is ever updated in them but leases; everything else is appended.

What is only needed while an attempt is under way - its lease, its steps - is deleted with its end.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
PICODOLLARS = Decimal(10) ** 12


class Instant(TypeDecorator[datetime]):
    """An aware date and time, kept as microseconds since 1970 UTC."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Encode."""
        return None if value is None else (value - EPOCH) // MICROSECOND

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:  # noqa: ANN401
        """Decode."""
        return None if value is None else EPOCH + timedelta(microseconds=value)


class Dollars(TypeDecorator[Decimal]):
    """US dollars, kept as whole picodollars so that the database adds them exactly."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> int | None:
        """Encode, rounding to 10^-12 dollars."""
        return None if value is None else int((value * PICODOLLARS).to_integral_value())

    def process_result_value(self, value: Any | None, dialect: Dialect) -> Decimal | None:  # noqa: ANN401
        """Decode."""
        return None if value is None else Decimal(value) / PICODOLLARS


SEQUENCE = BigInteger().with_variant(Integer, "sqlite")
"""An ascending number given by the database: the order of writing, whatever clocks say."""

metadata = MetaData()

benchmarks = Table(
    "benchmarks",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("id", String(80), nullable=False),
    Column("digest", String(32), nullable=False),
    Column("body", Text, nullable=False),
    Column("seen_at", Instant, nullable=False),
    Index("ix_benchmarks_id", "id", "seq"),
)

models = Table(
    "models",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("id", String(80), nullable=False),
    Column("digest", String(32), nullable=False),
    Column("asks", String(32), nullable=False),
    Column("body", Text, nullable=False),
    Column("seen_at", Instant, nullable=False),
    Index("ix_models_id", "id", "seq"),
)

images = Table(
    "images",
    metadata,
    Column("sha256", String(64), primary_key=True),
    Column("media_type", String(40), nullable=False),
    Column("data", LargeBinary, nullable=False),
)

problems = Table(
    "problems",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("benchmark", String(80), nullable=False),
    Column("id", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("question", String(32), nullable=False),
    Column("digest", String(32), nullable=False),
    Column("body", Text, nullable=False),
    Column("seen_at", Instant, nullable=False),
    Index("ix_problems_benchmark_id", "benchmark", "id", "seq"),
)

prompts = Table(
    "prompts",
    metadata,
    Column("digest", String(32), primary_key=True),
    Column("id", Text, nullable=False),
    Column("text", Text, nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("started_at", Instant, nullable=False),
    Column("manifest", Text, nullable=False),
)

run_ends = Table(
    "run_ends",
    metadata,
    Column("run", ForeignKey("runs.id"), primary_key=True),
    Column("ended_at", Instant, nullable=False),
    Column("why", Text, nullable=False),
)

cells = Table(
    "cells",
    metadata,
    Column("digest", String(32), primary_key=True),
    Column("benchmark", String(80), nullable=False),
    Column("problem", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("model", String(80), nullable=False),
    Column("asks", String(32), nullable=False),
    Column("prompt", String(32), nullable=False),
    Column("tools", Text, nullable=False),
    Column("variant", String(80), nullable=False),
    Column("number", Integer, nullable=False),
    Index("ix_cells_benchmark_model", "benchmark", "model"),
    Index("ix_cells_benchmark_problem", "benchmark", "problem"),
    Index("ix_cells_model", "model"),
)

leases = Table(
    "leases",
    metadata,
    Column("cell", String(32), primary_key=True),
    Column("runner", Text, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Index("ix_leases_runner", "runner"),
)

steps = Table(
    "steps",
    metadata,
    Column("cell", String(32), primary_key=True),
    Column("what", String(32), primary_key=True),
    Column("occurrence", Integer, primary_key=True),
    Column("began_at", Instant, nullable=False),
    Column("after_s", Float, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

attempts = Table(
    "attempts",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("id", String(40), nullable=False, unique=True),
    Column("cell", ForeignKey("cells.digest"), nullable=False),
    Column("run", ForeignKey("runs.id"), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("origin", String(16), nullable=False),
    Column("ending", String(16), nullable=False),
    Column("finish_reason", Text, nullable=False),
    Column("error", Text, nullable=False),
    Column("input_tokens", BigInteger),
    Column("cached_input_tokens", BigInteger),
    Column("cache_write_tokens", BigInteger),
    Column("output_tokens", BigInteger),
    Column("reasoning_tokens", BigInteger),
    Column("cost_usd", Dollars),
    Column("requests", Integer, nullable=False),
    Column("retries", Integer, nullable=False),
    Column("started_at", Instant, nullable=False),
    Column("duration_s", Float, nullable=False),
    Column("served_model", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("choices", String(40), nullable=False),
    Index("ix_attempts_cell", "cell", "seq"),
    Index("ix_attempts_run", "run"),
)

transcripts = Table(
    "transcripts",
    metadata,
    Column("attempt", ForeignKey("attempts.id"), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

verdicts = Table(
    "verdicts",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("attempt", ForeignKey("attempts.id"), nullable=False),
    Column("outcome", String(16), nullable=False),
    Column("score", Float),
    Column("extracted", Text),
    Column("reading", Text, nullable=False),
    Column("reference_reading", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("flags", Text, nullable=False),
    Column("authority", Integer, nullable=False),
    Column("grader", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("made_at", Instant, nullable=False),
    Index("ix_verdicts_standing", "attempt", "authority", "version", "seq"),
)

marks = Table(
    "marks",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("model", String(80), nullable=False),
    Column("mark", String(16), nullable=False),
    Column("reason", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("made_at", Instant, nullable=False),
    Index("ix_marks_model", "model", "seq"),
)

harvests = Table(
    "harvests",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("month", String(7), nullable=False),
    Column("body", Text, nullable=False),
    Column("started_at", Instant, nullable=False),
)

harvest_pages = Table(
    "harvest_pages",
    metadata,
    Column("harvest", ForeignKey("harvests.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("received_at", Instant, nullable=False),
)

papers = Table(
    "papers",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("id", String(40), nullable=False),
    Column("digest", String(32), nullable=False),
    Column("month", String(7), nullable=False),
    Column("harvest", ForeignKey("harvests.id"), nullable=False),
    Column("left_out", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("seen_at", Instant, nullable=False),
    Index("ix_papers_id", "id", "seq"),
    Index("ix_papers_month", "month", "id"),
)

sources = Table(
    "sources",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("paper", String(40), nullable=False),
    Column("version", Integer, nullable=False),
    Column("state", String(16), nullable=False),
    Column("body", Text, nullable=False),
    Column("made_at", Instant, nullable=False),
    Index("ix_sources_paper", "paper", "seq"),
)

readings = Table(
    "readings",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("paper", String(40), nullable=False),
    Column("version", Integer, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("reader", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("theorems", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("made_at", Instant, nullable=False),
    Index("ix_readings_paper", "paper", "seq"),
)

theorems = Table(
    "theorems",
    metadata,
    Column("reading", ForeignKey("readings.seq"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("paper", String(40), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("number", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("weight", Float),
    Column("quoted", Text, nullable=False),
    Column("unresolved", Integer, nullable=False),
    Column("found_by", Text, nullable=False),
    Index("ix_theorems_paper", "paper"),
)

rubrics = Table(
    "rubrics",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("benchmark", String(80), nullable=False),
    Column("problem", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("content", String(32), nullable=False),
    Column("author", Text, nullable=False),
    Column("approved_by", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("made_at", Instant, nullable=False),
    Index("ix_rubrics_problem", "benchmark", "problem", "seq"),
)

juries = Table(
    "juries",
    metadata,
    Column("version", SEQUENCE, primary_key=True),
    Column("name", String(80), nullable=False),
    Column("digest", String(32), nullable=False, unique=True),
    Column("body", Text, nullable=False),
    Column("seen_at", Instant, nullable=False),
)

judgings = Table(
    "judgings",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("attempt", ForeignKey("attempts.id"), nullable=False),
    Column("task", String(16), nullable=False),
    Column("jury", String(80), nullable=False),
    Column("jury_version", ForeignKey("juries.version"), nullable=False),
    Column("body", Text, nullable=False),
    Column("started_at", Instant, nullable=False),
    Index("ix_judgings_attempt", "attempt"),
)

opinions = Table(
    "opinions",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("id", String(40), nullable=False, unique=True),
    Column("judging", ForeignKey("judgings.id"), nullable=False),
    Column("judge", String(80), nullable=False),
    Column("round", Integer, nullable=False),
    Column("run", ForeignKey("runs.id"), nullable=False),
    Column("cost_usd", Dollars),
    Column("body", Text, nullable=False),
    Column("made_at", Instant, nullable=False),
    Index("ix_opinions_judging", "judging", "seq"),
)

opinion_transcripts = Table(
    "opinion_transcripts",
    metadata,
    Column("opinion", ForeignKey("opinions.id"), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

conclusions = Table(
    "conclusions",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("judging", ForeignKey("judgings.id"), nullable=False),
    Column("body", Text, nullable=False),
    Column("made_at", Instant, nullable=False),
    Index("ix_conclusions_judging", "judging", "seq"),
)

consultations = Table(
    "consultations",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("purpose", String(16), nullable=False),
    Column("benchmark", String(80), nullable=False),
    Column("problem", Text, nullable=False),
    Column("attempt", ForeignKey("attempts.id")),
    Column("run", ForeignKey("runs.id"), nullable=False),
    Column("cost_usd", Dollars),
    Column("body", Text, nullable=False),
    Column("made_at", Instant, nullable=False),
    Index("ix_consultations_problem", "benchmark", "problem"),
)

consultation_transcripts = Table(
    "consultation_transcripts",
    metadata,
    Column("consultation", ForeignKey("consultations.id"), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

batches = Table(
    "batches",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("run", ForeignKey("runs.id"), nullable=False),
    Column("benchmark", String(80), nullable=False),
    Column("model", String(80), nullable=False),
    Column("variant", String(80), nullable=False),
    Column("body", Text, nullable=False),
    Column("made_at", Instant, nullable=False),
)

batch_items = Table(
    "batch_items",
    metadata,
    Column("batch", ForeignKey("batches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("cell", ForeignKey("cells.digest"), nullable=False),
    Column("attempt", String(40), nullable=False, unique=True),
    Column("revision", Integer, nullable=False),
    Column("choices", String(40), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("ix_batch_items_cell", "cell"),
)

batch_events = Table(
    "batch_events",
    metadata,
    Column("seq", SEQUENCE, primary_key=True),
    Column("batch", ForeignKey("batches.id"), nullable=False),
    Column("step", String(16), nullable=False),
    Column("item", Integer),
    Column("body", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Index("ix_batch_events_batch", "batch", "seq"),
)
