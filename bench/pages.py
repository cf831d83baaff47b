"""Measure how sites are built: python bench/pages.py [SCALE].

A store of 100 models x 1,000 problems x 4 attempts is filled with real solutions, cut or repeated
to 2 KB, at SCALE (0.1: a tenth of the problems). It is frozen and built; then one more model is
added and the site is built again.
"""

from __future__ import annotations

import gzip
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random

from porism.core import (
    Attempt,
    Benchmark,
    Cell,
    Endpoint,
    FinalAnswer,
    Folder,
    Model,
    Problem,
    Transcript,
    Usage,
    Verdict,
    assistant,
    user,
)
from porism.report.snapshot import take_snapshot
from porism.runner.manifest import circumstances
from porism.site import build_site
from porism.store import Store

NOW = datetime(2026, 11, 30, tzinfo=UTC)
MODELS, PROBLEMS, ATTEMPTS, BENCHMARKS = 100, 1_000, 4, 10
SOLUTIONS = Path(__file__).parents[2] / "shared/data/responses/math_qwen25math_100x8.jsonl"


@cache
def solutions() -> list[str]:
    """Return real solutions."""
    with SOLUTIONS.open(encoding="utf-8") as lines:
        return [json.loads(line)["response"] for line in lines]


def answer(rng: Random, *, right: bool) -> str:
    """Return 2 KB of a solution that is nobody else's, with a box."""
    text = f"Attempt {rng.random()}.\n\n"
    while len(text) < 2_000:
        text += rng.choice(solutions()) + "\n\n"
    boxed = 42 if right else rng.randint(43, 99)
    return f"{text[:2_000]}\n\nTherefore the answer is $\\boxed{{{boxed}}}$."


def model(number: int) -> Model:
    """Return a model."""
    name = f"model-{number:03}"
    released = (NOW - timedelta(days=7 * number)).date()
    return Model(
        id=name, name=f"Model {number}", developer="Bench", released=released,
        endpoint=Endpoint(protocol="fake", model=name),
    )  # fmt: skip


def add(store: Store, number: int, problems: int) -> None:
    """Add a model with all its attempts."""
    rng = Random(number)
    skill = rng.random()
    store.record_model(model(number))
    cells, attempts = [], []
    for p in range(problems):
        for n in range(1, ATTEMPTS + 1):
            cell = Cell(
                benchmark=f"bench-{p % BENCHMARKS}", problem=str(p // BENCHMARKS + 1), revision=1,
                model=f"model-{number:03}", asks="a", prompt="p", number=n,
            )  # fmt: skip
            cells.append(cell)
            right = rng.random() < skill * (1 - p / problems) + 0.1
            attempts.append((cell, right))
    store.add_cells(cells)
    promises = [add_attempt(store, cell, rng, right=right) for cell, right in attempts]
    promises[-1].result()


def add_attempt(store: Store, cell: Cell, rng: Random, *, right: bool) -> Future[None]:
    """Add one attempt."""
    attempt = Attempt(
        id=cell.digest()[:16], cell=cell.digest(), run="run", benchmark=cell.benchmark,
        problem=cell.problem, model=cell.model, number=cell.number, origin="fake",
        ending="answered", finish_reason="stop", started_at=NOW, duration_s=rng.random() * 100,
        usage=Usage(input=100, output=rng.randint(500, 9000)), cost_usd=None,
    )  # fmt: skip
    said = Transcript(
        origin="fake", messages=(user("What is it?"), assistant(answer(rng, right=right)))
    )
    verdict = Verdict(
        outcome="graded", score=float(right), extracted="42", reading="42",
        reference_reading="42", rule="exact-integer", reason="The answer 42 is the reference 42.",
        grader="rules",
    )  # fmt: skip
    return store.add_attempt(attempt, said, verdict)


def fill(store: Store, problems: int) -> None:
    """Fill a store."""
    for b in range(BENCHMARKS):
        asked = [
            Problem(
                id=str(n + 1), statement=f"What is ${n}+{b}$?", reference=FinalAnswer(answer="42")
            )
            for n in range(problems // BENCHMARKS)
        ]
        benchmark = Benchmark(
            id=f"bench-{b}", name=f"Bench {b}", kind="final_answer", published=NOW.date(),
            description="Made by hand.", prompt="final-answer", problems=Folder(),
        )  # fmt: skip
        store.record(benchmark, asked)
    store.start_run("run", circumstances(NOW, ()))
    for number in range(MODELS):
        add(store, number, problems)


def timed(label: str, work: Callable[[], object]) -> None:
    """Say how long something took: wall clock, and processors of this process and its children."""
    before, start = spent(), time.perf_counter()
    found = work()
    print(
        f"{label:34} {time.perf_counter() - start:8.1f} s  {spent() - before:8.1f} CPU s  {found}"
    )


def spent() -> float:
    """Return the seconds of processor that this process and its children took."""
    own, children = (
        resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def main(scale: float) -> None:
    """Measure."""
    problems = max(BENCHMARKS, round(PROBLEMS * scale))
    with (
        tempfile.TemporaryDirectory(prefix="porism-bench-site-") as made,
        Store(Path(made) / "store.db", clock=lambda: NOW) as store,
    ):
        root = Path(made)
        timed("fill", lambda: fill(store, problems))
        timed("snapshot", lambda: take_snapshot(store, root / "a").files["attempts"].rows)
        timed("site", lambda: build_site(root / "a", root / "site"))
        timed("site again", lambda: build_site(root / "a", root / "site"))
        add(store, MODELS, problems)
        take_snapshot(store, root / "b")
        timed("site after one more model", lambda: build_site(root / "b", root / "site"))
        home = (root / "site/index.html").read_bytes()
        print(f"home page {len(home):,} bytes, {len(gzip.compress(home)):,} compressed")
    for who, name in (
        (resource.RUSAGE_SELF, "parent"),
        (resource.RUSAGE_CHILDREN, "largest worker"),
    ):
        print(f"{name}: {resource.getrusage(who).ru_maxrss / 1024:,.0f} MB")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 0.1)
