"""How the two sides speak: a kind, a length, then that many bytes."""

from __future__ import annotations

import os
import struct

HEAD = struct.Struct(">cI")
LONGEST = 1 << 16
"""Bytes of the longest frame that comes out of a session."""

READY, CODE, STDOUT, STDERR, ANSWER = b"r", b"c", b"o", b"e", b"a"
"""Code goes in; out come a sign that all walls stand, output, and an answer (JSON) to each call."""


def write(descriptor: int, kind: bytes, data: bytes) -> None:
    """Write one frame, and wait until it is written."""
    left = memoryview(HEAD.pack(kind, len(data)) + data)
    while left:
        left = left[os.write(descriptor, left) :]


def read_exactly(descriptor: int, size: int) -> bytes:
    """Read that many bytes; none if the other side has gone."""
    parts = b""
    while len(parts) < size:
        part = os.read(descriptor, size - len(parts))
        if not part:
            return b""
        parts += part
    return parts
