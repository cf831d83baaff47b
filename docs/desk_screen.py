"""The picture of the desk: ``python -m docs.desk_screen`` takes it anew over published proofs."""

from __future__ import annotations

import io
import json
import tempfile
import threading
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from docs.pictures import IMAGES
from docs.screens import DATA, SCHEMES, Scheme
from porism.core import (
    Attempt,
    Benchmark,
    Cell,
    Elsewhere,
    Endpoint,
    Model,
    Problem,
    ProofScheme,
    Reviewer,
    Transcript,
    Verdict,
    assistant,
    user,
)
from porism.desk.serve import listener, names_of, server_of
from porism.desk.settings import Settings
from porism.store import Store
from porism.store.people import People

PROOFS = DATA / "proofs/deepseekmath_v2_human_vs_auto.jsonl"
WHEN = datetime(2025, 11, 27, tzinfo=UTC)
BENCHMARK = Benchmark(
    id="imo-2025",
    name="IMO 2025",
    kind="proof",
    published=datetime(2025, 7, 15, tzinfo=UTC).date(),
    description="Proofs that DeepSeek published in November 2025.",
    prompt="imported",
    problems=Elsewhere(kind="elsewhere", how="imported"),
)
MODEL = Model(
    id="deepseekmath-v2",
    name="DeepSeekMath-V2",
    endpoint=Endpoint(protocol="replay", model="published"),
)


def fill(store: Store) -> None:
    """Put published proofs into a store, each with its automatic mark."""
    with PROOFS.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in islice(lines, 6)]
    problems = {
        row["problem_id"]: Problem(
            id=row["problem_id"].removeprefix("IMO2025-"),
            statement=row["problem"],
            reference=ProofScheme(),
        )
        for row in rows
    }
    store.record(BENCHMARK, list(problems.values()))
    store.record_model(MODEL)
    store.start_run("published", BENCHMARK)
    for number, row in enumerate(rows, start=1):
        add(store, problems[row["problem_id"]], row, number)


def add(store: Store, problem: Problem, row: dict[str, str], number: int) -> None:
    """Put one proof into a store."""
    cell = Cell(
        benchmark=BENCHMARK.id, problem=problem.id, revision=1, model=MODEL.id, asks="published",
        prompt="published", number=number,
    )  # fmt: skip
    attempt = Attempt(
        id=f"published{number}", cell=cell.digest(), run="published", benchmark=BENCHMARK.id,
        problem=problem.id, model=MODEL.id, number=number, origin="imported", ending="answered",
        started_at=WHEN, duration_s=0,
    )  # fmt: skip
    verdict = Verdict(
        outcome="graded", score=float(row["auto_mean"]), authority="imported", grader="published",
        reason="The mean of automatic ratings.",
    )  # fmt: skip
    said = (user(problem.statement), assistant(row["proof"]))
    store.add_cells([cell])
    store.add_attempt(attempt, Transcript(origin="imported", messages=said), verdict).result()


def picture(browser: Browser, link: str, scheme: Scheme) -> bytes:
    """Sign in, open the first proof, choose a mark, and take the picture."""
    size = {"width": 1280, "height": 800}
    context = browser.new_context(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(link)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Start with Proofs").click()
    page.get_by_label("Note").fill("Complete; the induction step deserves a *sentence* more.")
    page.keyboard.press("Escape")
    page.keyboard.press("7")
    taken = Image.open(io.BytesIO(page.screenshot()))
    context.close()
    written = io.BytesIO()
    taken.save(written, "WEBP", lossless=True, method=6)
    return written.getvalue()


def main() -> None:
    """Take the picture in light and dark."""
    with tempfile.TemporaryDirectory() as made, Store(Path(made) / "store.db") as store:
        fill(store)
        socket = listener("127.0.0.1", 0)
        base = f"127.0.0.1:{socket.getsockname()[1]}"
        names = names_of("127.0.0.1", socket.getsockname()[1], ())
        server = server_of(store, Settings(names))
        serving = threading.Thread(target=server.run, args=([socket],))
        serving.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"]
            )
            for scheme in SCHEMES:
                token = People(store).invite(Reviewer(name="Emmy Noether"), timedelta(hours=1))
                taken = picture(browser, f"http://{base}/sign-in#{token}", scheme)
                (IMAGES / f"desk-{scheme}.webp").write_bytes(taken)
            browser.close()
        server.should_exit = True
        serving.join()
        socket.close()


if __name__ == "__main__":
    main()
