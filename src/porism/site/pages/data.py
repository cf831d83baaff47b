"""The data of the site, to take away: the snapshot's own files, and tables as CSV and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import orjson

from porism.look.figures import count
from porism.report.snapshot.columns import COLUMNS
from porism.report.snapshot.evidence import TABLES
from porism.report.snapshot.files import MANIFEST
from porism.site import address
from porism.site.page import Page
from porism.site.source import Source

if TYPE_CHECKING:
    import polars as pl

AS_CSV = ("models", "benchmarks", "problems", "attempts")
STANDINGS = "data/standings.json"


class File(NamedTuple):
    """A file to take away."""

    name: str
    href: str
    about: str
    size: str


class Described(NamedTuple):
    """A table with what its columns mean."""

    name: str
    columns: tuple[tuple[str, str, str], ...]
    """Name, type and meaning."""


@dataclass(frozen=True, slots=True)
class DataView:
    """All files, and the schema."""

    files: tuple[File, ...]
    tables: tuple[Described, ...]
    withheld: tuple[str, ...]


def data_page(source: Source, files: list[File]) -> Page:
    """Return the page."""
    tables = tuple(described(name, table) for name, table in known_tables(source))
    withheld = tuple(
        source.benchmarks[b].name
        for b in source.snapshot.manifest.withheld
        if b in source.benchmarks
    )
    return Page(address.DATA, "data.html", "Data", DataView(tuple(files), tables, withheld))


def known_tables(source: Source) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield the tables whose columns are told."""
    snapshot = source.snapshot
    yield "models", snapshot.model_table
    yield "benchmarks", snapshot.benchmark_table
    yield "problems", snapshot.problems
    yield "attempts", snapshot.attempts
    for name in (*TABLES, "transcripts"):
        table = source.evidence.table(name)
        if table is not None:
            yield name, table


def described(name: str, table: pl.DataFrame) -> Described:
    """Tell what the columns of a table mean."""
    return Described(
        name,
        tuple((c, str(kind), COLUMNS[name][c]) for c, kind in table.schema.items()),
    )


def csv_of(table: pl.DataFrame) -> bytes:
    """Write a table as CSV; lists become JSON."""
    import polars as pl

    lists = [name for name, kind in table.schema.items() if isinstance(kind, pl.List)]
    flat = table.with_columns(
        pl.col(name).map_elements(lambda v: json.dumps(list(v)), return_dtype=pl.String)
        for name in lists
    )
    return flat.write_csv().encode()


def standings_json(source: Source) -> bytes:
    """Write all leaderboards."""
    value = {
        "as_of": source.snapshot.manifest.as_of,
        "overall": source.overall,
        "benchmarks": list(source.boards.values()),
    }
    return orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n"


def csv_files(source: Source) -> Iterator[tuple[File, bytes]]:
    """Yield the files that are made for the site."""
    content = standings_json(source)
    yield file(STANDINGS, "All leaderboards, with intervals.", len(content)), content
    for name, table in known_tables(source):
        if name in AS_CSV:
            content = csv_of(table)
            about = f"The table of {name}: {count(table.height)} rows."
            yield file(f"data/{name}.csv", about, len(content)), content


def snapshot_files(source: Source) -> Iterator[tuple[File, str]]:
    """Yield the snapshot's own files, each with its SHA-256; the manifest's is not known."""
    size = (source.evidence.folder / MANIFEST).stat().st_size
    yield file(f"data/{MANIFEST}", "What the snapshot says of itself, with digests.", size), ""
    for name, stated in source.snapshot.manifest.files.items():
        about = f"{count(stated.rows)} rows."
        yield file(f"data/{name}.parquet", about, stated.bytes), stated.sha256


def file(href: str, about: str, size: int) -> File:
    """Describe a file."""
    return File(href.removeprefix("data/"), href, about, bytes_text(size))


def bytes_text(size: float) -> str:
    """Write a number of bytes."""
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" or size >= 10 else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
