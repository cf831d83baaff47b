"""Papers: what was harvested, which sources came, what was read in them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import zstandard
from sqlalchemy import Connection, Select, Table, func, insert, select

from porism.core import Harvest, HarvestPage, Noun, Preprint, Reading, Source
from porism.errors import StoreError, UnknownName
from porism.store.definitions import add_if_changed, add_if_new
from porism.store.rows import clean
from porism.store.schema import harvest_pages, harvests, papers, readings, sources, theorems
from porism.store.store import Store
from porism.store.transcripts import MOST_BYTES, compressor

MOST_FOUND = 1_000
"""Papers that a search looks at."""
PAGE = 200
"""Readings that are fetched at once."""


class Found(Noun):
    """A paper of a month."""

    preprint: Preprint
    left_out: str = ""
    """Why it is not taken; empty if it is."""


class Read(NamedTuple):
    """A reading as lists show it."""

    paper: str
    version: int
    sha256: str
    reader: str
    reason: str
    theorems: int


class Papers:
    """The papers in a store.

    Args:
        store: what holds them.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- harvests --------------------------------------------------------------------------

    def add_harvest(self, harvest: Harvest) -> None:
        """Keep what a harvest asks for."""
        row = {"id": harvest.id, "month": harvest.month, "body": harvest.to_json()}
        rows = [{**row, "started_at": self._store.clock()}]
        self._store.writer.run(lambda c: add_if_new(c, harvests, rows)).result()

    def harvests(self, month: str | None = None) -> list[Harvest]:
        """Return the harvests of a month, or of all, in the order in which they were begun."""
        chosen = select(harvests.c.body).order_by(harvests.c.started_at, harvests.c.id)
        if month is not None:
            chosen = chosen.where(harvests.c.month == month)
        return [Harvest.from_json(body) for body in self._scalars(chosen)]

    def add_page(self, harvest: str, page: HarvestPage, found: Sequence[Found] = ()) -> None:
        """Keep that a page came, and with it the papers on it that are new or have changed."""
        now = self._store.clock()
        row = {"harvest": harvest, "number": page.number, "body": page.to_json()}
        rows = [
            {
                "id": one.preprint.id,
                "digest": one.digest(),
                "month": one.preprint.month,
                "harvest": harvest,
                "left_out": one.left_out,
                "body": one.preprint.to_json(),
                "seen_at": now,
            }
            for one in {one.preprint.id: one for one in found}.values()
        ]

        def work(connection: Connection) -> None:
            connection.execute(insert(harvest_pages), [{**row, "received_at": now}])
            among = papers.c.id.in_([one["id"] for one in rows])
            add_if_changed(connection, papers, rows, among)

        self._store.writer.run(work).result()

    def pages(self, harvest: str) -> list[HarvestPage]:
        """Return the pages of a harvest in the order in which they came."""
        chosen = select(harvest_pages.c.body).where(harvest_pages.c.harvest == harvest)
        ordered = chosen.order_by(harvest_pages.c.number)
        return [HarvestPage.from_json(body) for body in self._scalars(ordered)]

    # -- papers ----------------------------------------------------------------------------

    def of_month(self, month: str) -> list[Found]:
        """Return the papers whose first version is of a month, as last seen, by identifier."""
        chosen = select(papers.c.body, papers.c.left_out).where(
            papers.c.seq.in_(newest(papers, papers.c.id)), papers.c.month == month
        )
        rows = self._store.read(lambda c: c.execute(chosen.order_by(papers.c.id)).all())
        return [Found(preprint=Preprint.from_json(row.body), left_out=row.left_out) for row in rows]

    def paper(self, name: str) -> Found:
        """Return a paper as last seen.

        Raises:
            UnknownName: it was never harvested.
        """
        chosen = select(papers).where(papers.c.id == name).order_by(papers.c.seq.desc()).limit(1)
        row = self._store.read(lambda c: c.execute(chosen).first())
        if row is None:
            near = select(papers.c.id).where(papers.c.id.startswith(name[:4], autoescape=True))
            raise UnknownName("harvested paper", name, self._scalars(near.distinct().limit(5_000)))
        return Found(preprint=Preprint.from_json(row.body), left_out=row.left_out)

    def search(self, words: Sequence[str], last_month: str) -> Iterator[Preprint]:
        """Yield papers, the newest first, in whose title or abstract all words stand.

        Args:
            words: what has to stand there.
            last_month: no paper of a later month; ``2026-03``.
        """
        chosen = select(papers.c.body).where(
            papers.c.seq.in_(newest(papers, papers.c.id)), papers.c.month <= last_month
        )
        for word in words:
            within = json.dumps(word, ensure_ascii=False)[1:-1]
            chosen = chosen.where(papers.c.body.icontains(within, autoescape=True))
        wanted = [word.casefold() for word in words]
        for body in self._scalars(chosen.order_by(papers.c.id.desc()).limit(MOST_FOUND)):
            preprint = Preprint.from_json(body)
            said = f"{preprint.title} {preprint.abstract}".casefold()
            if all(word in said for word in wanted):
                yield preprint

    # -- sources ---------------------------------------------------------------------------

    def add_source(self, source: Source) -> None:
        """Keep what became of a paper's source."""
        row = {"paper": source.paper, "version": source.version, "state": source.state}
        made = {"body": source.to_json(), "made_at": self._store.clock()}
        self._store.writer.append((sources, row | made)).result()

    def sources(self, month: str) -> dict[str, Source]:
        """Return the newest source of every paper of a month that has one, by paper."""
        last = newest(sources, sources.c.paper).where(sources.c.paper.in_(ids_of(month)))
        chosen = select(sources.c.body).where(sources.c.seq.in_(last))
        found = (Source.from_json(body) for body in self._scalars(chosen))
        return {source.paper: source for source in found}

    def source(self, paper: str) -> Source | None:
        """Return the newest source of a paper."""
        chosen = select(sources.c.body).where(sources.c.paper == paper)
        bodies = self._scalars(chosen.order_by(sources.c.seq.desc()).limit(1))
        return Source.from_json(bodies[0]) if bodies else None

    # -- readings --------------------------------------------------------------------------

    def add_reading(self, reading: Reading) -> None:
        """Keep what was read in a paper."""
        row = {
            "paper": reading.paper,
            "version": reading.version,
            "sha256": reading.sha256,
            "reader": reading.reader,
            "reason": clean(reading.reason),
            "theorems": len(reading.theorems),
            "body": compressor().compress(reading.to_json().encode()),
            "made_at": self._store.clock(),
        }

        def work(connection: Connection) -> None:
            added = connection.execute(insert(readings).values(row)).inserted_primary_key
            lines = [{"reading": added[0] if added else None, **line} for line in lines_of(reading)]
            if lines:
                connection.execute(insert(theorems), lines)

        self._store.writer.run(work).result()

    def read(self, month: str) -> dict[str, Read]:
        """Return the newest reading of every paper of a month that has one, by paper."""
        last = newest(readings, readings.c.paper).where(readings.c.paper.in_(ids_of(month)))
        chosen = select(*(readings.c[name] for name in Read._fields))
        rows = self._store.read(lambda c: c.execute(chosen.where(readings.c.seq.in_(last))).all())
        return {row.paper: Read._make(row) for row in rows}

    def reading(self, paper: str) -> Reading | None:
        """Return the newest reading of a paper."""
        chosen = select(readings.c.body).where(readings.c.paper == paper)
        bodies = self._scalars(chosen.order_by(readings.c.seq.desc()).limit(1))
        return unpack(bodies[0]) if bodies else None

    def readings(self, month: str) -> Iterator[Reading]:
        """Yield the newest reading of every paper of a month, by paper."""
        names = sorted(self.read(month))
        for start in range(0, len(names), PAGE):
            part = names[start : start + PAGE]
            last = newest(readings, readings.c.paper).where(readings.c.paper.in_(part))
            chosen = select(readings.c.body).where(readings.c.seq.in_(last))
            for body in self._scalars(chosen.order_by(readings.c.paper)):
                yield unpack(body)

    def kinds(self, month: str) -> Counter[str]:
        """Count the statements of a month's papers by kind."""
        last = newest(readings, readings.c.paper).where(readings.c.paper.in_(ids_of(month)))
        chosen = select(theorems.c.kind, func.count().label("statements"))
        chosen = chosen.where(theorems.c.reading.in_(last)).group_by(theorems.c.kind)
        rows = self._store.read(lambda c: c.execute(chosen).all())
        return Counter({row.kind: row.statements for row in rows})

    def _scalars(self, chosen: Select[Any]) -> list[Any]:
        return list(self._store.read(lambda c: c.execute(chosen).scalars().all()))


def newest(table: Table, name: Any) -> Select[Any]:  # noqa: ANN401 - a column
    """Select the places of the last rows of each name."""
    return select(func.max(table.c.seq)).group_by(name)


def ids_of(month: str) -> Select[Any]:
    """Select the identifiers of a month's papers."""
    return select(papers.c.id).where(papers.c.month == month)


def lines_of(reading: Reading) -> list[dict[str, Any]]:
    """Return the rows of the statements of a reading, its own place left out."""
    return [
        {
            "place": theorem.place,
            "paper": reading.paper,
            "kind": theorem.kind,
            "name": clean(theorem.name),
            "number": clean(theorem.number),
            "title": clean(theorem.title),
            "label": clean(theorem.label),
            "weight": theorem.weight,
            "quoted": theorem.quoted,
            "unresolved": len(theorem.unresolved),
            "found_by": theorem.found_by,
        }
        for theorem in reading.theorems
    ]


def unpack(blob: bytes) -> Reading:
    """Read the body of a reading.

    Raises:
        StoreError: it is damaged.
    """
    try:
        text = zstandard.ZstdDecompressor().decompress(blob, max_output_size=MOST_BYTES)
        return Reading.from_json(text)
    except (zstandard.ZstdError, ValueError) as error:
        raise StoreError(f"a reading cannot be read: {error}") from error
