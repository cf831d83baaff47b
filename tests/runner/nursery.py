"""Runners as processes of their own, forked from one that has imported what they need.

Python needs longer to start and import than a test wants to see of a runner that it kills.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
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


def start(
    folder: Path, *words: str, environ: Mapping[str, str] = {}, modules: Sequence[str] = ()
) -> Runner:
    """Run ``porism`` in a folder; modules are imported before, once for all that will run."""
    nursery = _nursery()
    assert nursery.stdin
    assert nursery.stdout
    told = json.dumps([modules, str(folder), environ, words])
    print(told, file=nursery.stdin, flush=True)
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
    load(NEEDED)
    while line := sys.stdin.readline():
        modules, *life = json.loads(line)
        load(modules)
        if not (pid := os.fork()):
            live(*life)
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def load(modules: Sequence[str]) -> None:
    """Import modules."""
    for name in modules:
        import_module(name)


def live(folder: str, environ: Mapping[str, str], words: Sequence[str]) -> None:
    """Be the command line, unheard."""
    from porism.cli import main

    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nothing, descriptor)
    os.chdir(folder)
    os.environ.update(environ)
    sys.argv = ["porism", *words]
    main()
    sys.exit()


if __name__ == "__main__":
    serve()
