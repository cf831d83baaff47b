"""Juries on pages: what each judge said of an attempt, and judges held against people."""

from __future__ import annotations

from pathlib import Path

import pytest

from porism.core import Verdict
from porism.report.marks import published_marks, stored_marks
from porism.report.snapshot import take_snapshot
from porism.site import build_site
from porism.site.source import Source
from porism.store import Store
from tests.desk.world import World


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A snapshot with proofs that juries and people marked, and the first attempt."""
    root = tmp_path_factory.mktemp("judged")
    with Store(root / "store.db") as store:
        names = World(store).proofs(4)
        for n, name in enumerate(names[:3]):
            person = Verdict(
                outcome="graded", score=(n + 2) / 7, reason="As I read it.",
                authority="person", grader="ann",
            )  # fmt: skip
            store.add_verdict(name, person).result()
        take_snapshot(store, root / "snapshot")
        kept = set(stored_marks(store, ["olympiad"]))
    source = Source.open(root / "snapshot")
    tables = (source.evidence.table(name) for name in ("verdicts", "opinions"))
    points = dict.fromkeys(source.asked["olympiad"], 7.0)
    assert set(published_marks(source.attempts, *tables, points)) == kept
    assert len(kept) == 3 * 4
    build_site(root / "snapshot", root / "site", workers=1)
    return root / "site", names[0]


def test_an_attempt_shows_its_judges_side_by_side(judged: tuple[Path, str]):
    site, name = judged
    [page] = [p for p in site.rglob("*.html") if f'id="{name}"' in p.read_text()]
    shown = page.read_text()
    assert 'Jury usual <span class="against">2 of 7</span>' in shown
    assert shown.count('<article class="juror">') == 3
    assert "Lemma 2 is used before it is shown; <math" in shown
    assert '"judge":"' in page.with_suffix(".json").read_text()


def test_a_benchmark_shows_judges_beside_people(judged: tuple[Path, str]):
    pages = [p.read_text() for p in (judged[0] / "benchmarks").rglob("*.html")]
    [page] = [p for p in pages if 'id="judged"' in p]
    assert "Scores before and after review" in page
    assert page.count('id="judge-') == 4
