"""From the store's rows to columns."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from porism.store.extract import Rows


def frame(chunks: Iterator[Rows], schema: Mapping[str, str]) -> pl.DataFrame:
    """Collect rows as columns, some at a time, so that few of them exist as rows.

    Args:
        chunks: the rows.
        schema: the names of their columns, and the names of Polars' types; ``Categorical`` is
            for texts of which few are different.
    """
    import polars as pl

    types = {name: getattr(pl, kind) for name, kind in schema.items()}
    parts = [pl.DataFrame(schema=types)]
    with no_collection_of_garbage():
        for rows in chunks:
            columns = zip(types.items(), zip(*rows, strict=True), strict=True)
            parts.append(
                pl.DataFrame([pl.Series(name, values, kind) for (name, kind), values in columns])
            )
    return pl.concat(parts)


def spelled_out(table: pl.DataFrame) -> pl.LazyFrame:
    """Return a table with all its texts as such, when it is read."""
    import polars as pl
    from polars import selectors

    return table.lazy().with_columns(selectors.categorical().cast(pl.String))


@contextmanager
def no_collection_of_garbage() -> Iterator[None]:
    """Do not look for cycles meanwhile: rows have none, and are many."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
