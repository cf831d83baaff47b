"""Harvesting: which papers a month brought, from an archive's lists of changes."""

from __future__ import annotations

from porism.forge.harvest.harvest import Archive, Harvesting, Progress, begin, last_month
from porism.forge.harvest.recording import Recording, Replay
from porism.forge.harvest.selection import why_kept_back, why_left_out

__all__ = [
    "Archive",
    "Harvesting",
    "Progress",
    "Recording",
    "Replay",
    "begin",
    "last_month",
    "why_kept_back",
    "why_left_out",
]
