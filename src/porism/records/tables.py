"""Rows of CSV and Parquet files as nouns."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from porism.core import Noun
from porism.errors import DefinitionError
from porism.records.explain import Place, located
from porism.records.text import LONGEST_LINE, opened, text_lines

N = TypeVar("N", bound=Noun)
ROWS_AT_ONCE = 64


def read_csv(path: Path, noun: type[N], needed: Collection[str] = ()) -> Iterator[tuple[int, N]]:
    """Yield the noun in each row of a comma-separated file, with the line on which it starts.

    The first row names the columns; where it has no comma, semicolons or tabs may stand between
    them, as spreadsheets write in some countries. An empty cell counts as absent: the field takes
    its default, or is missed. Columns that the noun does not know are refused, unless it allows
    extra fields. Rows without anything are passed over.

    Args:
        path: the file.
        noun: what a row is.
        needed: columns that must be there, besides those of fields without a default.

    Raises:
        DefinitionError: the file is not CSV, or a row is not such a noun.
    """
    rows = _csv_rows(path)
    _, header = next(rows, (1, []))
    names = [name.strip() for name in header]
    _check_header(names, noun, needed, path)
    for line, cells in rows:
        if len(cells) != len(names):
            raise DefinitionError(
                f"{len(cells)} cells under {len(names)} column names", file=path, line=line
            )
        row = {name: cell for name, cell in zip(names, cells, strict=True) if cell.strip()}
        yield line, _noun(noun, row, Place(path, line))


def _csv_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    csv.field_size_limit(LONGEST_LINE)  # for all readers; responses outgrow the default of 128 KiB
    lines = (text for _, text in text_lines(path))
    first = next(lines, "")
    reader = csv.reader(chain([first], lines), delimiter=_delimiter(first), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise DefinitionError(f"not CSV: {error}", file=path, line=line) from error
        if cells is None:
            return
        if any(map(str.strip, cells)):
            yield line, cells


def _delimiter(header: str) -> str:
    return next((sign for sign in ",;\t" if sign in header), ",")


def _check_header(names: list[str], noun: type[Noun], needed: Collection[str], path: Path) -> None:
    required = {name for name, field in noun.model_fields.items() if field.is_required()}
    if missing := sorted(required.union(needed) - set(names)):
        raise DefinitionError(
            f"the columns {', '.join(missing)} are missing; the first line names "
            f"{', '.join(names) or 'none'}",
            file=path,
            line=1,
        )
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise DefinitionError(f"two columns are called {twice[0]!r}", file=path, line=1)


def read_parquet(path: Path, noun: type[N]) -> Iterator[tuple[int, N]]:
    """Yield the noun in each row of a Parquet file, with its row number from 1.

    Raises:
        DefinitionError: the file is not Parquet, or a row is not such a noun.
    """
    for number, row in _parquet_rows(path):
        present = {name: value for name, value in row.items() if value is not None}
        yield number, _noun(noun, present, Place(path, within=f"row {number}"))


def _parquet_rows(path: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    import polars as pl  # heavy, and most runs read no table

    with opened(path) as file:
        if file.read(4) != b"PAR1":
            raise DefinitionError("not a Parquet file", file=path)
    number = 0
    try:
        table = pl.scan_parquet(path, glob=False)
        while rows := table.slice(number, ROWS_AT_ONCE).collect().to_dicts():
            for row in rows:
                number += 1
                yield number, row
    except pl.exceptions.PolarsError as error:
        said = str(error).splitlines()[0]
        raise DefinitionError(f"not a readable Parquet file: {said}", file=path) from error


def _noun(noun: type[N], row: Mapping[str, object], place: Place) -> N:
    try:
        return noun.model_validate(row)
    except ValidationError as error:
        raise located(error, noun, row, place) from error
