"""A runner killed at random moments loses nothing that was committed and pays for nothing twice."""

import json
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from porism.store import Filter, Line, Store
from tests.conftest import ROOT
from tests.runner import nursery
from tests.runner.conftest import Bench

KILLS, CONCURRENCY, PROBLEMS, ATTEMPTS = 20, 8, 100, 4
PATIENCE_S = 120


class Server:
    """The loopback server as a process of its own, which outlives every runner."""

    def __init__(self, log: Path) -> None:
        self._log, self._read = log, 0
        self._events: list[dict] = []
        command = [sys.executable, "-m", "tests.loopback", "--log", log, "--latency", "0.02"]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        self.base_url = self._process.stdout.readline().strip()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()
        self._process.stdout.close()

    def events(self, kind: str) -> list[dict]:
        with self._log.open("rb") as log:
            log.seek(self._read)
            self._events += map(json.loads, log)
            self._read = log.tell()
        return [event for event in self._events if event["event"] == kind]


def start_runner(bench: Bench) -> nursery.Runner:
    return nursery.start(bench.root, "run", "tiny", "--model", "m")


def wait_for_answers(server: Server, count: int) -> None:
    give_up = time.monotonic() + PATIENCE_S
    while len(server.events("answered")) < count:
        assert time.monotonic() < give_up, "the runner asks nothing"
        time.sleep(0.005)


def committed(bench: Bench) -> dict[int, tuple[str, int]]:
    """Return the place of every committed attempt by the number of the request that answered it."""
    with Store(bench.root / "porism.db") as store:
        return {
            number_of(store, line): (line.problem, line.number)
            for line in store.attempts(Filter(superseded=True))
        }


def number_of(store: Store, line: Line) -> int:
    [exchange] = store.transcript(line.id).exchanges
    return int(re.search(rb"chatcmpl-(\d+)", exchange.response)[1])


@pytest.mark.long
def test_twenty_kills_lose_no_commit_and_no_cell_is_asked_after_its_commit(bench: Bench):
    rng = Random(20)
    bench.benchmark(problems=PROBLEMS, attempts=ATTEMPTS)
    server = Server(bench.root / "server.log")
    try:
        bench.model(server.base_url, concurrency=CONCURRENCY)
        kept: dict[int, tuple[str, int]] = {}
        for _ in range(KILLS):
            runner = start_runner(bench)
            wait_for_answers(server, len(server.events("answered")) + rng.randrange(1, 16))
            time.sleep(rng.random() * 0.02)
            runner.kill()
            runner.wait()
            now = committed(bench)
            assert kept.items() <= now.items(), "a committed response is gone"
            asked_since = {event["n"] for event in server.events("asked")} - kept.keys()
            assert asked_since >= now.keys() - kept.keys()
            kept = now
        assert start_runner(bench).wait() == 0
        final = committed(bench)
        assert kept.items() <= final.items()
        assert max(Counter(final.values()).values()) == 1, "a committed cell was asked again"
        assert len(final) == PROBLEMS * ATTEMPTS
        lost = len(server.events("asked")) - len(final)
        assert lost <= KILLS * 2 * CONCURRENCY
    finally:
        server.stop()
