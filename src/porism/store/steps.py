"""Steps: what an attempt under way has received, kept until the attempt itself is."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import zstandard
from sqlalchemy import Connection, RowMapping, delete, select

from porism.errors import StoreError
from porism.store.definitions import add_if_new
from porism.store.schema import steps
from porism.store.transcripts import MOST_BYTES, compressor


class Step(NamedTuple):
    """One thing that an attempt received: a reply, or what a tool said."""

    what: str
    """Digest of what it answers."""
    occurrence: int
    """0 where the attempt asked for that for the first time, 1 for the second ..."""
    began_at: datetime
    """When the attempt began."""
    after_s: float
    """How long the attempt had been under way by then, in seconds."""
    body: bytes
    """As JSON."""


def add_step(connection: Connection, cell: str, step: Step) -> None:
    """Keep a step; one that is there already stays as it is."""
    row = {"cell": cell, **step._asdict(), "body": compressor().compress(step.body)}
    add_if_new(connection, steps, [row])


def steps_of(connection: Connection, cell: str) -> list[Step]:
    """Return what was received for a cell that no finished attempt holds.

    Raises:
        StoreError: it is damaged.
    """
    rows = connection.execute(select(steps).where(steps.c.cell == cell)).mappings().all()
    try:
        return [_step(row) for row in rows]
    except zstandard.ZstdError as error:
        raise StoreError(f"a step of an attempt cannot be read: {error}") from error


def forget_steps(connection: Connection, cell: str) -> None:
    """Delete the steps of a cell."""
    connection.execute(delete(steps).where(steps.c.cell == cell))


def _step(row: RowMapping) -> Step:
    body = zstandard.ZstdDecompressor().decompress(row["body"], max_output_size=MOST_BYTES)
    return Step(row["what"], row["occurrence"], row["began_at"], row["after_s"], body)
