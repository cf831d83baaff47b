"""Snapshots: frozen, dated, self-describing extracts of the store."""

from porism.report.snapshot.manifest import Manifest
from porism.report.snapshot.snapshot import (
    Snapshot,
    last_moment,
    read_snapshot,
    snapshot_of,
    take_snapshot,
)

__all__ = ["Manifest", "Snapshot", "last_moment", "read_snapshot", "snapshot_of", "take_snapshot"]
