"""The hub's own client, in processes of their own because it reads its settings at import."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import polars as pl
import pytest

from porism.benchmarks.hub import read_dataset
from porism.core import HubDataset
from porism.errors import ConfigurationError

SCRIPT = """
import sys
from porism.benchmarks.hub import read_dataset
from porism.core import HubDataset
from porism.errors import ConfigurationError

for name in sys.argv[1:]:
    repo, split = name.split("@")
    try:
        found = read_dataset(HubDataset(kind="hub", repo=repo, split=split), "final_answer")
        print([problem.id for _, problem in found])
    except ConfigurationError as error:
        print(error)
"""


class Refusing(BaseHTTPRequestHandler):
    """A hub that knows no data set called ``missing`` and is broken otherwise."""

    def do_GET(self):
        missing = "missing" in self.path
        self.send_response(404 if missing else 501)
        if missing:
            self.send_header("X-Error-Code", "RepoNotFound")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_HEAD = do_GET  # noqa: N815 - the name that http.server looks for

    def log_message(self, *_: object):
        pass


@pytest.fixture
def endpoint() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Refusing)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A cache that holds one data set in two files."""
    data = tmp_path / "hub/datasets--Some--arena/snapshots/abc/data"
    data.mkdir(parents=True)
    refs = data.parents[2] / "refs"
    refs.mkdir()
    (refs / "main").write_text("abc")
    for number, idx in enumerate((1, 2)):
        rows = {"problem_idx": [idx], "problem": ["A"], "answer": ["1"]}
        pl.DataFrame(rows).write_parquet(data / f"train-0000{number}-of-00002.parquet")
    return tmp_path


def ask(home: Path, *names: str, **environ: str) -> list[str]:
    """Return what loading each ``repo@split`` gives, or the error."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT, *names],
        env={**os.environ, "HF_HOME": str(home), **environ},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_offline_the_cache_answers_or_the_message_says_what_to_do(cache: Path):
    loaded, split, other, name = ask(
        cache,
        "Some/arena@train",
        "Some/arena@test",
        "Some/other@train",
        "a/b/c@train",
        HF_HUB_OFFLINE="1",
    )
    assert loaded == "['1', '2']"
    assert "no Parquet file of the split 'test'" in split
    assert other.startswith("the data set Some/other is not in the cache")
    assert "go online, or set HF_HOME" in other
    assert "cannot be the name of a data set" in name


def test_a_hub_that_fails_or_knows_no_such_data_set_is_told(cache: Path, endpoint: str):
    missing, broken = ask(cache, "Some/missing@train", "Some/other@train", HF_ENDPOINT=endpoint)
    assert "the hub has no data set Some/missing" in missing
    assert "the hub did not give it" in broken


def test_without_the_extra_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(ConfigurationError, match=r"pip install 'porism\[hub\]'"):
        list(read_dataset(HubDataset(kind="hub", repo="a/b"), "final_answer"))
