"""Bytes of a file to text, bounded and with the line of whatever is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from porism.errors import DefinitionError

MIB = 1024 * 1024
LONGEST_LINE = 64 * MIB
"""A line may carry a long response or an image; what is longer is not a record."""


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a regular file for reading.

    Raises:
        DefinitionError: there is no such file, or it cannot be read.
    """
    try:
        if not path.is_file():
            raise DefinitionError("not a file" if path.exists() else "no such file", file=path)
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise DefinitionError(error.strerror or str(error), file=path) from error


def read_text(path: Path, *, limit: int = MIB) -> str:
    """Return a UTF-8 file as text, without a byte order mark.

    Args:
        path: the file.
        limit: largest size, in bytes.

    Raises:
        DefinitionError: the file cannot be read, is too long or is not UTF-8.
    """
    with opened(path) as file:
        raw = file.read(limit + 1)
    if len(raw) > limit:
        raise DefinitionError(f"longer than {limit:,} bytes", file=path)
    return _decoded(raw, path, line=1)


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each line of a UTF-8 file, ends kept, with its number from 1.

    Raises:
        DefinitionError: the file cannot be read, is not UTF-8 or has an endless line.
    """
    with opened(path) as file:
        number = 1
        while raw := file.readline(LONGEST_LINE + 1):
            if len(raw) > LONGEST_LINE:
                raise DefinitionError(
                    f"a line longer than {LONGEST_LINE:,} bytes", file=path, line=number
                )
            yield number, _decoded(raw, path, line=number)
            number += 1


def _decoded(raw: bytes, path: Path, *, line: int) -> str:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DefinitionError(
            f"not UTF-8 (byte 0x{raw[error.start]:02x}); save the file as UTF-8",
            file=path,
            line=line + raw.count(b"\n", 0, error.start),
        ) from error
    return text.removeprefix("\ufeff") if line == 1 else text
