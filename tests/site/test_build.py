"""Sites as files: whole, the same again, rewritten only where something changed."""

import json
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import polars as pl
import pytest

from porism.errors import ConfigurationError
from porism.site import Settings, build, build_site, working
from porism.site.folder import RECORD
from tests.site.links import faults, page

ATOM = "{http://www.w3.org/2005/Atom}"


def test_no_link_leads_nowhere(site: Path):
    assert not list(faults(site))


def test_every_kind_of_page_is_there(run_site: Path, imported_site: Path):
    for name in ("index", "methods", "corrections", "about", "compare/index", "data/index"):
        assert (run_site / f"{name}.html").is_file()
    assert (imported_site / "benchmarks/math-test/problems").is_dir()
    assert list((imported_site / "compare").glob("*~*.html"))


def test_many_processes_give_the_same_bytes_as_one(
    run_snapshot, run_site, tmp_path, bytes_of, monkeypatch
):
    monkeypatch.setattr(working, "FEW_PAGES", 1)
    build_site(run_snapshot, tmp_path / "again", workers=2)
    assert bytes_of(tmp_path / "again") == bytes_of(run_site)


@pytest.fixture
def copied(run_site: Path, tmp_path: Path) -> Path:
    """The site of the runs, to change."""
    return Path(shutil.copytree(run_site, tmp_path / "copied"))


def test_building_again_writes_only_what_was_lost(run_snapshot: Path, copied: Path):
    again = build_site(run_snapshot, copied, workers=1)
    assert (again.rewritten, again.removed) == (0, 0)
    [lost, *_] = sorted(copied.glob("benchmarks/*/attempts/*/*.html"))
    lost.unlink()
    again = build_site(run_snapshot, copied, workers=1)
    assert (again.rewritten, again.removed) == (1, 0)
    assert lost.is_file()


@pytest.mark.parametrize("name", ["index.html", "benchmarks/*/attempts/*/*.json", "data/*.parquet"])
def test_what_somebody_changed_is_mended(name, run_snapshot, run_site, copied, bytes_of):
    cut, swapped, *_ = sorted((*copied.glob(name), *copied.glob("models/*.html")))
    cut.write_bytes(cut.read_bytes()[:-1])
    swapped.write_bytes(bytes(reversed(swapped.read_bytes())))
    again = build_site(run_snapshot, copied, workers=1)
    assert (again.rewritten, again.removed) == (2, 0)
    assert bytes_of(copied) == bytes_of(run_site)


def test_a_copy_of_a_site_is_one(run_snapshot: Path, run_site: Path, tmp_path: Path):
    copy = shutil.copytree(run_site, tmp_path / "copy", copy_function=shutil.copyfile)
    (copy / RECORD).touch()
    (copy / "index.html").touch()
    again = build_site(run_snapshot, copy, workers=1)
    assert (again.rewritten, again.removed) == (0, 0)


def test_a_site_with_another_title_has_it_on_every_page(run_snapshot: Path, copied: Path):
    build_site(run_snapshot, copied, Settings(title="Another"), workers=1)
    pages = [p.read_text() for p in copied.rglob("*.html")]
    assert all('">Another</a>' in text for text in pages)


def test_after_a_build_that_ended_early_no_file_is_taken_for_unchanged(
    run_snapshot, run_site, copied, bytes_of, monkeypatch
):
    def fail(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(build, "put_files", fail)
        with pytest.raises(RuntimeError):
            build_site(run_snapshot, copied, Settings(about="Another."), workers=1)
    [half, *_] = sorted(copied.glob("benchmarks/*/attempts/*/*.html"))
    half.write_text("half a page")
    again = build_site(run_snapshot, copied, workers=1)
    assert again.rewritten == again.files
    assert bytes_of(copied) == bytes_of(run_site)


def test_what_is_no_longer_made_is_removed(imported_snapshot, imported_site, copied, bytes_of):
    assert build_site(imported_snapshot, copied, workers=1).removed > 0
    assert bytes_of(copied) == bytes_of(imported_site)
    folders = [p for p in copied.rglob("*") if p.is_dir()]
    assert all(any(folder.iterdir()) for folder in folders)


def test_the_file_beside_a_page_holds_what_was_said(imported_site: Path):
    [file, *_] = sorted((imported_site / "benchmarks/math-test").glob("attempts/*/*.json"))
    attempts = json.loads(file.read_text())
    shown = page(file.with_suffix(".html")).ids
    assert all(one["attempt"]["attempt"] in shown for one in attempts)
    assert all(one["transcript"]["messages"] for one in attempts)
    assert all(one["verdicts"] for one in attempts)


def test_the_data_can_be_read_again(imported_site: Path, imported_snapshot: Path):
    attempts = pl.read_csv(imported_site / "data/attempts.csv", infer_schema=False)
    stored = pl.read_parquet(imported_snapshot / "attempts.parquet")
    assert attempts["attempt"].to_list() == stored["attempt"].to_list()
    standings = json.loads((imported_site / "data/standings.json").read_text())
    assert len(standings["overall"]["rows"]) == 16
    for name in json.loads((imported_site / "data/manifest.json").read_text())["files"]:
        copy = imported_site / f"data/{name}.parquet"
        assert copy.read_bytes() == (imported_snapshot / f"{name}.parquet").read_bytes()


def test_the_feed_is_atom(imported_site: Path):
    feed = ET.parse(imported_site / "feed.xml").getroot()
    assert feed.tag == f"{ATOM}feed"
    ids = [e.text for e in feed.iter(f"{ATOM}id")]
    assert len(ids) == len(set(ids)) > 4
    for link in feed.iter(f"{ATOM}link"):
        assert (imported_site / link.get("href")).is_file()


def test_publishers_say_who_they_are(small_snapshot: Path, tmp_path: Path):
    said = Settings(title="Sums & Co", about="# About us\n\nWe are *nobody*.", url="https://x.y/")
    build_site(small_snapshot, tmp_path, said, workers=1)
    about = (tmp_path / "about.html").read_text()
    assert "We are <em>nobody</em>" in about
    assert "Sums &amp; Co" in about
    assert 'xml:base="https://x.y/"' in (tmp_path / "feed.xml").read_text()


def test_methods_are_those_of_the_documentation(run_site: Path):
    page = (run_site / "methods.html").read_text()
    assert page.count("<h2>") == 3
    assert all(f"<h2>{title}" in page for title in ("From answers", "Methods", "How answers"))
    assert "math" in page
    assert '.md"' not in page


def test_what_changed_is_told(run_snapshot: Path, imported_snapshot: Path, tmp_path: Path):
    build_site(run_snapshot, tmp_path, since=imported_snapshot, workers=1)
    home = (tmp_path / "index.html").read_text()
    assert "What changed since" in home
    assert ": a new benchmark of " in home
    with pytest.raises(ConfigurationError, match="nothing lies between"):
        build_site(imported_snapshot, tmp_path / "other", since=run_snapshot, workers=1)


def test_sample_data_is_called_so(run_site: Path, imported_site: Path):
    banner = "no measurement of anything"
    told = [p for p in run_site.glob("benchmarks/**/*.html") if banner not in p.read_text()]
    assert not told
    assert banner in (run_site / "index.html").read_text()
    assert banner not in (imported_site / "index.html").read_text()
