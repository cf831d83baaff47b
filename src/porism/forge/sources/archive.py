"""Unpacking what may be hostile: nothing leaves the folder, nothing grows without bound."""

from __future__ import annotations

import posixpath
import re
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, BinaryIO, Literal

from porism.errors import SourceError
from porism.forge.sources.kind import HEAD, is_tar, kind_of

CHUNK = 1 << 16
MAX_EXTENDED_HEADER = 1 << 20
TEX_SUFFIXES = frozenset({".tex", ".ltx", ".latex", ".txt"})
_UNSAFE = re.compile(r"[\x00-\x1f\x7f\\:*?\"<>|]")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one source may unpack to."""

    packed_bytes: int = 200_000_000
    unpacked_bytes: int = 250_000_000
    file_bytes: int = 150_000_000
    files: int = 5_000
    members: int = 20_000
    """Entries of an archive, those that are left out included."""
    ratio: int = 200
    """Unpacked to packed size, once more than ``free_bytes`` are unpacked."""
    free_bytes: int = 10_000_000
    path_length: int = 240
    depth: int = 20


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An entry of an archive that was not unpacked."""

    name: str
    reason: str


@dataclass(slots=True)
class Unpacked:
    """What came out of a source."""

    kind: Literal["tex", "pdf"]
    """``pdf``: nothing to read but a PDF."""
    folder: Path
    files: list[Path] = field(default_factory=list)
    """Below the folder, in the order of the archive."""
    left_out: list[LeftOut] = field(default_factory=list)


def unpack(source: Path, folder: Path, limits: Limits | None = None) -> Unpacked:
    """Unpack an e-print into a folder.

    Args:
        source: the file as downloaded: gzip, tar, TeX or PDF, told by its content.
        folder: an empty folder, or one that does not exist yet.
        limits: sizes and counts beyond which the source is refused.

    Raises:
        SourceError: the source is not one, is broken, or exceeds a limit. What had been
            unpacked is removed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise SourceError(f"{folder} is not empty: unpack into a folder of its own")
    unpacking = _Unpacking(folder, limits or Limits(), source.stat().st_size)
    try:
        with source.open("rb") as stream:
            unpacking.read(stream, "main")
        unpacking.finish()
    except SourceError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    except (OSError, EOFError, zlib.error, tarfile.TarError, ValueError, OverflowError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise SourceError(f"{source.name}: broken archive: {error}") from error
    return unpacking.result


class _Unpacking:
    """The state of unpacking one source."""

    def __init__(self, folder: Path, limits: Limits, packed: int) -> None:
        self.folder = folder.resolve()
        self.limits = limits
        self.packed = packed
        self.written = 0
        self.result = Unpacked("tex", self.folder)
        if packed > limits.packed_bytes:
            raise SourceError(f"{packed:,} bytes; at most {limits.packed_bytes:,} are read")

    def read(self, stream: BinaryIO, name: str, *, inside: bool = False) -> None:
        """Unpack a stream of any kind."""
        head = stream.read(HEAD)
        stream.seek(0)
        match kind_of(head):
            case "gzip" if not inside:
                self._read_gzip(stream, name)
            case "tar":
                self._read_tar(stream)
            case "tex" | "pdf" as suffix:
                self._write(stream, f"{name}.{suffix}")
            case "empty":
                raise SourceError("the source is empty")
            case kind:
                raise SourceError(f"neither TeX nor an archive of it, but {kind}")

    def finish(self) -> None:
        """Say what was found."""
        names = [path.suffix.lower() for path in self.result.files]
        if not names:
            raise SourceError("the archive holds no usable file")
        if not any(suffix in TEX_SUFFIXES for suffix in names):
            if ".pdf" not in names:
                raise SourceError("the archive holds neither TeX nor PDF")
            self.result.kind = "pdf"

    def _read_gzip(self, stream: BinaryIO, name: str) -> None:
        """Unpack gzip data into a temporary file, then look at what it is."""
        with tempfile.TemporaryFile() as plain:
            size = 0
            for chunk in _gunzip(stream):
                size += len(chunk)
                self._check(size)
                plain.write(chunk)
            plain.seek(0)
            self.read(plain, name, inside=True)

    def _check(self, size: int) -> None:
        limits = self.limits
        if size > limits.unpacked_bytes:
            raise SourceError(f"unpacks to more than {limits.unpacked_bytes:,} bytes")
        if size > limits.free_bytes and size > limits.ratio * max(self.packed, 1):
            raise SourceError(f"unpacks to more than {limits.ratio} times its size")

    def _read_tar(self, stream: BinaryIO) -> None:
        _check_headers(stream)
        with tarfile.open(fileobj=stream, mode="r:", errorlevel=2) as archive:
            for count, member in enumerate(archive, 1):
                if count > self.limits.members:
                    raise SourceError(f"more than {self.limits.members:,} entries")
                reason = self._reason_against(member)
                if reason:
                    self.result.left_out.append(LeftOut(member.name[:200], reason))
                    continue
                if member.isdir():
                    continue
                content = archive.extractfile(member)
                if content is not None:
                    self._write_member(content, member)

    def _reason_against(self, member: tarfile.TarInfo) -> str:
        """Return why an entry is left out; empty where it is not."""
        if member.issym() or member.islnk():
            return "a link"
        if member.issparse():
            return "a sparse file"
        if not (member.isreg() or member.isdir()):
            return "neither a file nor a folder"
        return self._reason_against_name(member.name)

    def _reason_against_name(self, name: str) -> str:
        parts = name.split("/")
        if name.startswith("/") or ".." in parts:
            return "a path that leads out of the folder"
        if not name.strip("./") or _UNSAFE.search(name) or not name.isprintable():
            return "a name that no paper needs"
        longest = max(len(part.encode("utf-8", "replace")) for part in parts)
        if len(name) > self.limits.path_length or longest > 200:
            return "a name that is too long"
        return "folders too deep" if len(parts) > self.limits.depth else ""

    def _write_member(self, content: IO[bytes], member: tarfile.TarInfo) -> None:
        if member.size > self.limits.file_bytes:
            raise SourceError(f"{member.name}: more than {self.limits.file_bytes:,} bytes")
        before = self.written
        self._write(content, posixpath.normpath(member.name))
        if 0 < self.written - before < member.size:
            raise SourceError(f"{member.name}: the archive is cut short")

    def _write(self, stream: IO[bytes], name: str) -> None:
        """Write one file below the folder; a later one of the same name wins."""
        path = self.folder / name
        if not path.resolve().is_relative_to(self.folder):
            self.result.left_out.append(LeftOut(name, "a path that leads out of the folder"))
            return
        if path.is_dir() or any(parent.is_file() for parent in path.parents):
            self.result.left_out.append(LeftOut(name, "both a file and a folder"))
            return
        if path not in self.result.files and len(self.result.files) >= self.limits.files:
            raise SourceError(f"more than {self.limits.files:,} files")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with path.open("xb") as target:
            while chunk := stream.read(CHUNK):
                self.written += len(chunk)
                self._check(self.written)
                target.write(chunk)
        if path not in self.result.files:
            self.result.files.append(path)


def _gunzip(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the content of gzip data, members one after another, in small chunks."""
    unpacker = zlib.decompressobj(wbits=31)
    packed = stream.read(CHUNK)
    while packed:
        yield unpacker.decompress(packed, CHUNK)
        if unpacker.eof:
            packed = unpacker.unused_data.lstrip(b"\0") or stream.read(CHUNK)
            if not packed.startswith(b"\x1f\x8b"):
                return  # padding, or what some tool has appended
            unpacker = zlib.decompressobj(wbits=31)
        else:
            packed = unpacker.unconsumed_tail or stream.read(CHUNK)
    yield unpacker.flush()
    if not unpacker.eof:
        raise SourceError("the gzip data are cut short")


def _check_headers(stream: BinaryIO) -> None:
    """Refuse extended headers that are larger than any path, before they are read as one."""
    position = 0
    while is_tar(header := _block(stream, position)):
        size = _size(header[124:136])
        if header[156:157] in b"xgLKX" and size > MAX_EXTENDED_HEADER:
            raise SourceError("an archive header of more than a megabyte")
        position += 512 + (size + 511) // 512 * 512
    stream.seek(0)


def _block(stream: BinaryIO, position: int) -> bytes:
    stream.seek(position)
    return stream.read(512)


def _size(digits: bytes) -> int:
    """Read a size from a header: octal, or binary where the first bit says so."""
    if digits[0] & 0x80:
        return int.from_bytes(digits[1:], "big")
    return int(digits.strip(b"\0 ") or b"0", 8)
