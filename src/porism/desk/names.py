"""The names of the queues, and what is decided in each, for those who need no desk to know them."""

from __future__ import annotations

from collections.abc import Mapping

from porism.core import Choice

_JUDGING: tuple[Choice, ...] = ("graded", "unparsed", "ungraded", "withdraw")
CHOICES: Mapping[str, tuple[Choice, ...]] = {
    "flagged": _JUDGING,
    "proofs": _JUDGING,
    "split": _JUDGING,
    "rubrics": ("approve", "revise", "reject", "withdraw"),
    "candidates": ("approve", "reject", "withdraw"),
    "claims": ("explain", "waive", "withdraw"),
}
QUEUES = tuple(CHOICES)
