"""All that is known of one paper."""

from __future__ import annotations

import tempfile
from pathlib import Path

from porism.core import Noun, Preprint, Reading, Source
from porism.errors import SourceError
from porism.forge.sources import unpack
from porism.forge.sources.fetch import path_of
from porism.store import Papers
from porism.workspace import Workspace


class File(Noun):
    """A file of a source."""

    name: str
    size: int
    """In bytes."""


class Known(Noun):
    """A paper with its files and its theorems, as far as they are here."""

    preprint: Preprint
    left_out: str = ""
    """Why it is not taken; empty if it is."""
    source: Source | None = None
    files: tuple[File, ...] = ()
    left_out_files: tuple[str, ...] = ()
    """Entries of the archive that are not unpacked, with the reason."""
    reading: Reading | None = None


def known(workspace: Workspace, name: str) -> Known:
    """Return all that is known of a paper.

    Raises:
        UnknownName: it was never harvested.
    """
    papers = Papers(workspace.store)
    found = papers.paper(name)
    files, left_out = tree(path_of(workspace, found.preprint))
    return Known(
        preprint=found.preprint,
        left_out=found.left_out,
        source=papers.source(name),
        files=files,
        left_out_files=left_out,
        reading=papers.reading(name),
    )


def tree(path: Path) -> tuple[tuple[File, ...], tuple[str, ...]]:
    """Return the files in a source, and what would not be unpacked; nothing of a bad one."""
    if not path.is_file():
        return (), ()
    with tempfile.TemporaryDirectory() as scratch:
        try:
            unpacked = unpack(path, Path(scratch) / "paper")
        except SourceError:
            return (), ()
        files = tuple(
            File(name=p.relative_to(unpacked.folder).as_posix(), size=p.stat().st_size)
            for p in sorted(unpacked.files)
        )
        return files, tuple(f"{one.name}: {one.reason}" for one in unpacked.left_out)
