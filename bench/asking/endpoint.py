"""The loopback server as a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from bench.asking.work import ENVIRONMENT, ROOT


class Endpoint:
    """An endpoint under load.

    Args:
        log: where it writes down what was asked and answered, if anywhere.
        options: of ``python -m tests.loopback``.
    """

    def __init__(self, *, log: Path | None = None, **options: float | str) -> None:
        self.log = log
        named = {"log": log, **options} if log else options
        given = [f"--{name.replace('_', '-')}={value}" for name, value in named.items()]
        command = [sys.executable, "-m", "tests.loopback", *given]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        assert self._process.stdout is not None
        self.base_url = self._process.stdout.readline().strip()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.terminate()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def moments(self, event: str) -> dict[int, float]:
        """Return when requests were ``asked`` or ``answered``, in seconds since 1970, by number."""
        if self.log is None or not self.log.exists():
            return {}
        lines = self.log.read_text(encoding="utf-8").splitlines()
        entries = (json.loads(line) for line in lines if line.endswith("}"))
        return {entry["n"]: entry["at"] for entry in entries if entry["event"] == event}
