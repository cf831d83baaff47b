"""A model helps where rules find nothing; only what stands in the source is believed."""

from __future__ import annotations

from porism.forge.finding.conversation import MOST_REQUESTS, Ended, converse
from porism.forge.finding.shelf import Shelf

__all__ = ["MOST_REQUESTS", "Ended", "Shelf", "converse"]
