"""Snapshots: frozen, dated, self-describing extracts of the store."""

from porism.report.snapshot.evidence import Evidence, read_transcript, transcript_text
from porism.report.snapshot.manifest import Manifest
from porism.report.snapshot.snapshot import (
    Contents,
    Snapshot,
    last_moment,
    read_snapshot,
    snapshot_of,
    take_snapshot,
)

__all__ = [
    "Contents",
    "Evidence",
    "Manifest",
    "Snapshot",
    "last_moment",
    "read_snapshot",
    "read_transcript",
    "snapshot_of",
    "take_snapshot",
    "transcript_text",
]
