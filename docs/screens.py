"""The pictures of a site: ``python -m docs.screens`` takes them anew from published results."""

from __future__ import annotations

import io
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from docs.pictures import IMAGES
from porism.core import Benchmark, Elsewhere
from porism.interop.imported import Source
from porism.interop.responses import import_responses
from porism.interop.tallies import import_results
from porism.report.snapshot import take_snapshot
from porism.site import build_site
from porism.store import Store

DATA = Path(__file__).parents[2] / "shared/data"
RESULTS = DATA / "matrices/matharena_aime2025I_feb2025_runs.csv"
RESPONSES = DATA / "responses/math_qwen25math_100x8.jsonl"
BENCHMARK = Benchmark(
    id="aime-2025-i",
    name="AIME 2025 I",
    kind="final_answer",
    published=datetime(2025, 2, 6, tzinfo=UTC).date(),
    description="Results that MathArena published in February 2025.",
    prompt="imported",
    problems=Elsewhere(kind="elsewhere", how="imported"),
    source="https://matharena.ai",
)
SIZE = (1280, 1040)
PAGES = {
    "site-benchmark": "benchmarks/aime-2025-i/index.html",
    "site-attempts": "benchmarks/math-test/attempts/math_test_12/*.html",
}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def make_site(root: Path) -> Path:
    """Build a site of published results and responses."""
    when = datetime(2025, 2, 10, tzinfo=UTC)
    with Store(root / "store.db", clock=lambda: when) as store:
        import_results(store, RESULTS, Source(file=RESULTS.name, when=when), BENCHMARK)
        import_responses(store, RESPONSES, Source(file=RESPONSES.name, when=when))
        take_snapshot(store, root / "snapshot")
    build_site(root / "snapshot", root / "site")
    return root / "site"


def picture(browser: Browser, page: Path, scheme: Scheme) -> bytes:
    """Take the picture of a page."""
    width, height = SIZE
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    opened = context.new_page()
    opened.goto(page.as_uri())
    taken = Image.open(io.BytesIO(opened.screenshot()))
    context.close()
    written = io.BytesIO()
    taken.save(written, "WEBP", lossless=True, method=6)
    return written.getvalue()


def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"]
        )
        site = make_site(Path(made))
        for name, pattern in PAGES.items():
            [page, *_] = sorted(site.glob(pattern))
            for scheme in SCHEMES:
                (IMAGES / f"{name}-{scheme}.webp").write_bytes(picture(browser, page, scheme))
        browser.close()


if __name__ == "__main__":
    main()
