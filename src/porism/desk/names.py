"""The names of the queues, and what is decided in each, for those who need no desk to know them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from porism.core import Choice

OfAttempts = Literal["flagged", "proofs", "split"]
OF_ATTEMPTS: tuple[OfAttempts, ...] = get_args(OfAttempts)
"""Queues of what several people may judge."""
_JUDGING: tuple[Choice, ...] = ("graded", "unparsed", "ungraded", "withdraw")
CHOICES: Mapping[str, tuple[Choice, ...]] = {
    **dict.fromkeys(OF_ATTEMPTS, _JUDGING),
    "rubrics": ("approve", "revise", "reject", "withdraw"),
    "candidates": ("approve", "reject", "withdraw"),
    "claims": ("explain", "waive", "withdraw"),
}
QUEUES = tuple(CHOICES)
