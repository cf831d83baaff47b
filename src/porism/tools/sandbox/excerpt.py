"""Output as it is kept: its beginning and its end, in characters that do nothing."""

from __future__ import annotations

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def legible(text: str) -> str:
    """Write control characters as Python escapes them: they would act where text is shown."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class Excerpt:
    """Keeps so many bytes of what is added to it.

    Args:
        most: bytes kept; of more the first and the last half.
    """

    def __init__(self, most: int) -> None:
        self._half = most // 2
        self._head, self._tail = bytearray(), bytearray()
        self.size = 0
        """Bytes added."""

    def add(self, data: bytes) -> None:
        """Add some bytes."""
        self.size += len(data)
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        del self._tail[: -self._half]

    @property
    def text(self) -> str:
        """What was kept, and how much was not."""
        left_out = self.size - len(self._head) - len(self._tail)
        if not left_out:
            return legible((self._head + self._tail).decode("utf-8", "replace"))
        head, tail = (part.decode("utf-8", "replace") for part in (self._head, self._tail))
        return legible(f"{head}\n[... {left_out} bytes left out ...]\n{tail}")
