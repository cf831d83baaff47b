"""How quickly a long queue opens: ``python -m bench.desk [attempts]``."""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
from sqlalchemy import Connection, insert

from porism.core import Benchmark, FinalAnswer, Folder, Problem, Reviewer
from porism.desk.serve import listener, names_of, server_of
from porism.desk.settings import Settings
from porism.store import Store
from porism.store.people import People
from porism.store.schema import attempts, cells, verdicts

ATTEMPTS = 100_000
PROBLEMS = 500
AT_ONCE = 10_000
FLAGS = ('["unparsed"]', '["near-miss"]', '["gold-in-text"]', '["format", "several-boxes"]')
NOW = datetime(2026, 11, 30, tzinfo=UTC)


def fill(store: Store, count: int) -> None:
    """Put flagged attempts into a store."""
    benchmark = Benchmark(
        id="sums", name="Sums", kind="final_answer", published=NOW.date(), description="d",
        prompt="p", problems=Folder(),
    )  # fmt: skip
    asked = [
        Problem(id=str(n), statement=f"What is ${n}+1$?", reference=FinalAnswer(answer=str(n + 1)))
        for n in range(PROBLEMS)
    ]
    store.record(benchmark, asked)
    store.start_run("r", benchmark)
    for begin in range(0, count, AT_ONCE):
        some = range(begin, min(begin + AT_ONCE, count))
        store.writer.run(lambda c, some=some: add(c, some)).result()


def add(connection: Connection, numbers: range) -> None:
    """Append attempts with their verdicts."""
    asked = {"benchmark": "sums", "revision": 1, "asks": "a", "prompt": "p", "tools": ""}
    told = {"run": "r", "revision": 1, "origin": "fake", "ending": "answered", "requests": 1}
    nothing = dict.fromkeys(
        ("finish_reason", "error", "served_model", "fingerprint", "choices"), ""
    )
    said = {"outcome": "graded", "score": 0.0, "reading": "", "reference_reading": ""}
    judged = {"rule": "exact", "reason": "another number", "authority": 1, "grader": "rules"}
    connection.execute(
        insert(cells),
        [
            {"digest": f"{n:032x}", "problem": str(n % PROBLEMS), "model": f"m{n // PROBLEMS % 10}"}
            | {"variant": "", "number": n // PROBLEMS + 1, **asked}
            for n in numbers
        ],
    )
    connection.execute(
        insert(attempts),
        [
            {"id": f"a{n:08d}", "cell": f"{n:032x}", "retries": 0, "started_at": NOW}
            | {"duration_s": 1.0, **told, **nothing}
            for n in numbers
        ],
    )
    connection.execute(
        insert(verdicts),
        [
            {"attempt": f"a{n:08d}", "extracted": str(n % 97), "flags": FLAGS[n % 4]}
            | {"version": 2, "made_at": NOW, **said, **judged}
            for n in numbers
        ],
    )


def main(count: int) -> None:
    """Measure, in milliseconds: the first time and the median of five more."""
    with tempfile.TemporaryDirectory() as made, Store(Path(made) / "store.db") as store:
        fill(store, count)
        socket = listener("127.0.0.1", 0)
        port = socket.getsockname()[1]
        server = server_of(store, Settings(names_of("127.0.0.1", port, ())))
        serving = threading.Thread(target=server.run, args=([socket],))
        serving.start()
        while not server.started:
            time.sleep(0.01)
        base = f"http://127.0.0.1:{port}"
        with httpx.Client(base_url=base, headers={"origin": base}, timeout=60) as browser:
            token = People(store).invite(Reviewer(name="Emmy"), timedelta(hours=1))
            browser.post("/sign-in", data={"token": token})
            for path in (
                "/decisions", "/queue/flagged", "/queue/flagged?flag=near-miss",
                "/queue/flagged?page=1000", "/queue/flagged?order=problem",
                f"/queue/flagged?order=problem&page=1000&after=a{count // 2 + 250:08d}",
                "/queue/flagged?order=problem&page=1000",
                f"/queue/flagged/item?subject=a{count // 2:08d}&order=problem",
                f"/queue/flagged/item?subject=a{count // 2:08d}",
            ):  # fmt: skip
                first, *more = (took(browser, path) for _ in range(6))
                print(f"{path:45} {first:8.0f} {sorted(more)[2]:8.0f}")
        server.should_exit = True
        serving.join()
        socket.close()


def took(browser: httpx.Client, path: str) -> float:
    """Return how long a page takes, in milliseconds."""
    began = time.perf_counter()
    browser.get(path).raise_for_status()
    return 1000 * (time.perf_counter() - began)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ATTEMPTS)
