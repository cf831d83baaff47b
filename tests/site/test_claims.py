"""Claims beside what was measured, and models that are held back for theirs."""

import json
from pathlib import Path

import polars as pl

from porism.report.snapshot import read_snapshot
from tests.site.links import faults


def test_nothing_is_told_of_the_attempts_of_a_model_that_is_held_back(told_site: Path):
    assert [p.parent.name for p in told_site.rglob("delta.*")] == ["models"]
    page = (told_site / "models/delta.html").read_text()
    assert "Held back" in page
    assert "Delta is held back" in (told_site / "index.html").read_text()
    assert not list(faults(told_site))
    for name in ("attempts.csv", "standings.json"):
        assert "delta" not in (told_site / "data" / name).read_text()


def test_the_data_without_it_is_a_snapshot_still(told_site: Path, told_snapshot: Path):
    shown = read_snapshot(told_site / "data")
    assert shown.manifest.held_back == ("delta",)
    whole = pl.read_parquet(told_snapshot / "attempts.parquet")
    assert shown.attempts.equals(whole.filter(pl.col("model") != "delta"))
    for name in json.loads((told_site / "data/manifest.json").read_text())["files"]:
        table = pl.read_parquet(told_site / f"data/{name}.parquet")
        if "attempt" in table.columns:
            assert table.height
            assert set(table["attempt"]) <= set(shown.attempts["attempt"])
