"""How the pages of a site do in headless Chromium."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from porism.site.address import benchmark_page
from porism.site.serve import server_of

CHROMIUM = "/usr/bin/chromium-headless-shell"
PAINT = """new Promise(done => new PerformanceObserver(list => {
    const entries = list.getEntries(); done(entries[entries.length - 1].startTime);
}).observe({type: "largest-contentful-paint", buffered: true}))"""
TASKS = {"RunTask", "ThreadControllerImpl::RunTask"}
TIMES = 5


def browse(site: Path) -> Iterator[str]:
    """Yield what is seen of the home page and of the largest grid."""
    home = (site / "index.html").read_bytes()
    yield f"home page: {len(home):,} bytes, {len(gzip.compress(home)):,} compressed"
    server = server_of(site, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    with sync_playwright() as played:
        browser = played.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        paints = sorted(paint_s(browser, f"{address}/index.html") for _ in range(TIMES))
        yield f"largest contentful paint: {median(paints):.2f} s, at most {paints[-1]:.2f} s"
        yield from scrolls(browser, f"{address}/{benchmark_page('bench', '')}")
    server.shutdown()


def paint_s(browser: Browser, address: str) -> float:
    """Return when the largest element of a page is painted that nothing was kept of."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        return float(page.evaluate(PAINT)) / 1e3


def scrolls(browser: Browser, address: str) -> Iterator[str]:
    """Yield what blocks a page scrolled by wheel, and its grid with the pointer over it."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(address)
    page.mouse.move(2, 400)
    yield f"scrolling the page: {longest(page, 0, 300)}"
    grid = page.locator(".grid .scroll")
    grid.scroll_into_view_if_needed()
    yield f"{page.locator('.grid td').count():,} places in a grid"
    box = grid.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 300)
    for way, right, down in (("down", 0, 80), ("right", 400, 0), ("back", -400, -80)):
        yield f"scrolling the grid {way}: {longest(page, right, down)}"


def longest(page: Page, right: int, down: int) -> str:
    """Turn the wheel, and say what the longest task took."""
    with traced(page) as tasks:
        for _ in range(20):
            page.mouse.wheel(right, down)
            page.wait_for_timeout(50)
    cpu, wall = (max(times) for times in zip(*tasks, strict=True))
    return f"longest task {cpu:.0f} ms CPU, {wall:.0f} ms by the clock"


@contextmanager
def traced(page: Page) -> Iterator[list[tuple[float, float]]]:
    """Collect the tasks of a page's main thread: milliseconds of processor, and by the clock."""
    session: CDPSession = page.context.new_cdp_session(page)
    events: list[dict[str, object]] = []
    ended: list[object] = []
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    # Playwright marks its listeners, which methods of built-in types do not allow.
    session.on("Tracing.tracingComplete", lambda told: ended.append(told))  # noqa: PLW0108
    categories = ["toplevel", "__metadata"]
    session.send(
        "Tracing.start",
        {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": categories}},
    )
    tasks: list[tuple[float, float]] = []
    yield tasks
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(100)
    tasks += main_tasks(events)


def main_tasks(events: list[dict[str, object]]) -> Iterator[tuple[float, float]]:
    """Yield the tasks of main threads of pages."""
    main = {
        (e["pid"], e["tid"])
        for e in events
        if e["name"] == "thread_name" and e["args"] == {"name": "CrRendererMain"}
    }
    for e in events:
        if e["name"] in TASKS and (e["pid"], e["tid"]) in main and "tdur" in e:
            yield float(str(e["tdur"])) / 1e3, float(str(e["dur"])) / 1e3
