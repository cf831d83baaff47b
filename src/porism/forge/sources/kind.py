"""What a downloaded source is, by its content; claimed types and names are not believed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

Kind = Literal["gzip", "tar", "tex", "pdf", "postscript", "html", "zip", "other", "empty"]
HEAD = 4_096
"""Bytes from the beginning that are enough to tell."""

_SIGNS: tuple[tuple[bytes, Kind], ...] = (
    (b"\x1f\x8b", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"%!PS", "postscript"),
    (b"BZh", "other"),
    (b"\xfd7zXZ\x00", "other"),
    (b"\x28\xb5\x2f\xfd", "other"),
    (b"Rar!", "other"),
    (b"7z\xbc\xaf", "other"),
    (b"\x89PNG", "other"),
    (b"\xff\xd8\xff", "other"),
)
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype html|html|head|body)", re.IGNORECASE
)
_TEX = re.compile(
    rb"\\(?:documentclass|documentstyle|begin\s*\{|input|section|def|newcommand|magnification|bye"
    rb"|usepackage|chapter|title|font|item|label|par\b)"
)


def transcript_of(path: Path) -> Path:
    """Return where the transcript of a source that is a PDF is kept."""
    return path.with_name(f"{path.name}.md")


def kind_of(data: bytes) -> Kind:
    """Return what these bytes are.

    Args:
        data: a file, or at least its first :data:`HEAD` bytes.
    """
    if not data.strip(b"\0 \t\r\n"):
        return "empty"
    for sign, kind in _SIGNS:
        if data.startswith(sign):
            return kind
    if is_tar(data[:512]):
        return "tar"
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if _HTML.match(data):
        return "html"
    return "tex" if _looks_like_tex(data) else "other"


def is_tar(header: bytes) -> bool:
    """Whether the first block of a file is a tar header: its checksum says so."""
    if len(header) < 512:
        return False
    field = header[148:156].strip(b"\0 ")
    try:
        claimed = int(field, 8)
    except ValueError:
        return False
    return claimed == sum(header[:148]) + 8 * 32 + sum(header[156:512])


def _looks_like_tex(data: bytes) -> bool:
    """Whether these bytes are text (in any encoding) with TeX in it."""
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        data = data.replace(b"\0", b"")
    if data.count(b"\0") or _TEX.search(data) is None:
        return False
    controls = sum(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in data[:HEAD])
    return controls * 50 < min(len(data), HEAD)
