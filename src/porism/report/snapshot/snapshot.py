"""A snapshot: the store as it was at a moment, frozen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from porism.core import Benchmark, Model
from porism.errors import StoreError
from porism.report.frame import spelled_out
from porism.report.snapshot.evidence_tables import evidence_tables
from porism.report.snapshot.files import read_manifest, read_table, unharmed, write_folder
from porism.report.snapshot.manifest import Manifest
from porism.report.snapshot.take import tables
from porism.store import Store
from porism.store.extract import extract, last_writing

if TYPE_CHECKING:
    import polars as pl

TABLES = ("models", "benchmarks", "problems", "attempts")
"""What figures are made from."""
Contents = Literal["figures", "evidence", "transcripts"]


@dataclass(frozen=True, eq=False)
class Snapshot:
    """What statistics, site and exports are made from.

    Attributes:
        manifest: what the snapshot says of itself.
        read: reads one of :data:`TABLES`; each is read once, when first wanted.
    """

    manifest: Manifest
    read: Callable[[str], pl.DataFrame]

    @cached_property
    def model_table(self) -> pl.DataFrame:
        """A row a model."""
        return self.read("models")

    @cached_property
    def benchmark_table(self) -> pl.DataFrame:
        """A row a benchmark."""
        return self.read("benchmarks")

    @cached_property
    def problems(self) -> pl.DataFrame:
        """A row a problem, withdrawn ones included."""
        return self.read("problems")

    @cached_property
    def attempts(self) -> pl.DataFrame:
        """A row a standing attempt.

        ``stands`` tells those that take part in standings, and ``score`` what they count as.
        """
        return self.read("attempts")

    @cached_property
    def models(self) -> dict[str, Model]:
        """Definitions by id."""
        found = map(Model.from_json, self.model_table["definition"])
        return {m.id: m for m in found}

    @cached_property
    def benchmarks(self) -> dict[str, Benchmark]:
        """Definitions by id."""
        found = map(Benchmark.from_json, self.benchmark_table["definition"])
        return {b.id: b for b in found}

    @cached_property
    def unstable(self) -> dict[str, str]:
        """The models that are kept out of standings, with the reason."""
        marked = self.model_table.drop_nulls("unstable")
        return dict(zip(marked["model"], marked["unstable"], strict=True))


def take_snapshot(
    store: Store,
    folder: Path,
    as_of: datetime | None = None,
    *,
    contents: Contents = "transcripts",
) -> Manifest:
    """Freeze a store into a folder.

    The same store and moment give the same bytes.

    Args:
        store: what to freeze, in one transaction.
        folder: where to; it must not be there yet, unless it holds the same snapshot.
        as_of: what was written later is left out; the last writing without it, so that no
            clock has a say.
        contents: only what ``figures`` are made from; with the ``evidence`` behind them, which
            is verdicts with their reasons, prompts and pictures; or with ``transcripts`` too.

    Raises:
        StoreError: the store is empty or cannot be read.
        ConfigurationError: the folder is there already or cannot be written.
    """
    with extract(store, as_of or last_moment(store)) as opened:
        found, manifest = tables(opened)
        behind = (
            ()
            if contents == "figures"
            else evidence_tables(opened, found, transcripts=contents == "transcripts")
        )
        return write_folder(folder, chain(found.items(), behind), manifest)


def snapshot_of(store: Store, as_of: datetime | None = None) -> Snapshot:
    """Freeze a store for the moment; arguments and errors as :func:`take_snapshot`."""
    with extract(store, as_of or last_moment(store)) as opened:
        found, manifest = tables(opened)
    return Snapshot(manifest, lambda name: spelled_out(found[name]).collect())


def last_moment(store: Store) -> datetime:
    """Return when a store was last written to.

    Raises:
        StoreError: it never was.
    """
    found: datetime | None = store.read(last_writing)
    if found is None:
        raise StoreError("nothing has been asked or imported yet; try: porism run --help")
    return found


def read_snapshot(folder: Path) -> Snapshot:
    """Open a snapshot, checking every file of it against its digest.

    Raises:
        DefinitionError: no snapshot, one of another schema version, or a damaged one.
    """
    manifest = read_manifest(folder)
    for name in TABLES:
        unharmed(folder, name, manifest)
    return Snapshot(manifest, lambda name: read_table(folder, name, manifest))
