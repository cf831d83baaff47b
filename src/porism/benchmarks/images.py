"""Pictures that belong to problems."""

from __future__ import annotations

from pathlib import Path

from porism.benchmarks.paths import beside
from porism.core import Image
from porism.records import Place
from porism.records.pictures import media_type

LARGEST = 20 * 1024 * 1024
"""Bytes; no provider accepts more."""


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
