"""What the bytes of a picture say of its kind, size and end. Nothing is decoded."""

from __future__ import annotations

from typing import NamedTuple

from porism.core.problem import MediaType

_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of the segments that hold a JPEG's size."""
_JPEG_BARE = frozenset(range(0xD0, 0xD8)) | {0x01}
"""Markers without a segment."""


_PNG_END = b"\0\0\0\0IEND\xaeB`\x82"
_JPEG_SCAN, _JPEG_END = b"\xff\xda", b"\xff\xd9"
_GIF_EXTENSION, _GIF_FRAME, _GIF_END = 0x21, 0x2C, 0x3B


class Size(NamedTuple):
    """Pixels."""

    width: int
    height: int


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


def size_of(data: bytes) -> Size | None:
    """Return a picture's size; ``None`` where its bytes do not say."""
    match media_type(data):
        case "image/png" if data[12:16] == b"IHDR" and len(data) >= 24:
            found = Size(_big(data[16:20]), _big(data[20:24]))
        case "image/gif" if len(data) >= 10:
            found = Size(_little(data[6:8]), _little(data[8:10]))
        case "image/jpeg":
            return _jpeg_size(data)
        case "image/webp" if len(data) >= 30:
            return _webp_size(data)
        case _:
            return None
    return found if all(found) else None


def is_whole(data: bytes) -> bool:
    """Tell whether a picture comes to its end; one that was cut off on its way does not."""
    match media_type(data):
        case "image/png":
            return _PNG_END in data
        case "image/jpeg":  # a preview in its head has an end of its own
            return data.rfind(_JPEG_END) > data.rfind(_JPEG_SCAN) > 0
        case "image/gif":
            return _gif_frames(data) is not None
        case "image/webp":
            return 8 + _little(data[4:8]) <= len(data)
        case _:
            return False


def is_animated(data: bytes) -> bool:
    """Tell whether there are several pictures, one after the other, of which models see one."""
    match media_type(data):
        case "image/gif":
            return (_gif_frames(data) or 0) > 1
        case "image/webp":
            return data[12:16] == b"VP8X" and bool(data[20] & 2)
        case _:
            return False


def _gif_frames(data: bytes) -> int | None:
    """Count the pictures; ``None`` where the data ends before they do. Every step goes forward."""
    frames, place = 0, 13 + _colours(data[10:11])
    while place < len(data):
        kind = data[place]
        if kind == _GIF_END:
            return frames
        if kind == _GIF_EXTENSION:
            place += 2
        elif kind == _GIF_FRAME:
            frames, place = frames + 1, place + 11 + _colours(data[place + 9 : place + 10])
        else:
            return None
        while place < len(data) and data[place]:
            place += 1 + data[place]
        place += 1
    return None


def _colours(flags: bytes) -> int:
    """Return the bytes of the table of colours that a byte of flags announces."""
    return 3 << (flags[0] & 7) + 1 if flags and flags[0] & 0x80 else 0


def _jpeg_size(data: bytes) -> Size | None:
    """Go from segment to segment; each step goes forward, so that this ends."""
    place = 2
    while place + 9 <= len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        if marker in _JPEG_SIZES:
            return Size(_big(data[place + 7 : place + 9]), _big(data[place + 5 : place + 7]))
        if marker == 0xFF:
            place += 1
        elif marker in _JPEG_BARE:
            place += 2
        else:
            place += 2 + max(2, _big(data[place + 2 : place + 4]))
    return None


def _webp_size(data: bytes) -> Size | None:
    match data[12:16]:
        case b"VP8X":
            return Size(1 + _little(data[24:27]), 1 + _little(data[27:30]))
        case b"VP8L" if data[20] == 0x2F:
            bits = _little(data[21:25])
            return Size(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
        case b"VP8 " if data[23:26] == b"\x9d\x01\x2a":
            return Size(_little(data[26:28]) & 0x3FFF, _little(data[28:30]) & 0x3FFF)
        case _:
            return None


def _big(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")
