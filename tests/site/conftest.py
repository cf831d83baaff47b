"""Sites of small stores that real runs and imports filled."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from porism.interop.imported import Source
from porism.interop.responses import import_responses
from porism.interop.tallies import import_results
from porism.report.snapshot import take_snapshot
from porism.runner import Request, run
from porism.site import build_site
from porism.store import Store
from porism.workspace import make_workspace
from tests.conftest import SHARED
from tests.report.test_results import PLAIN, Filled
from tests.site import told

DAY = datetime(2025, 6, 1, tzinfo=UTC)
RESPONSES = ("math_qwen25math_100x8", "sat_aqua_9x50", "gsm8k_tora_tool_2x200")
SAMPLES = (
    ("porism-sample", ("fake-strong", "fake-middling", "fake-weak")),
    ("porism-sample-choice", ("fake-strong", "fake-weak")),
    ("porism-sample-images", ("fake-strong", "fake-weak")),
)


@pytest.fixture(scope="session")
def run_snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A snapshot of real runs of stand-ins."""
    root = tmp_path_factory.mktemp("run")
    with ThreadPoolExecutor(1) as apart:  # a browser's loop may be running in this thread
        return apart.submit(run_samples, root).result()


def run_samples(root: Path) -> Path:
    workspace = make_workspace(root / "ws")
    for benchmark, models in SAMPLES:
        run(workspace, Request((benchmark,), models))
    take_snapshot(workspace.store, root / "snapshot")
    workspace.close()
    return root / "snapshot"


@pytest.fixture(scope="session")
def imported_snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A snapshot of MathArena's results of 2025, and of some lines of real responses."""
    root = tmp_path_factory.mktemp("imported")
    with Store(root / "store.db", clock=lambda: DAY) as store:
        table = SHARED / "data/matrices/matharena_aime2025I_feb2025_runs.csv"
        import_results(store, table, Source(file=table.name, when=DAY), None)
        for name in RESPONSES:
            some = root / f"{name}.jsonl"
            lines = (SHARED / f"data/responses/{name}.jsonl").read_text().splitlines()
            some.write_text("\n".join(lines[:16]) + "\n")
            import_responses(store, some, Source(file=some.name, when=DAY))
        take_snapshot(store, root / "snapshot")
    return root / "snapshot"


@pytest.fixture(scope="session")
def small_snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A snapshot of two attempts."""
    root = tmp_path_factory.mktemp("small")
    with Store(root / "store.db", clock=lambda: DAY) as store:
        filled = Filled(store, PLAIN)
        filled.add(1)
        filled.add(0, model="n")
        take_snapshot(store, root / "snapshot")
    return root / "snapshot"


@pytest.fixture(scope="session")
def told_snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A snapshot of a small world of which everything is known."""
    root = tmp_path_factory.mktemp("told")
    with Store(root / "store.db", clock=lambda: told.NOW) as store:
        told.fill(store)
        take_snapshot(store, root / "snapshot", claims=told.CLAIMS)
    return root / "snapshot"


@pytest.fixture(scope="session")
def told_site(told_snapshot: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site")
    build_site(told_snapshot, root, workers=1)
    return root


@pytest.fixture(scope="session")
def run_site(run_snapshot: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site")
    build_site(run_snapshot, root, workers=1)
    return root


@pytest.fixture(scope="session")
def imported_site(imported_snapshot: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site")
    build_site(imported_snapshot, root, workers=1)
    return root


@pytest.fixture(params=["run_site", "imported_site"])
def site(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def bytes_of() -> Callable[[Path], dict[str, bytes]]:
    def read(root: Path) -> dict[str, bytes]:
        files = (p for p in root.rglob("*") if p.is_file())
        return {str(p.relative_to(root)): p.read_bytes() for p in files}

    return read
