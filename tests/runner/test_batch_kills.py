"""A runner killed while a batch is out loses nothing and pays for nothing twice."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from porism.store import Filter, Store
from tests.conftest import ROOT
from tests.runner.conftest import Bench
from tests.runner.test_batches import KEYS, NATIVE, all_cells

PROBLEMS, ATTEMPTS, PATIENCE_S = 10, 2, 120


class Server:
    """The batch APIs as a process of their own, which outlives every runner."""

    def __init__(self, log: Path, *options: str) -> None:
        self._log = log
        command = [sys.executable, "-m", "tests.loopback.batches", "--log", log, *options]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        self.base_url = self._process.stdout.readline().strip()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()
        self._process.stdout.close()

    def counts(self, kind: str) -> list[int]:
        lines = self._log.read_text().splitlines() if self._log.exists() else []
        return [e["count"] for e in map(json.loads, lines) if e["event"] == kind]


@contextmanager
def serving(log: Path, *options: str) -> Iterator[Server]:
    server = Server(log, *options)
    try:
        yield server
    finally:
        server.stop()


def start_runner(bench: Bench, *command: str) -> subprocess.Popen:
    line = [sys.executable, "-m", "porism", *(command or ("run", "tiny", "-m", "m", "--batch"))]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(line, cwd=bench.root, env={**os.environ, **KEYS}, **quiet)


def wait_until(happened) -> None:
    give_up = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < give_up, "nothing happens"
        time.sleep(0.01)


def kept(bench: Bench) -> dict[str, tuple[str, int]]:
    """Return the place of every committed attempt by its id."""
    with Store(bench.root / "porism.db") as store:
        lines = store.attempts(Filter(superseded=True))
        return {line.id: (line.problem, line.number) for line in lines}


def add_model(bench: Bench, server: Server, api: str) -> None:
    if api == "openai":
        bench.model(server.base_url)
        return
    text = NATIVE.format(base_url=server.base_url.removesuffix("/v1"))
    (bench.root / "models" / "m.yaml").write_text(text)


KILLS = {
    "between submission and handle": (["--looks", "0", "--create-delay", "60"], "created"),
    "while waiting": (["--looks", "1"], "looked"),
    "while collecting": (["--looks", "0", "--pause-after", "4000"], "read"),
}


@pytest.mark.parametrize(
    ("when", "api", "resume"),
    [
        ("between submission and handle", "openai", ()),
        ("between submission and handle", "anthropic", ()),
        ("while waiting", "openai", ("batches", "collect")),
        ("while collecting", "openai", ()),
    ],
)
def test_a_killed_runner_loses_no_cell_and_submits_none_twice(bench: Bench, when, api, resume):
    bench.benchmark(problems=PROBLEMS, attempts=ATTEMPTS)
    options, event = KILLS[when]
    with serving(bench.root / "server.log", *options) as server:
        add_model(bench, server, api)
        runner = start_runner(bench)
        wait_until(lambda: server.counts(event))
        if when == "while collecting":
            wait_until(lambda: kept(bench))
        runner.kill()
        runner.wait()
        before = kept(bench)
        assert (0 < len(before) < PROBLEMS * ATTEMPTS) == (when == "while collecting")
        assert start_runner(bench, *resume).wait() == 0
        after = kept(bench)
        assert before.items() <= after.items(), "a committed answer is gone"
        assert Counter(after.values()) == all_cells(PROBLEMS, ATTEMPTS)
        assert server.counts("created") == [PROBLEMS * ATTEMPTS], "something was submitted twice"
