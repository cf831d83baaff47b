"""Digests of what pages are made from: a page whose digest is the same is not made again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import porism

if TYPE_CHECKING:
    import polars as pl

LIBRARIES = ("jinja2", "math-core", "nh3", "polars", "pyromark")
SHAPING = ("site", "look", "markup", "core", "benchmarks/choices.py", "report/charts")
"""The code that a page's bytes depend on, besides what it shows."""
COUNTING = ("altair", "numpy", "scipy", "vl-convert-python")
"""The libraries that figures are counted and drawn with."""


def digest(*parts: object) -> str:
    """Return 20 hexadecimal digits that depend on every part."""
    text = "\0".join(part if isinstance(part, str) else repr(part) for part in parts)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


@cache
def page_code() -> str:
    """Return the digest of the code that turns what a page shows into bytes."""
    return code_digest(SHAPING, LIBRARIES)


@cache
def whole_code() -> str:
    """Return the digest of all code that has a part in a site."""
    return code_digest((".",), (*LIBRARIES, *COUNTING))


def code_digest(names: Sequence[str], libraries: Sequence[str]) -> str:
    """Return the digest of some of this package's code, and of the libraries it uses."""
    made = hashlib.sha256()
    for path in code_files(Path(porism.__file__).parent, names):
        made.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest(made.hexdigest(), [(name, version(name)) for name in libraries])


def code_files(root: Path, names: Sequence[str]) -> Iterator[Path]:
    """Yield the files that are called so, and those in folders that are."""
    for name in names:
        found = root / name
        files = sorted(found.rglob("*")) if found.is_dir() else [found]
        yield from (f for f in files if f.is_file() and "__pycache__" not in f.parts)


def row_digests(table: pl.DataFrame, by: Sequence[str], name: str = "digest") -> pl.DataFrame:
    """Return a digest of the rows that share a place: a row a place.

    Args:
        table: rows in an order that means something.
        by: the columns of the place.
        name: of the column of digests.
    """
    import polars as pl

    words = table.cast({pl.Categorical: pl.String})  # whose codes differ from process to process
    lines = words.select(*by, words.hash_rows().cast(pl.String).alias(name))
    return lines.group_by(*by, maintain_order=True).agg(pl.col(name).str.join(" "))
