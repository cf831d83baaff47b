"""A process that runs Typst: what it is given is made of proofs that anyone may have written.

It reads one JSON document from standard input, and sees neither the folder it was started from
nor any variable of its parent's. Typst's files are those of an empty folder.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path

import typst

from porism.interop.submissions.typesetting import FAILED

MEMORY_BYTES = 4 << 30


def check(task: dict[str, list[str]]) -> None:
    """Say for each formula, as soon as it is known, whether Typst sets it: ``+`` or ``-``."""
    compiler = typst.Compiler(root=Path.cwd())
    for formula in task["formulas"]:
        try:
            compiler.compile(input=formula.encode(), format="svg")
        except RuntimeError:
            said = b"-"
        else:
            said = b"+"
        sys.stdout.buffer.write(said)
        sys.stdout.buffer.flush()


def page(task: dict[str, str]) -> None:
    """Write the PDF of a document."""
    try:
        pdf = typst.Compiler(root=Path.cwd()).compile(task["source"].encode(), timestamp=0)
    except RuntimeError as error:
        sys.stderr.write(str(error))
        raise SystemExit(FAILED) from None
    if isinstance(pdf, bytes):
        sys.stdout.buffer.write(pdf)


TASKS: dict[str, Callable[..., None]] = {"check": check, "page": page}


def main(task: str) -> None:
    """Do a task within bounds of memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    TASKS[task](json.load(sys.stdin))


if __name__ == "__main__":
    main(sys.argv[1])
