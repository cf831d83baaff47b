"""All that was written up to a moment, read in one transaction."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Select, Table, func, select

from porism.core import Benchmark, Model, Noun, Problem
from porism.store.definitions import Kept
from porism.store.desk_schema import withdrawals
from porism.store.engine import store_errors
from porism.store.lines import raw
from porism.store.schema import (
    EPOCH,
    MICROSECOND,
    attempts,
    benchmarks,
    cells,
    conclusions,
    marks,
    models,
    opinions,
    problems,
    runs,
    verdicts,
)
from porism.store.store import Store

N = TypeVar("N", bound=Noun)
CHUNK = 10_000
"""Rows that are held at once."""
Rows = Sequence[Sequence[Any]]
EVER = datetime.max.replace(tzinfo=UTC)


class Placed(NamedTuple):
    """A problem with its place in its benchmark, and its pictures by name."""

    benchmark: str
    place: int
    problem: Problem
    images: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Extract:
    """The store as it was at a moment.

    Args:
        connection: inside a transaction that sees one state of the store.
        until: what was written later is left out.
        only: the benchmarks whose problems, cells, attempts and verdicts are read; all
            without it.
    """

    connection: Connection
    until: datetime
    only: tuple[str, ...] | None = None

    def benchmarks(self) -> list[Benchmark]:
        """Return the benchmarks, by id."""
        return self._newest(benchmarks, Benchmark)

    def models(self) -> list[Model]:
        """Return the models, by id."""
        return self._newest(models, Model)

    def _newest(self, table: Table, noun: type[N]) -> list[N]:
        last = select(func.max(table.c.seq)).where(table.c.seen_at <= self.until)
        rows = self.connection.execute(
            select(table.c.body)
            .where(table.c.seq.in_(last.group_by(table.c.id)))
            .order_by(table.c.id)
        )
        return [noun.from_json(row.body) for row in rows]

    def problems(self) -> list[Placed]:
        """Return the problems of all benchmarks, withdrawn ones included, in their order."""
        p = problems.c
        last = select(func.max(p.seq)).where(p.seen_at <= self.until).group_by(p.benchmark, p.id)
        if self.only is not None:
            last = last.where(p.benchmark.in_(self.only))
        rows = self.connection.execute(
            select(p.benchmark, p.place, p.body).where(p.seq.in_(last))
        ).all()
        kept = ((row.benchmark, row.place, Kept.from_json(row.body)) for row in rows)
        found = [Placed(name, place, k.problem, k.images) for name, place, k in kept]
        return sorted(found, key=lambda one: (one.benchmark, one.place, one.problem.id))

    def unstable(self) -> dict[str, str]:
        """Return the models that are kept out of standings, with the reason."""
        rows = self.connection.execute(
            select(marks).where(marks.c.made_at <= self.until).order_by(marks.c.seq)
        )
        last = {row.model: row for row in rows}
        return {name: row.reason for name, row in last.items() if row.mark == "unstable"}

    def cells(self) -> Iterator[Rows]:
        """Yield cells: digest, benchmark, problem, model, variant, number, asks, prompt."""
        c = cells.c
        wanted = (c.digest, c.benchmark, c.problem, c.model, c.variant, c.number, c.asks, c.prompt)
        chosen = select(*wanted)
        if self.only is not None:
            chosen = chosen.where(c.benchmark.in_(self.only))
        return stream(self.connection, chosen)

    def attempts(self) -> Iterator[Rows]:
        """Yield attempts: seq, id, cell and what :class:`porism.core.Attempt` says of them.

        An attempt counts from its end on, and not before the run that it belongs to was
        started here. Costs are in picodollars, instants in microseconds since 1970.
        """
        a = attempts.c
        chosen = select(
            a.seq, a.id, a.cell, a.revision, a.run, a.origin, a.ending, a.choices,
            a.input_tokens, a.output_tokens, a.reasoning_tokens, raw(a.cost_usd), a.requests,
            a.retries, raw(a.started_at), a.duration_s,
        ).where(in_microseconds(self.until) >= ENDED)  # fmt: skip
        late = select(runs.c.id).where(runs.c.started_at > self.until)
        if self.connection.execute(late.limit(1)).first() is not None:
            chosen = chosen.where(a.run.not_in(late))
        return stream(self.connection, self._restricted(chosen))

    def verdicts(self) -> Iterator[Rows]:
        """Yield verdicts: seq, attempt and what :class:`porism.core.Verdict` says of it.

        Those that people had taken back by then are left out.

        Authorities are numbers, the most heard the highest; instants as in :meth:`attempts`.
        """
        v = verdicts.c
        chosen = select(
            v.seq, v.attempt, v.outcome, v.score, v.authority, v.grader, v.version, v.rule,
            v.flags, v.extracted, raw(v.made_at),
        ).where(v.made_at <= self.until, v.seq.not_in(self.withdrawn()))  # fmt: skip
        if self.only is not None:
            chosen = chosen.join(attempts, attempts.c.id == v.attempt)
        return stream(self.connection, self._restricted(chosen))

    def withdrawn(self) -> Select[Any]:
        """Select the numbers of the verdicts that people had taken back."""
        w = withdrawals.c
        return select(w.verdict).where(w.made_at <= self.until)

    def _restricted(self, chosen: Select[Any]) -> Select[Any]:
        """Keep the rows of attempts at the benchmarks that are wanted."""
        if self.only is None:
            return chosen
        wanted = cells.c.benchmark.in_(self.only)
        return chosen.join(cells, cells.c.digest == attempts.c.cell).where(wanted)


ENDED = raw(attempts.c.started_at) + attempts.c.duration_s * 1_000_000


def stream(connection: Connection, chosen: Select[Any]) -> Iterator[Rows]:
    """Yield rows, some at a time.

    Args:
        connection: where to.
        chosen: columns that need no conversion, as :func:`porism.store.lines.raw` selects them.
    """
    if connection.dialect.name != "sqlite":
        yield from connection.execution_options(yield_per=CHUNK).execute(chosen).partitions()
        return
    # SQLite hands out rows as they are asked for; taking them bare saves a fifth of the time.
    cursor = connection.execute(chosen).cursor
    while cursor is not None and (rows := cursor.fetchmany(CHUNK)):
        yield rows


@contextmanager
def extract(
    store: Store, until: datetime = EVER, only: Sequence[str] | None = None
) -> Iterator[Extract]:
    """Open the store as it was at a moment; nothing that is written meanwhile is seen.

    Args:
        store: what to read.
        until: the moment; as it is without it.
        only: benchmarks, as in :class:`Extract`.
    """
    with store_errors(store.name), store.engine.connect() as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield Extract(connection, until, None if only is None else tuple(only))


def last_writing(connection: Connection) -> datetime | None:
    """Return when anything was last written; ``None`` for an empty store."""
    instants = (
        benchmarks.c.seen_at, models.c.seen_at, problems.c.seen_at, runs.c.started_at,
        verdicts.c.made_at, marks.c.made_at, withdrawals.c.made_at, opinions.c.made_at,
        conclusions.c.made_at,
    )  # fmt: skip
    found = [connection.execute(select(func.max(raw(instant)))).scalar() for instant in instants]
    found.append(connection.execute(select(func.max(ENDED))).scalar())
    known = [value for value in found if value is not None]
    return EPOCH + timedelta(microseconds=math.ceil(max(known))) if known else None


def in_microseconds(instant: datetime) -> int:
    """Write an instant as the database keeps it."""
    return (instant - EPOCH) // MICROSECOND
