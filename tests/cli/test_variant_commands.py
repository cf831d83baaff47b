"""``porism results --variants`` from the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import run
from tests.runner.conftest import Bench


@pytest.fixture
def ws(tmp_path: Path, monkeypatch) -> Path:
    bench = Bench(tmp_path / "ws")
    bench.fake("m")
    monkeypatch.chdir(bench.root)
    monkeypatch.setenv("COLUMNS", "160")
    return bench.root


def test_variants_are_compared_printed_and_drawn(ws: Path):
    empty = run("results", "--variants")
    assert "No model was asked under two variants" in empty.output
    for more in ([], ["--without-images"]):
        run("run", "porism-sample-images", "-m", "m", "--attempts", "1", *more)
    said = run("results", "porism-sample-images", "--variants", "--plot", "found.svg").output
    assert "text-only" in said
    assert "Paired by problem" in said
    assert (ws / "found.svg").read_text().startswith("<svg")
    [row] = json.loads(run("results", "--variants", "--json").output)
    assert (row["variant"], row["against"], row["problems"]) == ("text-only", "plain", 5)
    assert row["low"] <= row["difference"] <= row["high"]


def test_options_that_mean_nothing_together_are_refused(ws: Path):
    assert "leave out --by" in run("results", "--variants", "--by", "type").output
    assert "add --variants" in run("results", "--plot", "found.svg").output
    both = run("run", "porism-sample-images", "-m", "m", "--without-images", "--variant", "x")
    assert "leave out --variant" in both.output
