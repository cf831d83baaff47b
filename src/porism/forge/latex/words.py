"""Sets of names, written as lists of words."""

from __future__ import annotations


def words(*lines: str) -> frozenset[str]:
    """Return the words of some lines."""
    return frozenset(word for line in lines for word in line.split())
