"""What a client under measurement is given to do, and what it took."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
"""Compiled modules are kept, as they are wherever Python is left to itself."""


@dataclass(frozen=True, slots=True)
class Work:
    """So many questions, so often, so many at once."""

    client: str
    base_url: str
    problems: int = 1_000
    attempts: int = 4
    connections: int = 100
    timeout_s: float = 120.0
    longest_backoff_s: float = 60.0

    @property
    def requests(self) -> int:
        """How many answers there are in the end."""
        return self.problems * self.attempts

    def prompts(self) -> Iterator[str]:
        """Yield the questions in the order in which they are asked."""
        for _ in range(self.attempts):
            for number in range(1, self.problems + 1):
                yield question(number)


@dataclass(frozen=True, slots=True)
class Taken:
    """What it took, start-up apart."""

    answered: int
    retries: int
    seconds: float
    """From the first request to the last answer; with Porism to the end of the run."""
    cpu_s: float
    peak_mb: float
    """The most that the process ever held, start-up included."""

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of processor time an answer."""
        return 1_000 * self.cpu_s / self.answered

    @property
    def per_s(self) -> float:
        """Answers a second."""
        return self.answered / self.seconds


def question(number: int) -> str:
    """Return the text of a question."""
    return f"What is ${number} - {number - answer(number)}$?"


def answer(number: int) -> int:
    """Return its answer: for every other one what the loopback server says."""
    return 42 if number % 2 else 1_000 + number


def measure(work: Work) -> Taken:
    """Have a client do its work in a process of its own.

    Raises:
        subprocess.CalledProcessError: it failed; what it said has been printed.
    """
    command = [sys.executable, "-m", "bench.asking.clients", json.dumps(asdict(work))]
    done = subprocess.run(
        command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, check=True
    )
    return Taken(**json.loads(done.stdout))
