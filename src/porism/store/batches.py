"""Batches: what was handed to batch APIs, and how far it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from sqlalchemy import Connection, RowMapping, func, insert, select

from porism.core import Batch, BatchEvent, BatchItem, Cell
from porism.errors import UnknownName
from porism.store import definitions, leases
from porism.store.lines import raw
from porism.store.schema import PICODOLLARS, attempts, batch_events, batch_items, batches, cells
from porism.store.store import Store
from porism.store.transcripts import decode, encode, image_names

ENDED = frozenset({"collected", "lost", "unsent"})


@dataclass(frozen=True, slots=True)
class BatchState:
    """A batch with what has become of it."""

    batch: Batch
    file: str
    """Its file at the provider; empty where there is none."""
    handle: str
    """The provider's name for it; empty where that was never stored."""
    last: BatchEvent | None
    """What happened to it last."""
    answered: int
    """Requests that have become attempts."""
    missed: int
    """Requests that were not answered and are owed again."""
    cost_usd: Decimal | None
    """Of the attempts; ``None`` where one has no known price."""

    @property
    def is_open(self) -> bool:
        """Whether something may still come of it."""
        return self.last is None or self.last.step not in ENDED


@dataclass(frozen=True, slots=True)
class Posted:
    """A request that is out, with its place in the plan."""

    item: BatchItem
    cell: Cell


def holder(batch: str) -> str:
    """Return the name under which a batch holds leases: no process, so that none can die."""
    return f"batch {batch}"


class Batches:
    """The batches in a store.

    Args:
        store: what holds them.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    # -- writing ---------------------------------------------------------------------------

    def add(
        self, batch: Batch, items: Sequence[BatchItem], runner: str, until: datetime
    ) -> Future[None]:
        """Keep a batch before it is sent; the leases of its cells become its own.

        Args:
            batch: what is to be sent.
            items: its requests.
            runner: who has claimed their cells.
            until: when the batch is given up.

        The future raises :class:`StoreError` where the runner no longer holds a cell.
        """
        head = {name: getattr(batch, name) for name in ("id", "run", "benchmark", "variant")}
        row = head | {"model": batch.model.id, "body": batch.to_json(), "made_at": batch.made_at}
        rows = [item_row(batch.id, item) for item in items]

        def work(connection: Connection) -> None:
            digests = [item.cell for item in items]
            leases.hand_over(connection, runner, digests, holder(batch.id), until)
            connection.execute(insert(batches), [row])
            connection.execute(insert(batch_items), rows)

        return self.store.writer.run(work)

    def take(self, batch: str, runner: str, ttl: timedelta) -> Future[bool]:
        """Have a runner follow a batch, unless another one does that is alive."""
        now, name = self.store.clock(), f"follow {batch}"
        return self.store.writer.run(lambda c: bool(leases.take(c, [name], runner, now, ttl)))

    def note(self, batch: str, *events: BatchEvent) -> Future[None]:
        """Append what happened."""
        return self.store.writer.append(*((batch_events, event_row(batch, e)) for e in events))

    def end(self, batch: str, event: BatchEvent, *misses: BatchEvent) -> Future[None]:
        """Append how a batch ended and give its cells back: what is not answered is owed."""

        def work(connection: Connection) -> None:
            rows = [event_row(batch, one) for one in (*misses, event)]
            connection.execute(insert(batch_events), rows)
            leases.release(connection, holder(batch))

        return self.store.writer.run(work)

    # -- reading ---------------------------------------------------------------------------

    def states(self) -> list[BatchState]:
        """Return all batches, the newest first."""
        found: list[BatchState] = self.store.read(read_states)
        return found

    def state(self, name: str) -> BatchState:
        """Return one batch by its id, the provider's name or an unambiguous beginning.

        Raises:
            UnknownName: no batch is called so, or several are.
        """
        known = self.states()
        named = [s for s in known if name in {s.batch.id, s.handle}]
        found = named or [s for s in known if s.batch.id.startswith(name)]
        if len(found) != 1:
            raise UnknownName("batch", name, [s.batch.id for s in known])
        return found[0]

    def kept(self, batch: str) -> frozenset[int]:
        """Return the numbers of the requests that have become attempts."""
        i = batch_items.c
        chosen = select(i.number).join(attempts, attempts.c.id == i.attempt).where(i.batch == batch)
        return frozenset(self.store.read(lambda c: c.execute(chosen).scalars().all()))

    def items(self, batch: str, numbers: Iterable[int]) -> dict[int, Posted]:
        """Return some requests of a batch by their numbers."""
        i = batch_items.c
        chosen = (
            select(batch_items, *(c.label(f"cell_{c.name}") for c in cells.c))
            .join(cells, cells.c.digest == i.cell)
            .where(i.batch == batch, i.number.in_(list(numbers)))
        )

        def work(connection: Connection) -> dict[int, Posted]:
            rows = connection.execute(chosen).mappings().all()
            return {row["number"]: posted(connection, row) for row in rows}

        found: dict[int, Posted] = self.store.read(work)
        return found

    def misses(self, digests: Sequence[str]) -> dict[str, list[BatchEvent]]:
        """Return what earlier batches said of cells that they did not answer, by cell."""
        i, e = batch_items.c, batch_events.c
        chosen = (
            select(i.cell, e.body)
            .join(batch_events, (e.batch == i.batch) & (e.item == i.number))
            .where(i.cell.in_(digests), e.step == "missed")
            .order_by(e.seq)
        )
        found: defaultdict[str, list[BatchEvent]] = defaultdict(list)
        for row in self.store.read(lambda c: c.execute(chosen).all()):
            found[row.cell].append(BatchEvent.from_json(row.body))
        return found


def read_states(connection: Connection) -> list[BatchState]:
    """Read all batches with what has become of them, the newest first."""
    happened: defaultdict[str, list[BatchEvent]] = defaultdict(list)
    e = batch_events.c
    told = select(e.batch, e.body).where(e.item.is_(None)).order_by(e.seq)
    for row in connection.execute(told):
        happened[row.batch].append(BatchEvent.from_json(row.body))
    missed = select(e.batch, func.count(e.item.distinct()).label("number")).where(
        e.step == "missed"
    )
    misses = {row.batch: row.number for row in connection.execute(missed.group_by(e.batch))}
    cost = raw(attempts.c.cost_usd)
    sums = (
        select(batch_items.c.batch, func.count(), func.count(cost), func.sum(cost))
        .join(attempts, attempts.c.id == batch_items.c.attempt)
        .group_by(batch_items.c.batch)
    )
    answers = {batch: counts for batch, *counts in connection.execute(sums)}
    chosen = select(batches.c.body).order_by(batches.c.made_at.desc(), batches.c.id)
    return [
        state_of(batch, happened[batch.id], answers.get(batch.id), misses.get(batch.id, 0))
        for batch in map(Batch.from_json, connection.execute(chosen).scalars())
    ]


def state_of(
    batch: Batch, happened: Sequence[BatchEvent], answers: Sequence[int] | None, missed: int
) -> BatchState:
    """Put together what is known of a batch."""
    answered, priced, picodollars = answers or (0, 0, 0)
    named = {event.step: event.handle for event in happened if event.handle}
    return BatchState(
        batch=batch,
        file=named.get("uploaded", ""),
        handle=named.get("submitted", ""),
        last=happened[-1] if happened else None,
        answered=answered,
        missed=missed,
        cost_usd=Decimal(picodollars or 0) / PICODOLLARS if priced == answered else None,
    )


def item_row(batch: str, item: BatchItem) -> dict[str, object]:
    """Return the row of a request."""
    names = ("number", "cell", "attempt", "revision", "choices")
    row = {name: getattr(item, name) for name in names}
    return {"batch": batch, **row, "body": encode(item.asked)}


def posted(connection: Connection, row: RowMapping) -> Posted:
    """Return the request in a row of ``batch_items`` joined with its cell."""
    body = row["body"]
    asked = decode(body, definitions.read_images(connection, image_names(body)))
    names = ("number", "cell", "attempt", "revision", "choices")
    item = BatchItem(**{name: row[name] for name in names}, asked=asked)
    cell = Cell(**{name: row[f"cell_{name}"] for name in Cell.model_fields})
    return Posted(item, cell)


def event_row(batch: str, event: BatchEvent) -> dict[str, object]:
    """Return the row of an event."""
    return {
        "batch": batch,
        "step": event.step,
        "item": event.item,
        "body": event.to_json(),
        "at": event.at,
    }
