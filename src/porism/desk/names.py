"""The names of the queues, for those who need no desk to know them."""

from __future__ import annotations

QUEUES = ("flagged", "proofs", "split", "rubrics", "candidates", "claims")
