"""What many tests need: stores on real databases."""

from __future__ import annotations

import gc
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, expect, sync_playwright

from porism.store import Store
from porism.tools.sandbox.environment import build

# No deadline: a busy machine is not a fault. The same examples every time: so is a red run by luck.
settings.register_profile("porism", deadline=None, derandomize=True)
settings.load_profile("porism")

# How long a browser may take until a page is as a test expects it: there, too, busy is no fault.
expect.set_options(timeout=60_000)

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long; give what shares a module's fixture to one worker."""
    for item in items:
        if shares(item) and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.relative_to(ROOT).as_posix()))
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Leave what is there for good to itself: else it is gone through thousands of times."""
    gc.freeze()


def shares(item: pytest.Item) -> bool:
    """Whether a test needs what is made once for all tests of its module."""
    return isinstance(item, pytest.Function) and any(
        found[-1].scope == "module" for found in item._fixtureinfo.name2fixturedefs.values()
    )


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store in a file."""
    with Store(tmp_path / "store.db") as opened:
        yield opened


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's browser, without a window; closed before a module whose tests are asynchronous."""
    binary = Path("/usr/bin/chromium-headless-shell")
    assert binary.exists(), "Chromium is missing (Debian: apt install chromium-headless-shell)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=binary, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def sandbox_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where an interpreter for the sandbox is, without packages: quick to build."""
    folder = tmp_path_factory.mktemp("sandbox")
    build(folder, [])
    return folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, listening on a socket in a folder."""
    binaries = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    assert binaries, "PostgreSQL is missing (Debian: apt install postgresql)"
    folder = Path(tempfile.mkdtemp(prefix="porism-pg-"))
    if os.geteuid() == 0:  # the server refuses to run as root
        shutil.chown(folder, "postgres")
        identity = pwd.getpwnam("postgres")
        who = {"user": identity.pw_uid, "group": identity.pw_gid}
    else:
        who = {}
    data = str(folder / "data")
    bin_ = binaries[-1]
    quiet = {"stdout": subprocess.DEVNULL, "cwd": folder, **who}
    subprocess.run(
        [bin_ / "initdb", "-D", data, "-U", "porism", "-A", "trust", "-N"], check=True, **quiet
    )
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
    subprocess.run(
        [bin_ / "pg_ctl", "-D", data, "-w", "-o", options, "-l", folder / "log", "start"],
        check=True,
        **quiet,
    )
    try:
        yield f"postgresql+psycopg://porism@/postgres?host={folder}"
    finally:
        subprocess.run(
            [bin_ / "pg_ctl", "-D", data, "-m", "immediate", "stop"], check=True, **quiet
        )
        shutil.rmtree(folder, ignore_errors=True)
