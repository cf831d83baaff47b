"""The folder of a site: only what changed is written, and what is no longer made is removed."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from porism.errors import ConfigurationError

RECORD = ".porism-site.json.gz"
BEGUN = ".porism-site.begun"
"""Is there while a build is under way: what the record says of files may be untrue then."""


class Written(NamedTuple):
    """A file of the site."""

    digest: str
    """Of its bytes."""
    key: str = ""
    """Of what they were made from."""


@dataclass
class Folder:
    """A site's folder while it is built.

    Attributes:
        root: the folder.
        code: digest of the code that makes pages; keys of other code count for nothing.
        before: what the last build wrote.
        now: what this one has.
        rewritten: how many files were written, as they are new or have changed.
    """

    root: Path
    code: str
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
        except OSError as error:
            raise ConfigurationError(f"{root}: {error.strerror}") from error
        before = read_record(root, code)
        if (root / BEGUN).exists():
            before = {path: Written("") for path in before}
        elif not before:
            write_record(root, code, before)
        (root / BEGUN).touch()
        return cls(root, code, before)

    def has(self, path: str, key: str) -> bool:
        """Keep a file as it is if it was made from the same; tell whether it was."""
        known = self.before.get(path) if key else None
        if known is None or known.key != key:
            return False
        if not os.path.isfile(f"{self.root}/{path}"):
            return False
        self.now[path] = known
        return True

    def put(self, path: str, content: bytes, key: str = "") -> None:
        """Write a file, unless it holds just that."""
        digest, new = write(self.root, path, content, self.before.get(path))
        self.note(path, digest, new=new, key=key)

    def note(self, path: str, digest: str, *, new: bool, key: str = "") -> None:
        """Take note of a file that was written here or by another process."""
        self.now[path] = Written(digest, key)
        self.rewritten += new

    def finish(self) -> int:
        """Remove what is no longer made, and return how many files that were."""
        gone = [path for path in self.before if path not in self.now]
        for path in gone:
            (self.root / path).unlink(missing_ok=True)
        for parent in sorted({Path(path).parent for path in gone}, reverse=True):
            remove_if_empty(self.root, parent)
        write_record(self.root, self.code, self.now)
        (self.root / BEGUN).unlink()
        return len(gone)


def write(root: Path, path: str, content: bytes, known: Written | None) -> tuple[str, bool]:
    """Write a file unless it holds the same already; return its digest and whether it is new.

    Raises:
        ConfigurationError: it cannot be written.
    """
    digest = hashlib.sha256(content).hexdigest()[:32]
    target = os.path.join(root, path)
    if known is not None and known.digest == digest and os.path.isfile(target):
        return digest, False
    try:
        put(target, content)
    except OSError as error:
        raise ConfigurationError(f"{target}: {error.strerror}") from error
    return digest, True


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


def read_record(root: Path, code: str) -> dict[str, Written]:
    """Return what the last build wrote; a record that cannot be read is none."""
    try:
        value = json.loads(gzip.decompress((root / RECORD).read_bytes()))
        same = value["code"] == code
        return {
            path: Written(digest, key if same else "")
            for path, (digest, key) in value["files"].items()
            if safe(path)
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError):
        return {}


def safe(path: str) -> bool:
    """Tell whether a path of a record stays within the site."""
    return not path.startswith("/") and ".." not in path.split("/") and "\\" not in path


def write_record(root: Path, code: str, files: Mapping[str, Written]) -> None:
    """Keep what was written for the next build; equal sites have equal records."""
    text = json.dumps({"code": code, "files": dict(sorted(files.items()))}, separators=(",", ":"))
    (root / RECORD).write_bytes(gzip.compress(text.encode(), compresslevel=1, mtime=0))
