"""Interpreters for the sandbox, and sandboxes, built once for all tests of a process."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from porism.tools.sandbox import bubblewrap
from porism.tools.sandbox.environment import Environment, find_environment
from porism.tools.sandbox.inside.limits import Limits
from porism.tools.sandbox.pool import Pool
from porism.tools.sandbox.session import Executed, Session

SMALL = Limits(wall_s=20, cpu_s=20, memory_bytes=256 << 20, tmp_bytes=4 << 20, flood_bytes=1 << 20)


@pytest.fixture(scope="session")
def plain(sandbox_folder: Path) -> Environment:
    """An interpreter without packages: enough for whatever tries to break out."""
    return find_environment(sandbox_folder)


@asynccontextmanager
async def pool_of(environment: Environment, limits: Limits = SMALL) -> AsyncIterator[Pool]:
    pool = Pool(bubblewrap.command(environment, limits), limits)
    try:
        yield pool
    finally:
        await pool.close()


@asynccontextmanager
async def session_of(environment: Environment, limits: Limits = SMALL) -> AsyncIterator[Session]:
    async with pool_of(environment, limits) as pool:
        session = await pool.open()
        try:
            yield session
        finally:
            await session.close()


async def run_in(environment: Environment, code: str, limits: Limits = SMALL) -> Executed:
    async with session_of(environment, limits) as session:
        return await session.run(code)


def readable_by_all(environment: Environment, folder: Path) -> Environment:
    """Return the same environment from copies that every user of this machine can read."""
    copies = []
    folder.mkdir()
    for number, (here, there) in enumerate(environment.mounts):
        copy = folder / str(number)
        if Path(here).is_dir():
            shutil.copytree(here, copy, ignore=shutil.ignore_patterns("site-packages", "test"))
        else:
            shutil.copy(here, copy)
        copies.append((str(copy), there))
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)
    return environment.model_copy(update={"mounts": tuple(copies), "hidden": ()})
