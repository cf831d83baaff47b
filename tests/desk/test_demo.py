"""The whole way of a proof: judged by stand-ins that disagree, reviewed in a browser, published."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from porism.report.snapshot import take_snapshot
from porism.site import build_site
from porism.store import Filter, Judgements
from porism.workspace import Workspace, find_workspace
from tests.desk.conftest import open_desk
from tests.desk.test_browser import enter


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """What ``porism demo --proofs`` leaves."""
    command = [sys.executable, "-m", "porism", "demo", "--proofs", str(tmp_path / "demo")]
    subprocess.run(command, check=True, capture_output=True)
    monkeypatch.chdir(tmp_path / "demo")
    return find_workspace()


def test_proofs_go_from_a_jury_to_people_to_pages(chromium: Browser, judged: Workspace):
    split = [line.id for line in judged.store.attempts(Filter(flag="jury-split"))]
    sittings = [Judgements(judged.store).judged(name)[0] for name in split]
    assert split
    assert {len({o.round for o in sitting.opinions}) for sitting in sittings} == {2}
    with open_desk(judged.store) as desk:
        page = enter(chromium, desk)
        for name in split:
            page.goto(f"{desk.base}/queue/flagged/item?subject={name}")
            expect(page.locator(".juror")).to_have_count(3)
            page.keyboard.press("3")
            page.keyboard.press("s")
            expect(page.locator(".saved")).to_contain_text("Saved: 3 of 7")
    assert {judged.store.verdicts(name)[0].grader for name in split} == {"Emmy"}
    site = judged.root / "site"
    take_snapshot(judged.store, judged.root / "snapshot")
    build_site(judged.root / "snapshot", site, workers=1)
    page.goto((site / "benchmarks/porism-sample-proofs/index.html").as_uri())
    review = page.get_by_role("img", name="Scores before and after review")
    expect(review.locator("svg")).to_be_visible()
    expect(page.locator("[data-table=judges] tbody tr")).to_have_count(7)
    page.goto(next(p for p in site.rglob("*.html") if f'id="{split[0]}"' in p.read_text()).as_uri())
    expect(page.locator(f"[id='{split[0]}'] .juror")).to_have_count(3)
    expect(page.locator(f"[id='{split[0]}'] .verdicts .stands")).to_contain_text("Emmy")
