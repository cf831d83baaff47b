"""What was tried: attempts counted by what they were asked under."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import case, func, select

from porism.store.engine import store_errors
from porism.store.lines import raw, standing_attempts
from porism.store.schema import EPOCH, cells
from porism.store.store import Store


class Tried(NamedTuple):
    """The standing attempts of a model at a problem under the same settings."""

    benchmark: str
    model: str
    problem: str
    revision: int
    """The oldest revision whose attempts stood when they were asked."""
    asks: str
    prompt: str
    tools: str
    attempts: int
    failed: int
    newest: datetime
    """When the last of them began."""


def tried(store: Store) -> list[Tried]:
    """Count the standing attempts of each model at each problem; variants are left out."""
    a, c = standing_attempts.c, cells.c
    place = (c.benchmark, c.model, c.problem, c.revision, c.asks, c.prompt, c.tools)
    failed = func.sum(case((a.ending == "failed", 1), else_=0))
    chosen = (
        select(*place, func.count(), failed, func.max(raw(a.started_at)))
        .select_from(standing_attempts)
        .join(cells, c.digest == a.cell)
        .where(c.variant == "")
        .group_by(*place)
    )
    with store_errors(store.name), store.engine.connect() as connection:
        rows = connection.execute(chosen).all()
    return [
        Tried._make((*where, attempts, int(failed), EPOCH + timedelta(microseconds=newest)))
        for *where, attempts, failed, newest in rows
    ]
