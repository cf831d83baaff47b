"""CPU of an attempt through a batch API beside that of one asked directly.

Both go against a server in a process of its own; what is measured is this process alone, from
claiming cells to committed verdicts. The attempts are the same: short questions, short answers::

    python -m bench.batches [PROBLEMS]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from porism.runner import Execution, Options, Request, plan
from porism.runner.backoff import Backoff
from porism.runner.batches.execute import BatchExecution
from porism.runner.batching import Batching
from porism.runner.loop import Work, run_loop
from porism.workspace import Workspace
from tests.runner.conftest import Bench

ATTEMPTS = 4
DIRECT = ["tests.loopback", "--answer-bytes", "40"]
BATCH = ["tests.loopback.batches", "--looks", "0"]


@contextmanager
def serving(module: str, *options: str) -> Iterator[str]:
    """Run a server; give its address."""
    command = [sys.executable, "-m", module, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().strip()
        process.terminate()


def workspace(folder: Path, base_url: str, problems: int) -> Workspace:
    """Make a workspace with so many problems, and a model at an address."""
    bench = Bench(folder)
    bench.benchmark(problems=problems, attempts=ATTEMPTS)
    bench.model(base_url, concurrency=64)
    return bench.open()


def carry_out(place: Workspace, *, batch: bool) -> float:
    """Run what is owed; return the CPU seconds that it took."""
    request = Request(("tiny",), ("m",))
    assignments = plan(place, request)
    work: Work = (
        BatchExecution(
            assignments, place.store, Options(), Batching(poll=Backoff(first_s=0.05), size=10_000)
        )
        if batch
        else Execution(assignments, place.store, Options())
    )
    start_s = time.process_time()
    progress = run_loop(work)
    spent_s = time.process_time() - start_s
    assert sum(lane.asked for lane in progress.lanes) == len(assignments[0].problems) * ATTEMPTS
    return spent_s


def measured(server: list[str], problems: int, *, batch: bool) -> float:
    """Return CPU milliseconds an attempt; a small run before it loads what has to be loaded."""
    with serving(*server) as base_url, tempfile.TemporaryDirectory() as folder:
        for name, number in (("warm", 5), ("measured", problems)):
            place = workspace(Path(folder) / name, base_url, number)
            spent_s = carry_out(place, batch=batch)
            place.close()
    return 1000 * spent_s / (problems * ATTEMPTS)


def main(problems: int) -> None:
    """Measure both, three times in turn, and print the best of each."""
    rounds = [
        (measured(DIRECT, problems, batch=False), measured(BATCH, problems, batch=True))
        for _ in range(3)
    ]
    direct, batch = (min(figures) for figures in zip(*rounds, strict=True))
    print(f"{problems * ATTEMPTS} attempts: {direct:.2f} ms CPU each directly, ", end="")
    print(f"{batch:.2f} ms in batches ({batch / direct:.2f} of it)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
