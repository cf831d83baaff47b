"""What a command costs: wall time, processor time and memory, with all its processes."""

from __future__ import annotations

import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

BETWEEN_S = 0.25
UNKEPT = "PYTHONDONTWRITEBYTECODE"
"""With it every process compiles all it imports anew: four seconds for charts alone."""
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command took."""

    wall_s: float
    cpu_s: float
    peak_mb: float
    """Of all its processes together, seen four times a second."""

    def __str__(self) -> str:
        """Say it in a line."""
        return f"{self.wall_s:8.1f} s  {self.cpu_s:8.1f} CPU s  {self.peak_mb:8,.0f} MB"


def cost_of(command: list[str]) -> Cost:
    """Run a command; Python keeps what it compiles for the next one, as for any user."""
    before, start, peak = children_s(), time.perf_counter(), 0.0
    known = {name: value for name, value in os.environ.items() if name != UNKEPT}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=known)
    while process.poll() is None:
        peak = max(peak, memory_mb(process.pid))
        time.sleep(BETWEEN_S)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(time.perf_counter() - start, children_s() - before, peak)


def children_s() -> float:
    """Return the seconds of processor of all processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process and of those that it started."""
    folder = Path(f"/proc/{pid}")
    try:
        own = int((folder / "statm").read_text().split()[1]) * PAGE / 1e6
        started = (folder / f"task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return own + sum(memory_mb(int(child)) for child in started)
