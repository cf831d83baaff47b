"""Claims beside what was measured, and models that are held back for theirs."""

import json
from pathlib import Path

import polars as pl
from playwright.sync_api import Browser, expect

from porism.report.snapshot import read_snapshot
from tests.site.links import faults
from tests.site.visits import Visitor


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
    told = set()
    for name in json.loads((told_site / "data/manifest.json").read_text())["files"]:
        table = pl.read_parquet(told_site / f"data/{name}.parquet")
        if "attempt" in table.columns and table.height:
            told.add(name)
            assert set(table["attempt"]) <= set(shown.attempts["attempt"])
    assert told >= {"attempts", "details", "verdicts", "transcripts", "transcripts-0001"}


def test_claims_stand_beside_figures_and_lead_to_their_source(chromium: Browser, told_site: Path):
    with Visitor(chromium, told_site) as visitor:
        for path, place in (
            ("index.html", "[data-table=scores] tbody tr"),
            ("benchmarks/exam/index.html", "[data-table=standings] tbody tr"),
            ("models/{}.html", "[data-table=results] tbody tr"),
        ):
            for model, said in (
                ("alpha", "claimed 30.0, within interval"),
                ("beta", "claimed 99.0, outside interval"),
            ):
                page = visitor.open(path.format(model))
                link = page.locator(place).get_by_role("link", name=said)
                expect(link).to_have_attribute("href", f"https://example.org/{model}")
                expect(link).to_have_attribute("rel", "nofollow noopener noreferrer")
        claims = page.locator("[data-table=claims] tbody tr")
        expect(claims).to_contain_text("explained: a vote over 64 runs")
        assert not visitor.faults
