"""A snapshot: the store as it was at a moment, frozen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from porism.core import Benchmark, Claim, Model
from porism.errors import DefinitionError, StoreError
from porism.report.frame import spelled_out
from porism.report.snapshot.evidence_tables import evidence_tables
from porism.report.snapshot.files import read_manifest, scan_table, write_folder
from porism.report.snapshot.manifest import Manifest
from porism.report.snapshot.take import tables
from porism.store import Store
from porism.store.extract import Extract, extract, last_writing

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
        tables: by name; each is read once, when first wanted.
    """

    manifest: Manifest
    tables: Mapping[str, pl.LazyFrame]

    def _read(self, name: str) -> pl.DataFrame:
        import polars as pl

        try:
            return self.tables[name].collect()
        except pl.exceptions.PolarsError as error:
            said = str(error).splitlines()[0]
            raise DefinitionError(f"not a readable table: {said}", file=name) from error

    @cached_property
    def model_table(self) -> pl.DataFrame:
        """A row a model."""
        return self._read("models")

    @cached_property
    def benchmark_table(self) -> pl.DataFrame:
        """A row a benchmark."""
        return self._read("benchmarks")

    @cached_property
    def problems(self) -> pl.DataFrame:
        """A row a problem, withdrawn ones included."""
        return self._read("problems")

    @cached_property
    def attempts(self) -> pl.DataFrame:
        """A row a standing attempt.

        ``stands`` tells those that take part in standings, and ``score`` what they count as.
        """
        return self._read("attempts")

    @cached_property
    def verdicts(self) -> pl.DataFrame | None:
        """A row a verdict with its reason, in the order in which they were said of an attempt.

        Nothing where the snapshot holds only what figures are made from.
        """
        return self._read("verdicts") if "verdicts" in self.tables else None

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
    claims: Sequence[Claim] = (),
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
        claims: what providers claim; those of later days are left out.

    Raises:
        StoreError: the store is empty or cannot be read.
        ConfigurationError: the folder is there already or cannot be written.
    """
    with extract(store, as_of or last_moment(store)) as opened:
        found, manifest = frozen(opened, contents, claims)
        return write_folder(folder, found, manifest)


def snapshot_of(
    store: Store,
    as_of: datetime | None = None,
    *,
    contents: Contents = "figures",
    claims: Sequence[Claim] = (),
) -> Snapshot:
    """Freeze a store for the moment; arguments and errors as :func:`take_snapshot`."""
    with extract(store, as_of or last_moment(store)) as opened:
        found, manifest = frozen(opened, contents, claims)
        return Snapshot(manifest, {name: spelled_out(table) for name, table in found})


def frozen(
    opened: Extract, contents: Contents, claims: Sequence[Claim]
) -> tuple[Iterator[tuple[str, pl.DataFrame]], Manifest]:
    """Return the tables and a manifest that does not know their files yet."""
    found, manifest = tables(opened, claims)
    told = contents == "transcripts"
    behind = () if contents == "figures" else evidence_tables(opened, found, transcripts=told)
    return chain(found.items(), behind), manifest


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
    names = [*TABLES, *({"verdicts"} & manifest.files.keys())]
    return Snapshot(manifest, {name: scan_table(folder, name, manifest) for name in names})
