"""Runners as processes of their own, forked from one that has imported what they need.

Python needs longer to start and import than a test wants to see of a runner that it kills.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]
NEEDED = ("porism.cli", "porism.runner", "porism.workspace", "porism.models.openai_chat", "uvloop")


@dataclass(frozen=True)
class Runner:
    """A command line that runs; one after the other."""

    pid: int
    _said: IO[str]

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Return its exit code; minus the signal if one ended it."""
        return int(self._said.readline())


def start(folder: Path, *words: str) -> Runner:
    """Run ``porism`` in a folder."""
    nursery = _nursery()
    assert nursery.stdin
    assert nursery.stdout
    print(json.dumps([str(folder), *words]), file=nursery.stdin, flush=True)
    return Runner(int(nursery.stdout.readline()), nursery.stdout)


@cache
def _nursery() -> subprocess.Popen[str]:
    """Return the process that forks; it ends with the one that holds its input."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.runner.nursery"], cwd=ROOT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def serve() -> None:
    """Fork whenever told; say who was born, and with what code they ended."""
    for name in NEEDED:
        import_module(name)
    while line := sys.stdin.readline():
        if not (pid := os.fork()):
            live(*json.loads(line))
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def live(folder: str, *words: str) -> None:
    """Be the command line, unheard."""
    from porism.cli import main

    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nothing, descriptor)
    os.chdir(folder)
    sys.argv = ["porism", *words]
    main()
    sys.exit()


if __name__ == "__main__":
    serve()
