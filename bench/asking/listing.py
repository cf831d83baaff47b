"""How long lists of 100,000 attempts take."""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from bench.asking.command import Command, timed
from bench.asking.figures import Figure, alone
from bench.asking.place import make_place
from bench.asking.work import Work
from porism.core import Attempt, Cell, Noun, Usage, Verdict
from porism.store import Store

MADE, COPIES = 10_000, 9
LISTED = MADE * (1 + COPIES)
COPY = """
INSERT INTO cells SELECT :letter || substr(digest, 2), benchmark, :letter || problem, revision,
    model, asks, prompt, tools, variant, number FROM cells WHERE substr(digest, 1, 1) < 'g';
INSERT INTO attempts SELECT seq + :shift, :letter || substr(id, 2), :letter || substr(cell, 2),
    run, revision, origin, ending, finish_reason, error, input_tokens, cached_input_tokens,
    cache_write_tokens, output_tokens, reasoning_tokens, cost_usd, requests, retries,
    started_at, duration_s, served_model, fingerprint, choices
    FROM attempts WHERE seq <= :made;
INSERT INTO verdicts SELECT seq + :shift, :letter || substr(attempt, 2), outcome, score, extracted,
    reading, reference_reading, rule, reason, flags, authority, grader, version, made_at
    FROM verdicts WHERE seq <= :made;
"""


def listing(repeats: int) -> Iterator[Figure]:
    """Lists by the store and by the command, beside all rows of one table as SQLite has them."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        fill(root)
        with Store(root / "porism.db") as store:
            inside = [clocked(lambda: sum(1 for _ in store.attempts())) for _ in range(repeats)]
        with closing(sqlite3.connect(root / "porism.db")) as connection:
            query = "SELECT * FROM attempts"
            bare = [
                clocked(lambda: len(connection.execute(query).fetchall())) for _ in range(repeats)
            ]
        command = [sys.executable, "-m", "porism", "attempts", "--json", "--limit", "0"]
        outside = [timed(*command, folder=root) for _ in range(repeats)]
    yield alone(f"list {LISTED:,} attempts by store.attempts(): s (CPU)", best(inside), "0.5")
    yield alone("  bare `SELECT * FROM attempts`", best(bare))
    yield alone("  porism attempts --json", best(outside))


def clocked(count: Callable[[], int]) -> Command:
    """Count all attempts and return what that took."""
    start_s, start_cpu_s = time.monotonic(), time.process_time()
    assert count() == LISTED
    return Command(time.process_time() - start_cpu_s, time.monotonic() - start_s)


def best(taken: Sequence[Command]) -> str:
    """Write the least disturbed of some repeats."""
    least = min(taken)
    return f"{least.seconds:.2f} ({least.cpu_s:.2f})"


def fill(root: Path) -> None:
    """Make a workspace with 100,000 graded attempts in its store.

    A tenth of them are written as a run writes them, the others are copies that the
    database makes.
    """
    rng = Random(0)
    with make_place(root, Work("porism", "http://127.0.0.1:9/v1", problems=1)).store as store:
        store.start_run("filled", Noun())
        cells = [a_cell(n) for n in range(MADE)]
        store.add_cells(cells)
        for cell in cells:
            store.add_attempt(an_attempt(cell, f"{rng.getrandbits(64):016x}"), None, a_verdict(rng))
    with closing(sqlite3.connect(root / "porism.db")) as connection, connection:
        for n in range(1, COPIES + 1):
            letter = chr(ord("g") + n)  # no digit of an original
            for statement in COPY.strip().split(";\n"):
                values = {"letter": letter, "shift": n * MADE, "made": MADE}
                connection.execute(statement, values)


def a_cell(n: int) -> Cell:
    """Return one of the cells of 2,500 problems."""
    return Cell(
        benchmark="questions",
        problem=f"q{n // 4}",
        revision=1,
        model="served",
        asks="0123456789abcdef" * 2,
        prompt="0123456789abcdef" * 2,
        number=n % 4 + 1,
    )


def an_attempt(cell: Cell, name: str) -> Attempt:
    """Return an attempt as a run makes it."""
    return Attempt(
        id=name,
        cell=cell.digest(),
        run="filled",
        benchmark=cell.benchmark,
        problem=cell.problem,
        model=cell.model,
        number=cell.number,
        origin="live",
        ending="answered",
        finish_reason="stop",
        usage=Usage(input=100, output=1_000, reasoning=800),
        started_at=datetime(2026, 1, 1, tzinfo=UTC),
        duration_s=1.0,
    )


def a_verdict(rng: Random) -> Verdict:
    """Return a verdict, right or wrong by chance."""
    score = rng.getrandbits(1)
    return Verdict(
        outcome="graded", score=score, extracted="42", reason="It is so.", grader="rules"
    )
