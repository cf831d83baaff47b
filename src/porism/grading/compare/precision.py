"""Flint's precision, which is one for the whole process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from flint import ctx

_LOCK = RLock()


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Compute with balls of this many bits, alone among all threads."""
    with _LOCK, ctx.workprec(bits):
        yield
