"""Programs that are given what anyone may have written: bounded, in an empty folder, alone."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from tempfile import TemporaryDirectory

from porism.errors import TypesettingError

_PATIENCE = 10
"""Seconds that may pass for one of processor time, where a machine is busy."""
_LIMITED = 'ulimit -c 0; ulimit -t "$1"; shift; exec "$@"'


@dataclass(frozen=True, slots=True)
class Ended:
    """What a program wrote before it ended."""

    written: bytes
    said: str
    """On standard error."""
    code: int
    """Below zero where it was ended."""


def run(command: Sequence[str], given: str, *, cpu_s: int) -> Ended:
    """Run a program that sees neither files of ours nor variables.

    Args:
        command: the program by its path, and its options.
        given: what it reads.
        cpu_s: processor time, in seconds; time that passes would depend on what else runs.

    Raises:
        TypesettingError: it hangs.
    """
    limited = ["/bin/sh", "-c", _LIMITED, "sh", str(cpu_s), *command]
    with TemporaryDirectory() as folder:
        process = subprocess.Popen(  # noqa: S603 - our own command
            limited, cwd=folder, env={"HOME": folder, "LANG": "C.UTF-8"},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        with process:
            try:
                written, said = process.communicate(given.encode(), timeout=_PATIENCE * cpu_s)
            except subprocess.TimeoutExpired:
                process.kill()
                raise TypesettingError(f"it takes more than {_PATIENCE * cpu_s} s") from None
    return Ended(written, said.decode(errors="replace"), process.returncode)
