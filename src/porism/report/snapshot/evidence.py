"""What stands behind the figures of a snapshot, read where it is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from porism.core import Image, Transcript
from porism.errors import StoreError
from porism.report.snapshot.files import read_manifest, read_table
from porism.report.snapshot.manifest import Manifest
from porism.store.transcripts import read_json, transcript_json

if TYPE_CHECKING:
    import polars as pl

TABLES = ("details", "verdicts", "opinions", "rewritings", "marks", "prompts", "images")


class Pictures(dict[str, Image]):
    """Pictures by digest; one that the snapshot does not hold is empty."""

    def __missing__(self, name: str) -> Image:
        """Return an empty picture."""
        return Image(media_type="image/png", data=b"")


@dataclass(frozen=True, eq=False)
class Evidence:
    """The tables of a snapshot that no figure is made from.

    Each is read when first wanted. A snapshot that was taken without them has none.

    Args:
        folder: the snapshot's.
        manifest: what it says of itself.
    """

    folder: Path
    manifest: Manifest

    @classmethod
    def of(cls, folder: Path) -> Evidence:
        """Open a snapshot.

        Raises:
            DefinitionError: the folder is no snapshot that can be read.
        """
        return cls(folder, read_manifest(folder))

    def table(self, name: str) -> pl.DataFrame | None:
        """Return one of :data:`TABLES`; ``None`` where the snapshot has it not.

        Raises:
            DefinitionError: the file was changed or lost.
        """
        if name not in self.manifest.files:
            return None
        return read_table(self.folder, name, self.manifest)

    @cached_property
    def pictures(self) -> dict[str, Image]:
        """The problems' pictures, by digest."""
        table = self.table("images")
        rows = [] if table is None else table.rows()
        return Pictures({name: Image(media_type=kind, data=data) for name, kind, data in rows})

    @cached_property
    def places(self) -> dict[str, str]:
        """The table that holds each attempt's transcript."""
        table = self.table("transcripts")
        return {} if table is None else dict(table.rows())

    def transcripts(
        self, attempts: Sequence[str], places: Mapping[str, str] | None = None
    ) -> dict[str, bytes]:
        """Return compressed transcripts, for :func:`transcript_text`.

        Args:
            attempts: whose; those that are not there are left out.
            places: :attr:`places`, or the part of it that concerns these attempts.
        """
        import polars as pl

        found: dict[str, bytes] = {}
        known = self.places if places is None else places
        for name in sorted({known[a] for a in attempts if a in known}):
            held = shard(self, name)
            found |= dict(held.filter(pl.col("attempt").is_in(list(attempts))).rows())
        return found


@lru_cache(maxsize=2)
def shard(evidence: Evidence, name: str) -> pl.DataFrame:
    """Read a table of transcripts, keeping the last ones at hand."""
    return read_table(evidence.folder, name, evidence.manifest)


def transcript_text(blob: bytes) -> bytes:
    """Return one of :meth:`Evidence.transcripts` as JSON; nothing of one that is damaged."""
    try:
        return transcript_json(blob)
    except StoreError:
        return b""


def read_transcript(text: bytes, pictures: Mapping[str, Image]) -> Transcript:
    """Read a transcript.

    Args:
        text: what :func:`transcript_text` returned.
        pictures: those of its problem.

    Raises:
        StoreError: it is damaged.
    """
    return read_json(text, Pictures(pictures))
