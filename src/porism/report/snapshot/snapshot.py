"""A snapshot: the store as it was at a moment, frozen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from porism.core import Benchmark, Model
from porism.errors import StoreError
from porism.report.snapshot.evidence_tables import evidence_tables
from porism.report.snapshot.files import read_manifest, read_table, write_folder
from porism.report.snapshot.manifest import Manifest
from porism.report.snapshot.take import tables
from porism.store import Store
from porism.store.extract import extract, last_writing

if TYPE_CHECKING:
    import polars as pl

Contents = Literal["figures", "evidence", "transcripts"]


@dataclass(frozen=True, eq=False)
class Snapshot:
    """What statistics, site and exports are made from.

    Attributes:
        manifest: what the snapshot says of itself.
        model_table: a row a model.
        benchmark_table: a row a benchmark.
        problems: a row a problem, withdrawn ones included.
        attempts: a row a standing attempt; ``stands`` tells those that take part in
            standings, and ``score`` what they count as.
    """

    manifest: Manifest
    model_table: pl.DataFrame
    benchmark_table: pl.DataFrame
    problems: pl.DataFrame
    attempts: pl.DataFrame

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
    with TemporaryDirectory(prefix="porism-snapshot-") as made:
        folder = Path(made) / "snapshot"
        take_snapshot(store, folder, as_of, contents="figures")
        return read_snapshot(folder)


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
    """Read a snapshot, checking every file against its digest.

    Raises:
        DefinitionError: no snapshot, one of another schema version, or a damaged one.
    """
    manifest = read_manifest(folder)
    names = ("models", "benchmarks", "problems", "attempts")
    return Snapshot(manifest, *(read_table(folder, name, manifest) for name in names))
