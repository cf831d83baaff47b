"""The folder of a site: only what changed is written, and what is no longer made is removed."""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import orjson

from porism.errors import ConfigurationError

RECORD = ".porism-site.json.gz"
BEGUN = ".porism-site.begun"
"""Is there while a build is under way: what the record says of files may be untrue then."""
DIGITS = 32
"""Hexadecimal ones of a SHA-256 that are kept."""


class Written(NamedTuple):
    """A file of the site."""

    digest: str
    """Of its bytes."""
    size: int
    """How many these are."""
    key: str = ""
    """Of what they were made from."""


class Recorded(NamedTuple):
    """What a build kept for the next one.

    Attributes:
        code: digest of what all pages were made by.
        whole: digest of all that they were made from.
        files: what was written, by path.
    """

    code: str = ""
    whole: str = ""
    files: Mapping[str, Written] = {}


@dataclass
class Folder:
    """A site's folder while it is built.

    Attributes:
        root: the folder.
        code: digest of what all pages are made by; keys of other code count for nothing.
        last: what the last build wrote.
        before: the part of it that stands as it was left.
        now: what this one has.
        rewritten: how many files were written, as they are new or have changed.
    """

    root: Path
    code: str
    last: Recorded
    before: Mapping[str, Written]
    now: dict[str, Written] = field(default_factory=dict)
    rewritten: int = 0

    @classmethod
    def open(cls, root: Path, code: str) -> Folder:
        """Open a site's folder, or make one.

        Raises:
            ConfigurationError: something else is there, or it cannot be made.
        """
        try:
            root.mkdir(parents=True, exist_ok=True)
            if not (root / RECORD).exists() and any(root.iterdir()):
                raise ConfigurationError(
                    f"{root} holds something that is no site; name another folder with -o"
                )
            last = read_record(root)
            if not last.files:
                write_record(root, last)
            before = {} if (root / BEGUN).exists() else dict(unharmed(root, last.files))
            (root / BEGUN).touch()
        except OSError as error:
            raise ConfigurationError(f"{root}: {error.strerror}") from error
        return cls(root, code, last, before)

    def keep_all(self, whole: str) -> bool:
        """Keep everything if all was made from the same and stands; tell whether it was.

        Args:
            whole: digest of all that the site is made from.
        """
        same = (self.last.code, self.last.whole) == (self.code, whole)
        if not same or len(self.before) < len(self.last.files):
            return False
        self.now.update(self.before)
        return True

    def has(self, path: str, key: str) -> bool:
        """Keep a file as it is if it was made from the same; tell whether it was."""
        known = self.before.get(path) if key and self.last.code == self.code else None
        if known is None or known.key != key:
            return False
        self.now[path] = known
        return True

    def holds(self, path: str, sha256: str) -> bool:
        """Keep a file as it is if it has these bytes; tell whether it has."""
        known = self.before.get(path)
        if known is None or known.digest != sha256[:DIGITS]:
            return False
        self.now[path] = known
        return True

    def put(self, path: str, content: bytes, key: str = "") -> None:
        """Write a file, unless it holds just that."""
        written, new = write(self.root, path, content, self.before.get(path), key)
        self.note(path, written, new=new)

    def note(self, path: str, written: Written, *, new: bool) -> None:
        """Take note of a file that was written here or by another process."""
        self.now[path] = written
        self.rewritten += new

    def finish(self, whole: str) -> int:
        """Remove what is no longer made, and return how many files that were.

        Args:
            whole: digest of all that the site was made from.
        """
        gone = [path for path in self.last.files if path not in self.now and safe(path)]
        for path in gone:
            (self.root / path).unlink(missing_ok=True)
        for parent in sorted({Path(path).parent for path in gone}, reverse=True):
            remove_if_empty(self.root, parent)
        write_record(self.root, Recorded(self.code, whole, self.now))
        (self.root / BEGUN).unlink()
        return len(gone)


def write(
    root: Path, path: str, content: bytes, known: Written | None, key: str = ""
) -> tuple[Written, bool]:
    """Write a file unless it holds the same already; return what is known of it, and if it is new.

    Args:
        root: the site's folder.
        path: from there.
        content: of the file.
        known: what stands there, as it was left.
        key: digest of what the content was made from.

    Raises:
        ConfigurationError: it cannot be written.
    """
    made = Written(hashlib.sha256(content).hexdigest()[:DIGITS], len(content), key)
    if known is not None and known.digest == made.digest:
        return made, False
    target = os.path.join(root, path)
    try:
        put(target, content)
    except OSError as error:
        raise ConfigurationError(f"{target}: {error.strerror}") from error
    return made, True


def put(target: str, content: bytes) -> None:
    """Write a file, in a new folder if need be.

    A site has hundreds of thousands: what ``pathlib`` and buffers do besides takes half the time.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    try:
        file = os.open(target, flags, 0o666)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        file = os.open(target, flags, 0o666)
    try:
        left = memoryview(content)
        while left:
            left = left[os.write(file, left) :]
    finally:
        os.close(file)


def remove_if_empty(root: Path, folder: Path) -> None:
    """Remove a folder and those above it that hold nothing any more."""
    for one in (folder, *folder.parents):
        here = root / one
        if here == root or not here.is_dir() or any(here.iterdir()):
            return
        here.rmdir()


def unharmed(root: Path, files: Mapping[str, Written]) -> Iterator[tuple[str, Written]]:
    """Yield the files that stand as they were left.

    Those of another size do not. One that was written to after the record is read again: it may
    be a copy, or somebody may have changed it.
    """
    since = os.stat(root / RECORD).st_mtime_ns
    for path, entry in listed(os.fspath(root)):
        known = files.get(path)
        if known is None:
            continue
        found = entry.stat()
        if found.st_size == known.size and (
            found.st_mtime_ns <= since or digest_of(entry.path) == known.digest
        ):
            yield path, known


def listed(folder: str, above: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield the files in a folder and in those below, with their paths from it."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from listed(entry.path, f"{above}{entry.name}/")
            elif entry.is_file():
                yield f"{above}{entry.name}", entry


def digest_of(path: str) -> str:
    """Return the digest of a file's bytes."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:DIGITS]


def read_record(root: Path) -> Recorded:
    """Return what the last build kept; a record that cannot be read is none."""
    try:
        value = orjson.loads(gzip.decompress((root / RECORD).read_bytes()))
        files = {path: Written(*known) for path, known in value["files"].items()}
        return Recorded(value["code"], value["whole"], files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError):
        return Recorded()


def safe(path: str) -> bool:
    """Tell whether a path of a record stays within the site."""
    return not path.startswith("/") and ".." not in path.split("/") and "\\" not in path


def write_record(root: Path, record: Recorded) -> None:
    """Keep what was written for the next build; equal sites have equal records."""
    files = {path: tuple(known) for path, known in sorted(record.files.items())}
    text = orjson.dumps({"code": record.code, "whole": record.whole, "files": files})
    (root / RECORD).write_bytes(gzip.compress(text, compresslevel=1, mtime=0))
