"""Snapshots of a large store: time, memory, and whether two of them are the same bytes.

python bench/snapshot.py                     1,000,000 attempts, as promised
python bench/snapshot.py --attempts 100000   fewer
"""

from __future__ import annotations

import argparse
import hashlib
import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import Table, insert

from porism.core import Benchmark, Endpoint, FinalAnswer, Folder, Model, Noun, Problem
from porism.report.snapshot import Contents, read_snapshot, take_snapshot
from porism.store import Store
from porism.store.schema import attempts, cells, verdicts

MODELS, BENCHMARKS, PROBLEMS_EACH = 100, 20, 50
RUN = "20261130-120000-a1b2c3"
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
SELECTS = ("SELECT * FROM attempts", "SELECT * FROM cells", "SELECT * FROM verdicts")
ROWS_AT_ONCE = 20_000
Row = dict[str, Any]


class Cost(NamedTuple):
    """What a piece of work took in a process of its own."""

    cpu_s: float
    wall_s: float
    peak_mb: float
    digest: str = ""


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attempts", type=int, default=1_000_000)
    parser.add_argument("--work", choices=sorted(WORKS), help=argparse.SUPPRESS)
    parser.add_argument("folder", nargs="?", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.work:
        print(json.dumps(taken(WORKS[chosen.work], chosen.folder)))
        return
    with tempfile.TemporaryDirectory(prefix="porism-bench-") as made:
        measure(Path(made), chosen.attempts)


def measure(folder: Path, count: int) -> None:
    """Fill a store and measure what is done with it."""
    start = time.monotonic()
    fill(folder / "porism.db", count)
    size = (folder / "porism.db").stat().st_size / 1e6
    say(
        f"store of {count:,} attempts",
        f"{size:,.0f} MB, filled in {time.monotonic() - start:.0f} s",
    )
    bare = apart("select", folder)
    say("SELECT * of attempts, cells, verdicts", told(bare))
    first, second = apart("first", folder), apart("second", folder)
    say("snapshot of the figures", told(first) + beside(first, bare))
    say("  once more", told(second))
    say("  the same bytes", str(first.digest == second.digest))
    whole = apart("whole", folder)
    say("snapshot with what stands behind them", told(whole) + beside(whole, bare))
    files = {path.name: path.stat().st_size / 1e6 for path in (folder / "whole").iterdir()}
    say("  megabytes", ", ".join(f"{name} {size:.1f}" for name, size in sorted(files.items())))
    say("reading it again", told(apart("read", folder)))


def apart(work: str, folder: Path) -> Cost:
    """Do a piece of work in a process of its own, so that its memory is its own."""
    words = [sys.executable, __file__, "--work", work, str(folder)]
    said = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout
    return Cost(*json.loads(said))


def taken(work: Callable[[Path], str], folder: Path) -> Cost:
    """Do a piece of work and return what it took."""
    start_cpu, start = time.process_time(), time.monotonic()
    digest = work(folder)
    cost = time.process_time() - start_cpu, time.monotonic() - start
    return Cost(*cost, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, digest)


def told(cost: Cost) -> str:
    """Write what something took."""
    return f"{cost.cpu_s:.1f} s CPU, {cost.wall_s:.1f} s, peak {cost.peak_mb:,.0f} MB"


def beside(cost: Cost, bare: Cost) -> str:
    """Write a ratio of CPU time."""
    return f", {cost.cpu_s / bare.cpu_s:.1f} times the bare SELECT"


def say(what: str, value: str) -> None:
    """Print a figure."""
    print(f"{what:40} {value}", flush=True)


# -- the work ------------------------------------------------------------------------------


def bare_select(folder: Path) -> str:
    """Fetch the rows that a snapshot is made of, and drop them."""
    with closing(sqlite3.connect(folder / "porism.db")) as connection:
        for query in SELECTS:
            for _ in connection.execute(query):
                pass
    return ""


def snapshot(folder: Path, name: str, contents: Contents = "figures") -> str:
    """Take a snapshot and return the digest of its bytes."""
    with Store(folder / "porism.db") as store:
        manifest = take_snapshot(store, folder / name, contents=contents)
    return hashlib.sha256(manifest.to_json().encode()).hexdigest()


def read(folder: Path) -> str:
    """Read a snapshot and look at all its scores."""
    found = read_snapshot(folder / "first")
    return str(found.attempts["score"].sum())


WORKS: dict[str, Callable[[Path], str]] = {
    "select": bare_select,
    "first": lambda folder: snapshot(folder, "first"),
    "second": lambda folder: snapshot(folder, "second"),
    "whole": lambda folder: snapshot(folder, "whole", "evidence"),
    "read": read,
}


# -- the store -----------------------------------------------------------------------------


def fill(path: Path, count: int) -> None:
    """Make a store of that many attempts, a twentieth of them retried after a failure."""
    rng = Random(0)
    with Store(path, clock=lambda: BEGIN) as store:
        for number in range(BENCHMARKS):
            store.record(benchmark(number), problems())
        for number in range(MODELS):
            store.record_model(model(number))
        store.start_run(RUN, Noun())
        with store.engine.begin() as connection:
            every = places(rng, count)
            while place := list(islice(every, ROWS_AT_ONCE)):
                written: dict[Table, list[Row]] = {cells: [], attempts: [], verdicts: []}
                for cell in place:
                    written[cells].append(cell)
                    for attempt in attempts_at(rng, cell):
                        written[attempts].append(attempt)
                        written[verdicts] += verdicts_on(rng, attempt)
                for table, rows in written.items():
                    connection.execute(insert(table), rows)


def benchmark(number: int) -> Benchmark:
    """Return a benchmark."""
    return Benchmark(
        id=f"benchmark-{number}",
        name=f"Benchmark {number}",
        kind="final_answer",
        published=date(2026, 1, 1),
        description="Problems of a measurement.",
        prompt="final-answer",
        problems=Folder(),
    )


def problems() -> list[Problem]:
    """Return a benchmark's problems."""
    return [
        Problem(
            id=f"problem-{n}",
            statement=f"What is ${n}+{n}$?",
            reference=FinalAnswer(answer=str(2 * n)),
        )
        for n in range(PROBLEMS_EACH)
    ]


def model(number: int) -> Model:
    """Return a model."""
    name = f"model-{number}"
    return Model(id=name, name=name.title(), endpoint=Endpoint(protocol="fake", model=name))


def places(rng: Random, count: int) -> Iterator[Row]:
    """Yield cells, first attempts of everything first, until there are enough of attempts."""
    asks = [f"{rng.getrandbits(128):032x}" for _ in range(MODELS)]
    numbers = range(1, 1 + -(-count // (MODELS * BENCHMARKS * PROBLEMS_EACH)))
    every = product(numbers, range(MODELS), range(BENCHMARKS), range(PROBLEMS_EACH))
    for _, (number, m, b, p) in zip(range(count * 20 // 21), every, strict=False):
        yield {
            "digest": f"{rng.getrandbits(128):032x}", "benchmark": f"benchmark-{b}",
            "problem": f"problem-{p}", "revision": 1, "model": f"model-{m}", "asks": asks[m],
            "prompt": asks[0], "tools": "", "variant": "", "number": number,
        }  # fmt: skip


def attempts_at(rng: Random, cell: Row) -> Iterator[Row]:
    """Yield the attempts of a cell: one in twenty failed at first."""
    if rng.random() < 0.05:
        yield attempt(rng, cell, "failed")
    yield attempt(rng, cell, "truncated" if rng.random() < 0.02 else "answered")


def attempt(rng: Random, cell: Row, ending: str) -> Row:
    """Return an attempt with figures that no two share."""
    tokens = int(rng.lognormvariate(9, 1))
    return {
        "id": f"{rng.getrandbits(64):016x}", "cell": cell["digest"], "run": RUN, "revision": 1,
        "origin": "live", "ending": ending, "finish_reason": "stop", "error": "",
        "input_tokens": rng.randrange(80, 900), "cached_input_tokens": None,
        "cache_write_tokens": None, "output_tokens": tokens, "reasoning_tokens": tokens * 9 // 10,
        "cost_usd": Decimal(tokens) / 100_000, "requests": 1, "retries": int(rng.random() < 0.03),
        "started_at": BEGIN + timedelta(seconds=rng.randrange(200 * 86_400)),
        "duration_s": tokens / 60, "served_model": cell["model"], "fingerprint": "", "choices": "",
    }  # fmt: skip


def verdicts_on(rng: Random, attempt: Row) -> Iterator[Row]:
    """Yield what is said of an answer: by rules, sometimes by newer rules and by a person."""
    if attempt["ending"] != "answered":
        return
    yield verdict(rng, attempt, 1, "rules", 1)
    if rng.random() < 0.05:
        yield verdict(rng, attempt, 1, "rules", 2)
    if rng.random() < 0.01:
        yield verdict(rng, attempt, 3, "ann", 1)


def verdict(rng: Random, attempt: Row, authority: int, grader: str, version: int) -> Row:
    """Return a verdict, right or wrong by chance."""
    answer = str(rng.randrange(1000))
    return {
        "attempt": attempt["id"], "outcome": "graded", "score": float(rng.getrandbits(1)),
        "extracted": answer, "reading": answer, "reference_reading": "42",
        "rule": "exact-rational", "reason": "It is so.", "flags": "[]", "authority": authority,
        "grader": grader, "version": version,
        "made_at": attempt["started_at"] + timedelta(seconds=attempt["duration_s"]),
    }  # fmt: skip


if __name__ == "__main__":
    main()
