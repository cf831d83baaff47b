"""Console sessions in the documentation: run as a reader would, compared as a reader would."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from porism.cli import main

SHELL = set("|&;<>$*`\n")
"""What only a shell can do; all else runs here, which spares starting Python each time."""
ATTEMPT = re.compile(r"\b[0-9a-f]{8}\b")
"""How an attempt's name looks in a list."""


@dataclass
class Step:
    """A command and the lines that the page shows below it."""

    command: str
    shown: list[str] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """2 where the page shows an error, else 0."""
        return 2 if any(line.startswith("error: ") for line in self.shown) else 0


def steps(text: str) -> Iterator[Step]:
    """Yield the commands of a block: ``$`` begins one, ``>`` goes on with it."""
    step = None
    for line in text.splitlines():
        if line.startswith("$ "):
            if step:
                yield step
            step = Step(line[2:])
        elif step and not step.shown and line.startswith("> "):
            step.command += "\n" + line[2:]
        elif step:
            step.shown.append(line)
    if step:
        yield step


class Session:
    """A shell in a folder, as far as the documentation needs one."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture):
        self.folder, self._monkeypatch, self._capfd = folder, monkeypatch, capfd
        self._attempt = "no-attempt-was-listed-yet"
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)

    def run(self, command: str) -> tuple[int, str]:
        """Run a command; return its exit code and all that it printed."""
        words = command.replace("ATTEMPT", self._attempt)
        self._monkeypatch.chdir(self.folder)
        if words.startswith("cd "):
            self.folder = (self.folder / words[3:]).resolve(strict=True)
            return 0, ""
        if words.startswith("porism ") and not SHELL & set(words):
            code, printed = self._here(shlex.split(words))
        else:
            code, printed = self._shell(words)
        if listed := ATTEMPT.findall(printed):
            self._attempt = listed[0]
        return code, printed

    def _here(self, words: list[str]) -> tuple[int, str]:
        self._monkeypatch.setattr("sys.argv", words)
        self._capfd.readouterr()
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        said = self._capfd.readouterr()
        return code, said.out + said.err

    def _shell(self, words: str) -> tuple[int, str]:
        done = subprocess.run(
            ["bash", "-c", words], check=False, text=True, cwd=self.folder, timeout=600,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        return done.returncode, done.stdout


def squeezed(line: str) -> str:
    return " ".join(line.split())


def missing(shown: list[str], printed: str) -> list[str]:
    """Return the lines that a page shows and a command did not print.

    Spaces do not count, and ``...`` stands for anything.
    """
    said = [squeezed(line) for line in printed.splitlines()]
    wanted = {line: ".*".join(map(re.escape, squeezed(line).split("..."))) for line in shown}
    return [
        line
        for line, pattern in wanted.items()
        if line and not any(re.fullmatch(pattern, candidate) for candidate in said)
    ]
