"""What a snapshot says of itself."""

from __future__ import annotations

from datetime import date, datetime

from pydantic import Field

from porism.core import Claim, Noun, ScoringPolicy

FORMAT = "porism-snapshot"
SCHEMA = 1
"""Raised whenever a column changes its name or meaning."""


class TableFile(Noun):
    """A Parquet file of the snapshot."""

    sha256: str
    bytes: int = Field(ge=0)
    rows: int = Field(ge=0)


class PriceNote(Noun):
    """Where a model's price was taken from."""

    source: str = ""
    as_of: date | None = None


class Manifest(Noun):
    """``manifest.json``: all that is needed to read the tables and to trust them."""

    format: str = FORMAT
    schema_version: int = SCHEMA
    as_of: datetime
    """What was written later is left out."""
    scoring: dict[str, ScoringPolicy]
    """What attempts without a verdict count as, by benchmark."""
    files: dict[str, TableFile] = Field(default_factory=dict)
    """By name of the table."""
    withheld: tuple[str, ...]
    """Benchmarks whose references and extracted answers are left out."""
    cost_note: str = (
        "cost_usd is what an attempt cost at the price known when it was made; "
        "nothing where no price was known"
    )
    prices: dict[str, PriceNote]
    """By model, where its definition states a price; others are those of the price list."""
    claims: tuple[Claim, ...] = ()
    """What providers had claimed by then."""
    held_back: tuple[str, ...] = ()
    """Models whose attempts are left out: what was measured of them differs from a claim, and
    nobody has said why."""
