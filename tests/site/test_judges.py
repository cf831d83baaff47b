"""Juries on pages: what each judge said of an attempt, and judges held against people."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from porism.core import Verdict
from porism.report.marks import published_marks, stored_marks
from porism.report.snapshot import take_snapshot
from porism.report.snapshot.files import read_manifest, scan_table, write_folder
from porism.site import build_site
from porism.site.source import Source
from porism.store import Store
from tests.desk.world import World, benchmark

DETAILS = re.compile(r'<details class="uniform">(.*?)</details>', re.DOTALL)
ATTACK = "So $x_{17} = 18$. <script>alert(1)</script> [x](javascript:alert(1))"
Judged = tuple[Path, list[str]]


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    """A site with proofs that juries and people marked, and its attempts."""
    root = tmp_path_factory.mktemp("judged")
    with Store(root / "store.db") as store:
        world = World(store)
        names = world.proofs(4)
        world.uniform(names[1], ATTACK, same=True)
        world.uniform(names[2], "Nothing is left.", same=False)
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
    return root / "site", names


def page_of(site: Path, attempt: str) -> Path:
    [page] = [p for p in site.rglob("*.html") if f'id="{attempt}"' in p.read_text()]
    return page


def article(site: Path, attempt: str) -> str:
    """What the page shows of one attempt, which may share it with others."""
    text = page_of(site, attempt).read_text()
    return text.split(f'<article class="attempt" id="{attempt}">')[1].split("<h2>Attempt")[1]


def test_an_attempt_shows_its_judges_side_by_side(judged: Judged):
    site, [name, *_] = judged
    shown = article(site, name)
    assert 'Jury usual <span class="against">2 of 7</span>' in shown
    assert shown.count('<article class="juror">') == 3
    assert "Lemma 2 is used before it is shown; <math" in shown
    assert not DETAILS.search(shown)
    assert '"judge":"' in page_of(site, name).with_suffix(".json").read_text()


@pytest.mark.parametrize(("number", "same"), [(1, True), (2, False)])
def test_an_attempt_shows_the_uniform_form_that_its_judges_saw(
    judged: Judged, number: int, same: bool
):
    site, names = judged
    shown = article(site, names[number])
    [told] = DETAILS.findall(shown)
    assert ("What the judges saw" in told) is same
    assert ("that the judges did not see" in told) is not same
    assert "Rewritten by scribe" in told
    assert f"checker says that it is {'' if same else 'not '}the same" in told
    assert "<mi>a</mi><mo>&lt;</mo>" in told, "what the checker said is typeset"
    assert shown.count("<h3>Jury usual") == 2, "the check is no jury of its own"
    assert not re.search(r"<h4>\s*checker", shown)


def test_the_uniform_form_is_typeset_and_harmless(judged: Judged):
    site, names = judged
    [told] = DETAILS.findall(article(site, names[1]))
    assert "<mn>17</mn>" in told
    assert "&lt;script&gt;alert(1)" in told
    assert "<script" not in told
    assert 'href="javascript' not in told


def test_the_file_beside_the_page_holds_the_uniform_form(judged: Judged):
    site, names = judged
    file = page_of(site, names[1]).with_suffix(".json")
    rewritings = {
        one["attempt"]["attempt"]: one["rewritings"] for one in json.loads(file.read_text())
    }
    [told] = rewritings[names[1]]
    assert (told["by"], told["judged"], told["text"]) == ("scribe", True, ATTACK)
    assert json.loads(told["found"])


Edit = Callable[[str, pl.DataFrame], pl.DataFrame | None]


def edited(snapshot: Path, new: Path, edit: Edit) -> Path:
    """A snapshot with other tables; one that becomes nothing is left out."""
    manifest = read_manifest(snapshot)
    tables = ((n, edit(n, scan_table(snapshot, n, manifest).collect())) for n in manifest.files)
    write_folder(new, ((n, table) for n, table in tables if table is not None), manifest)
    return new


def test_a_page_is_made_again_when_a_uniform_form_is_another(judged: Judged, tmp_path: Path):
    def other(name: str, table: pl.DataFrame) -> pl.DataFrame:
        changed = pl.col("text").str.replace("Nothing", "Little")
        return table.with_columns(changed) if name == "rewritings" else table

    site, names = judged
    copied = Path(shutil.copytree(site, tmp_path / "site"))
    again = build_site(edited(site.parent / "snapshot", tmp_path / "new", other), copied, workers=1)
    assert "<p>Little is left.</p>" in article(copied, names[2])
    changed = page_of(copied, names[2])
    files = {p for p in copied.rglob("*") if p.is_file() and differs(p, site, copied)}
    assert {changed, changed.with_suffix(".json")} <= files
    assert not any(page_of(copied, name) in files - {changed} for name in names)
    assert again.rewritten < 10


def differs(path: Path, site: Path, copied: Path) -> bool:
    return path.read_bytes() != (site / path.relative_to(copied)).read_bytes()


def test_an_older_snapshot_that_holds_neither_is_shown_all_the_same(judged: Judged, tmp_path: Path):
    def older(name: str, table: pl.DataFrame) -> pl.DataFrame | None:
        if name == "opinions":
            return table.drop("task")
        return None if name == "rewritings" else table

    site, names = judged
    old = edited(site.parent / "snapshot", tmp_path / "old", older)
    build_site(old, tmp_path / "site", workers=1)
    shown = article(tmp_path / "site", names[1])
    assert not DETAILS.search(shown)
    assert shown.count("<h3>Jury usual") == 3


def test_a_withheld_benchmark_shows_no_uniform_form(tmp_path: Path):
    with Store(tmp_path / "store.db") as store:
        world = World(store)
        [name] = world.proofs(1)
        world.uniform(name, "SECRET", same=True)
        hidden = benchmark("olympiad", "proof", withheld=True)
        store.record(hidden, store.problems("olympiad"))
        take_snapshot(store, tmp_path / "snapshot")
    build_site(tmp_path / "snapshot", tmp_path / "site", workers=1)
    shown = article(tmp_path / "site", name)
    assert shown.count("<h3>Jury usual") == 2
    assert not DETAILS.search(shown)
    assert "SECRET" not in page_of(tmp_path / "site", name).with_suffix(".json").read_text()


def test_the_columns_of_opinions_and_rewritings_are_told(judged: Judged):
    data = (judged[0] / "data/index.html").read_text()
    assert "which is a check of a rewriting" in data
    assert "The rewritten proof, Markdown with LaTeX." in data


def test_a_benchmark_shows_judges_beside_people(judged: Judged):
    pages = [p.read_text() for p in (judged[0] / "benchmarks").rglob("*.html")]
    [page] = [p for p in pages if 'id="judged"' in p]
    assert "Scores before and after review" in page
    assert page.count('id="judge-') == 4
