"""Figures of the command line: start-up, and what a kill loses."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.asking.endpoint import Endpoint
from bench.asking.figures import Figure, alone
from bench.asking.place import make_place
from bench.asking.work import ENVIRONMENT, Work

PYTHON = sys.executable
KEY = {"BENCH_KEY": "none"}
KILLED_AFTER = (100, 500)
"""Answers, between which the moment of a kill is drawn."""
COMMIT = re.compile(rb"chatcmpl-(\d+)")


class Command(NamedTuple):
    """What a command took."""

    cpu_s: float
    seconds: float


def start_up(repeats: int) -> Iterator[Figure]:
    """How soon the command line speaks and the first request leaves."""
    bare, shown = (
        min(timed(PYTHON, *arguments) for _ in range(repeats))
        for arguments in (["-c", "pass"], ["-m", "porism", "--help"])
    )
    yield alone(
        "porism --help: CPU, s (python alone)", f"{shown.cpu_s:.2f} ({bare.cpu_s:.2f})", "0.2"
    )
    first = min((first_request() for _ in range(repeats)), key=lambda taken: taken.seconds)
    yield alone("porism run: first request after, s", f"{first.seconds:.2f}", "1")
    yield alone("  CPU until then, s", f"{first.cpu_s:.2f}")


def timed(*command: str, folder: Path | None = None) -> Command:
    """Run a command, its output thrown away."""
    start_s = time.monotonic()
    started = subprocess.Popen(
        command, cwd=folder, env=ENVIRONMENT | KEY, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode:
        raise subprocess.CalledProcessError(started.returncode, command)
    return Command(usage.ru_utime + usage.ru_stime, time.monotonic() - start_s)


@contextmanager
def running(work: Work, root: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start ``porism run`` on fresh questions, and kill it at the end."""
    make_place(root, work).close()
    started = subprocess.Popen(
        [PYTHON, "-m", "porism", "run", "questions", "--model", "served"],
        cwd=root,
        env=ENVIRONMENT | KEY,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield started
    finally:
        started.kill()
        started.wait()


def first_request() -> Command:
    """Return what passes until an endpoint that never answers sees the first request."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        with Endpoint(log=log, error_rate=1, faults="hang") as endpoint:
            root = Path(folder) / "place"
            with running(Work("porism", endpoint.base_url), root) as process:
                start_s = time.time()
                while not (asked := endpoint.moments("asked")):
                    time.sleep(0.01)
                cpu_s = cpu_seconds(process.pid)
        return Command(cpu_s, min(asked.values()) - start_s)


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a running process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def killing(times: int) -> Iterator[Figure]:
    """What a kill loses of what the endpoint had answered."""
    rng = Random(0)
    lost, oldest = zip(*(kill(rng.randint(*KILLED_AFTER)) for _ in range(times)), strict=True)
    yield alone(
        f"kill -9, {times} times: answers not committed", ", ".join(str(count) for count in lost)
    )
    yield alone(
        "  age of the oldest of them, ms", ", ".join(f"{1e3 * s:.0f}" for s in oldest), "50"
    )


def kill(after: int) -> tuple[int, float]:
    """Kill a run after so many answers.

    Returns:
        How many answers the endpoint had given that are not in the store, and how long
        before the end of the process the first of them was given, in seconds.
    """
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        with Endpoint(log=log, latency=0.25) as endpoint:
            work = Work("porism", endpoint.base_url, connections=25)
            root = Path(folder) / "place"
            with running(work, root) as process:
                while len(endpoint.moments("answered")) < after:
                    time.sleep(0.01)
                process.kill()
                killed_s = time.time()
                process.wait()
            answered = endpoint.moments("answered")
        lost = sorted(answered[n] for n in answered.keys() - committed(root))
    lost = [at for at in lost if at <= killed_s]
    return len(lost), killed_s - lost[0] if lost else 0.0


def committed(root: Path) -> set[int]:
    """Return the numbers of the requests whose answers are in a workspace's store."""
    from porism.workspace import Workspace

    store = Workspace(root).store
    found = set()
    for line in store.attempts():
        transcript = store.transcript(line.id)
        for exchange in transcript.exchanges if transcript else ():
            found |= {int(number) for number in COMMIT.findall(exchange.response)}
    store.close()
    return found
