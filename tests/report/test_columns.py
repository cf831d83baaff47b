"""Every column of a snapshot is explained, and nothing else."""

from pathlib import Path

from porism.report.snapshot import Evidence, take_snapshot
from porism.report.snapshot.columns import COLUMNS
from porism.store import Store
from tests.report.test_evidence import fill


def test_every_column_is_explained(tmp_path: Path):
    with Store(tmp_path / "store.db") as store:
        fill(store)
        manifest = take_snapshot(store, tmp_path / "s")
    evidence = Evidence.of(tmp_path / "s")
    shards = {name for name in manifest.files if name.startswith("transcripts-")}
    assert set(COLUMNS) == set(manifest.files) - shards
    for name, told in COLUMNS.items():
        assert set(evidence.table(name).columns) == set(told), name
