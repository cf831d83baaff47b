"""A harvest as files: its pages as they came, and beside each what was asked for it."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict, deque
from pathlib import Path

from pydantic import ValidationError

from porism.core import Harvest, Noun
from porism.errors import HarvestError

HARVEST = "harvest.json"


class Entry(Noun):
    """What stands beside a page."""

    query: str
    sha256: str
    size: int


class Recording:
    """The folder of one harvest.

    Args:
        folder: made if it is not there.
        harvest: what is recorded.
    """

    def __init__(self, folder: Path, harvest: Harvest) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / HARVEST, harvest.to_json().encode() + b"\n")

    def keep(self, number: int, query: str, data: bytes) -> str:
        """Write a page and what was asked for; return its SHA-256.

        Both are on the disk when this returns. A page that a killed process wrote but did
        not tell the store of is written again under the same number.
        """
        entry = Entry(query=query, sha256=hashlib.sha256(data).hexdigest(), size=len(data))
        write_whole(self.folder / f"{number:05}.xml", data)
        write_whole(self.folder / f"{number:05}.json", entry.to_json().encode() + b"\n")
        return entry.sha256


class Replay:
    """An archive that answers from a recording.

    Args:
        folder: where a harvest was recorded.

    Raises:
        HarvestError: it is no recording.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            self.harvest = Harvest.from_json((folder / HARVEST).read_bytes())
            entries = sorted(p for p in folder.glob("*.json") if p.name != HARVEST)
            self._pages: dict[str, deque[tuple[Path, str]]] = defaultdict(deque)
            for path in entries:
                entry = Entry.from_json(path.read_bytes())
                self._pages[entry.query].append((path.with_suffix(".xml"), entry.sha256))
        except (OSError, ValidationError) as error:
            raise HarvestError(f"{folder} is no recorded harvest: {error}") from error

    async def ask(self, query: str) -> bytes:
        """Return what the archive answered when it was last asked so.

        Raises:
            HarvestError: it was never asked so, or the page is not what was recorded.
        """
        if not self._pages[query]:
            raise HarvestError(f"{self._folder}: the recording ends before {query}")
        path, sha256 = self._pages[query].popleft()
        try:
            data = path.read_bytes()
        except OSError as error:
            raise HarvestError(f"{path}: {error.strerror}") from error
        if hashlib.sha256(data).hexdigest() != sha256:
            raise HarvestError(f"{path} is not what was recorded: its checksum differs")
        return data


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
