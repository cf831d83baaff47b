"""What a call of ``execute_python`` costs once the sandbox is warm, and whether anything leaks.

    python bench/sandbox.py [CALLS] [FOLDER]

FOLDER holds the interpreter, as `porism sandbox setup` builds it. CPU is that of this process
and of all in the sandbox, read from /proc, in batches long enough for its clock.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from porism.tools.sandbox import bubblewrap
from porism.tools.sandbox.choice import default_folder
from porism.tools.sandbox.environment import find_environment
from porism.tools.sandbox.inside.limits import Limits
from porism.tools.sandbox.pool import Pool

AT_ONCE, BATCH = 8, 40
CODE = "sum(n * n for n in range(100))"
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    """Do as the command line says."""
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else default_folder()
    asyncio.run(measure(calls, folder))


async def measure(calls: int, folder: Path) -> None:
    """Measure and print."""
    limits = Limits()
    pool = Pool(bubblewrap.command(find_environment(folder), limits), limits)
    began_s = time.monotonic()
    await pool.start()
    family = Family(pool.process or 0)
    print(f"start, once: {family.cpu_s():.1f} s CPU, {time.monotonic() - began_s:.1f} s")

    session = await pool.open()
    await report("call in an open session", lambda: session.run(CODE), calls // 8, family)
    await session.close()
    await report("call in a new session", lambda: fresh(pool), calls // 8, family)

    await many(pool, 200)
    before = family.size()
    began_s, began_cpu_s = time.monotonic(), family.cpu_s() + time.process_time()
    await many(pool, calls)
    cpu_s = family.cpu_s() + time.process_time() - began_cpu_s
    print(
        f"{calls} new sessions, {AT_ONCE} at once: {1000 * cpu_s / calls:.1f} ms CPU each, "
        f"{calls / (time.monotonic() - began_s):.0f} a second"
    )
    print(f"before: {before}\nafter:  {family.size()}")
    await pool.close()


async def report(
    name: str, call: Callable[[], Awaitable[object]], calls: int, family: Family
) -> None:
    """Print the median CPU of a call over batches."""
    batches = []
    for _ in range(max(1, calls // BATCH)):
        began_s = family.cpu_s() + time.process_time()
        for _ in range(BATCH):
            await call()
        batches.append(1000 * (family.cpu_s() + time.process_time() - began_s) / BATCH)
    print(f"{name}: {statistics.median(batches):.1f} ms CPU (median of {len(batches)} batches)")


async def fresh(pool: Pool) -> None:
    """Make one call in a session of its own."""
    session = await pool.open()
    done = await session.run(CODE)
    await session.close()
    assert done.result == "328350", done


async def many(pool: Pool, calls: int) -> None:
    """Make calls in new sessions, some at once."""
    left = iter(range(calls))

    async def work() -> None:
        for _ in left:
            await fresh(pool)

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))


class Family:
    """A process and all its descendants."""

    def __init__(self, pid: int) -> None:
        self._pid = pid

    def members(self) -> list[int]:
        """Return who is there now."""
        found, left = [], [self._pid]
        while left:
            pid = left.pop()
            found.append(pid)
            left += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return found

    def cpu_s(self) -> float:
        """CPU seconds of all that live and of all that were waited for."""
        stats = (Path(f"/proc/{pid}/stat").read_text() for pid in self.members())
        fields = (stat.rpartition(")")[2].split() for stat in stats)
        return sum(int(field) for each in fields for field in each[11:15]) / TICKS_PER_S

    def size(self) -> str:
        """Say what they and this process hold."""
        members = self.members()
        pages = sum(int(Path(f"/proc/{p}/statm").read_text().split()[1]) for p in members)
        own = int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_MB
        descriptors = len(list(Path("/proc/self/fd").iterdir()))
        theirs = sum(len(list(Path(f"/proc/{p}/fd").iterdir())) for p in members)
        return (
            f"{len(members)} processes with {pages * PAGE_MB:.0f} MB and {theirs} descriptors; "
            f"here {own:.0f} MB and {descriptors} descriptors"
        )


if __name__ == "__main__":
    main()
