"""Whatever stands in a store, pages only show it."""

import xml.etree.ElementTree as ET
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from porism.report.snapshot import take_snapshot
from porism.site import Settings, build_site
from porism.store import Store
from tests.markup.hostile import ATTACKS
from tests.site import hostile
from tests.site.links import faults
from tests.site.visits import Visitor

OWN = sorted(entry.name for entry in (files("porism.site") / "static").iterdir())
STATE = """(own) => ({
    ran: window.ran.count,
    scripts: [...document.scripts].map((s) => s.getAttribute("src").split("/").pop())
        .filter((name) => !own.includes(name)),
    frames: [...document.querySelectorAll("iframe")].every((f) => f.src.startsWith("file:")),
    foreign: document.querySelectorAll("style, object, embed, form, base, [style], [onerror], " +
        "[onload], [onclick], [srcset], [action], math script, math iframe").length,
    schemes: [...document.links].map((link) => link.protocol)
        .filter((p) => !["https:", "http:", "mailto:", "file:"].includes(p)),
})"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("hostile")
    with Store(root / "store.db") as store:
        hostile.fill(store)
        take_snapshot(store, root / "snapshot")
    said = Settings(title=ATTACKS[0][1], about="\n\n".join(a for _, a in ATTACKS[:60]))
    build_site(root / "snapshot", root / "site", said, workers=1)
    return root / "site"


def test_there_are_attacks_enough():
    assert len(hostile.storable()) >= 150


def test_every_page_is_reached_by_sound_links(site: Path):
    assert not list(faults(site))


def pages(site: Path, step: int) -> list[Path]:
    """Every step-th page of a problem or of attempts, and all others."""
    attempts = sorted(site.glob("benchmarks/*/attempts/**/*.html"))
    problems = sorted(site.glob("benchmarks/*/problems/*.html"))
    named = sorted([*site.glob("models/*.html"), *site.glob("compare/*~*.html")])
    others = set(site.rglob("*.html")) - {*attempts, *problems, *named}
    return [*attempts[::step], *problems[1::step], *named[::step], *sorted(others)]


def test_nothing_runs_and_nothing_is_asked_for(chromium: Browser, site: Path):
    with Visitor(chromium, site, bypass_csp=True) as visitor:
        for path in pages(site, 12):
            page = visitor.open(str(path.relative_to(site)))
            page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
            state = page.evaluate(STATE, OWN)
            assert state == {
                "ran": 0, "scripts": [], "frames": True, "foreign": 0, "schemes": [],
            }, path  # fmt: skip
        assert not visitor.faults


def test_nothing_even_tries(chromium: Browser, site: Path):
    with Visitor(chromium, site) as visitor:
        for path in pages(site, 50)[::3]:
            page = visitor.open(str(path.relative_to(site)))
            assert page.evaluate("window.refused") == [], path
        assert not visitor.faults


def test_the_feed_stays_xml(site: Path):
    assert len(ET.parse(site / "feed.xml").getroot()) > 10
