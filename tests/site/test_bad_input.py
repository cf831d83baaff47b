"""Snapshots that are old, poor or enormous: a clear error or a readable page."""

import json
from pathlib import Path

import pytest

from porism.core import Transcript, assistant, user
from porism.errors import ConfigurationError, DefinitionError
from porism.report.snapshot import take_snapshot
from porism.site import build_site
from porism.site.address import slug
from porism.store import Store
from tests.report.test_results import PLAIN, Filled
from tests.site.links import faults

MEGABYTE = 1_000_000


def said(text: str) -> Transcript:
    return Transcript(origin="fake", messages=(user("What?"), assistant(text)))


@pytest.fixture
def snapshot(store: Store, tmp_path: Path):
    def take(text: str = "It is 1.", **settings: object) -> Path:
        filled = Filled(store, PLAIN)
        filled.add(1, transcript=said(text))
        filled.add("failed", model="n", error="no answer came")
        take_snapshot(store, tmp_path / "snapshot", **settings)
        return tmp_path / "snapshot"

    return take


@pytest.mark.parametrize("contents", ["figures", "evidence"])
def test_without_transcripts_pages_say_so(snapshot, tmp_path: Path, contents):
    build_site(snapshot(contents=contents), tmp_path / "site", workers=1)
    page = (tmp_path / "site/benchmarks/b/attempts/1/m.html").read_text()
    assert "No transcript is kept" in page
    assert not list(faults(tmp_path / "site"))


def test_another_schema_version_is_told(snapshot, tmp_path: Path):
    manifest = snapshot() / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "schema_version": 9}))
    with pytest.raises(DefinitionError, match="schema version 9, but this Porism reads"):
        build_site(manifest.parent, tmp_path / "site", workers=1)
    assert not (tmp_path / "site").exists()


def test_a_changed_transcript_is_told(snapshot, tmp_path: Path):
    shard = snapshot() / "transcripts-0001.parquet"
    data = bytearray(shard.read_bytes())
    data[len(data) // 2] ^= 1
    shard.write_bytes(data)
    with pytest.raises(DefinitionError, match="damaged or changed"):
        build_site(shard.parent, tmp_path / "site", workers=1)


def test_other_folders_are_left_alone(snapshot, tmp_path: Path):
    taken = snapshot()
    for folder in (taken, tmp_path):
        with pytest.raises(ConfigurationError, match="name another folder"):
            build_site(taken, folder, workers=1)
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigurationError, match="file"):
        build_site(taken, tmp_path / "file", workers=1)
    assert (taken / "manifest.json").is_file()


def test_an_enormous_transcript_makes_a_page_of_bounded_size(snapshot, tmp_path: Path):
    taken = snapshot("It is $1 + 1$. " * 700_000)
    build_site(taken, tmp_path / "site", workers=1)
    page = tmp_path / "site/benchmarks/b/attempts/1/m.html"
    assert page.stat().st_size < 8 * MEGABYTE
    assert page.with_suffix(".json").stat().st_size > 10 * MEGABYTE
    assert "no answer came" in (page.parent / "n.html").read_text()


@pytest.mark.parametrize(
    "names",
    [
        ("a/b", "a-b", "a\\b", "a b", "A-B", "a_b"),
        ("..", ".", "", "-", "/", "../..", "\x00"),
        ("é", "e", "É", "\u202ee", "\ud800"),
        ("x" * 300, "x" * 299, "x" * 60),
        ("con", "CON", "index", "Index"),
    ],
)
def test_different_names_have_different_safe_files(names):
    files = [slug(name) for name in names]
    assert len({file.lower() for file in files}) == len(names)
    for file in files:
        assert file.strip(".-")
        assert set(file) <= set("abcdefghijklmnopqrstuvwxyz0123456789._-")
        assert len(file) < 80
