"""What of a snapshot may be shown to the world."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from porism.report.claims import held_back
from porism.report.snapshot import Manifest, read_snapshot
from porism.report.snapshot.files import read_manifest, scan_table, write_folder

if TYPE_CHECKING:
    import polars as pl


@contextmanager
def published(folder: Path) -> Iterator[Path]:
    """Lend a snapshot without the attempts of the models that are held back.

    It is the very folder where none is; else a copy, whose manifest names them.

    Args:
        folder: a snapshot's.

    Raises:
        DefinitionError: no snapshot, one of another schema version, or a damaged one.
    """
    manifest = read_manifest(folder)
    held = sorted(held_back(read_snapshot(folder))) if manifest.claims else []
    if not held:
        yield folder
        return
    with TemporaryDirectory(prefix="porism-published-") as made:
        told = manifest.model_copy(update={"held_back": tuple(held)})
        write_folder(Path(made) / "snapshot", tables_without(folder, manifest, held), told)
        yield Path(made) / "snapshot"


def tables_without(
    folder: Path, manifest: Manifest, models: Collection[str]
) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield the tables of a snapshot without the attempts of some models."""
    import polars as pl

    attempts = scan_table(folder, "attempts", manifest)
    hidden = attempts.filter(pl.col("model").is_in(list(models))).select("attempt").collect()
    for name in manifest.files:
        table = scan_table(folder, name, manifest)
        if "attempt" in table.collect_schema():
            table = table.join(hidden.lazy(), on="attempt", how="anti", maintain_order="left")
        yield name, table.collect()
