"""A snapshot's folder: written whole or not at all, read only if unharmed."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from porism.errors import ConfigurationError, DefinitionError
from porism.records import Place, read_text
from porism.records.explain import located
from porism.report.frame import spelled_out
from porism.report.snapshot.manifest import FORMAT, SCHEMA, Manifest, TableFile

if TYPE_CHECKING:
    import polars as pl

MANIFEST = "manifest.json"
ROWS_A_GROUP = 100_000
LARGEST_MANIFEST = 64 * 1024 * 1024


def write_folder(
    folder: Path, tables: Iterable[tuple[str, pl.DataFrame]], manifest: Manifest
) -> Manifest:
    """Write a folder that is not there yet, or that holds the very same.

    Raises:
        ConfigurationError: something else is there, or the folder cannot be written.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".snapshot-") as made:
            new = Path(made) / folder.name
            new.mkdir()
            complete = manifest.model_copy(update={"files": write_tables(new, tables)})
            text = complete.model_dump_json(indent=2) + "\n"
            (new / MANIFEST).write_text(text, encoding="utf-8")
            if not holds(folder, text):
                new.rename(folder)
    except OSError as error:
        raise ConfigurationError(f"{folder}: {error.strerror or error}") from error
    return complete


def holds(folder: Path, manifest: str) -> bool:
    """Tell whether a folder is the snapshot of that manifest already.

    Raises:
        ConfigurationError: it is something else.
    """
    path = folder / MANIFEST
    if path.is_file() and path.read_bytes() == manifest.encode():
        return True
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ConfigurationError(f"{folder} is there already; write elsewhere with -o, or move it")
    return False


def write_tables(folder: Path, tables: Iterable[tuple[str, pl.DataFrame]]) -> dict[str, TableFile]:
    """Write Parquet files; equal tables give equal bytes."""
    written = {}
    for name, table in tables:
        path = folder / f"{name}.parquet"
        spelled_out(table).sink_parquet(
            path, compression="zstd", compression_level=3, row_group_size=ROWS_A_GROUP
        )
        written[name] = TableFile(
            sha256=digest_of(path), bytes=path.stat().st_size, rows=table.height
        )
    return written


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_manifest(folder: Path) -> Manifest:
    """Read what a snapshot says of itself.

    Raises:
        DefinitionError: the folder is no snapshot, or one of another schema version.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise DefinitionError(f"no snapshot: it has no {MANIFEST}", file=folder)
    value = json_object(path)
    if value.get("format") != FORMAT:
        raise DefinitionError(f"not the manifest of a snapshot ({FORMAT})", file=path)
    version = value.get("schema_version")
    if version != SCHEMA:
        raise DefinitionError(
            f"a snapshot of schema version {version}, but this Porism reads {SCHEMA}; "
            "take a new one with: porism snapshot",
            file=path,
            key="schema_version",
        )
    try:
        return Manifest.model_validate(value)
    except ValidationError as error:
        raise located(error, Manifest, value, Place(path)) from error


def json_object(path: Path) -> dict[str, object]:
    """Read a JSON object."""
    try:
        value = json.loads(read_text(path, limit=LARGEST_MANIFEST))
    except ValueError as error:
        raise DefinitionError(f"not JSON: {error}", file=path) from error
    if not isinstance(value, dict):
        raise DefinitionError("not a JSON object", file=path)
    return value


def read_table(folder: Path, name: str, manifest: Manifest) -> pl.DataFrame:
    """Read a table; errors as :func:`scan_table`."""
    return scan_table(folder, name, manifest).collect()


def scan_table(folder: Path, name: str, manifest: Manifest) -> pl.LazyFrame:
    """Open a table whose file is as the manifest says, to be read when it is wanted.

    Raises:
        DefinitionError: the file is missing, was changed, or is no Parquet file.
    """
    import polars as pl

    path = unharmed(folder, name, manifest)
    try:
        table = pl.scan_parquet(path, glob=False)
        table.collect_schema()
    except pl.exceptions.PolarsError as error:
        said = str(error).splitlines()[0]
        raise DefinitionError(f"not a readable Parquet file: {said}", file=path) from error
    return table


def unharmed(folder: Path, name: str, manifest: Manifest) -> Path:
    """Return a table's file, which is as the manifest says.

    Raises:
        DefinitionError: it is missing or was changed.
    """
    path = folder / f"{name}.parquet"
    stated = manifest.files.get(name)
    if stated is None or not path.is_file():
        raise DefinitionError("the snapshot is incomplete: this file is missing", file=path)
    if digest_of(path) != stated.sha256:
        raise DefinitionError(
            "damaged or changed since the snapshot was taken (its SHA-256 differs from the "
            "manifest's); take a new one with: porism snapshot",
            file=path,
        )
    return path
