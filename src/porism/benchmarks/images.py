"""Pictures that belong to problems."""

from __future__ import annotations

from pathlib import Path

from porism.benchmarks.paths import beside
from porism.core import Image
from porism.core.problem import MediaType
from porism.records import Place

LARGEST = 20 * 1024 * 1024
"""Bytes; no provider accepts more."""


def media_type(data: bytes) -> MediaType | None:
    """Return what a picture's first bytes say it is; ``None`` for what no model reads."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "image/webp"
    return None


def picture(data: bytes, place: Place) -> Image:
    """Return an image whose kind is read from its bytes.

    Raises:
        DefinitionError: the bytes are no picture that models read.
    """
    kind = media_type(data)
    if kind is None:
        raise place.fault("the image is not a PNG, JPEG, WebP or GIF file")
    return Image(media_type=kind, data=data)


def read_picture(folder: Path, name: str, place: Place) -> Image:
    """Read the picture that a problem file names; see :func:`beside`.

    Raises:
        DefinitionError: the path leads outside, or there is no such picture.
    """
    path = beside(folder, name, place)
    if path.stat().st_size > LARGEST:
        raise place.fault(f"the image {path} is larger than {LARGEST:,} bytes")
    return picture(path.read_bytes(), place)
