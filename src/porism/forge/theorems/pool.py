"""Reading many papers at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from pathlib import Path

from porism.errors import PorismError
from porism.forge.latex import Budget
from porism.forge.sources import find_main
from porism.forge.theorems.paper import Paper, read_paper

AHEAD = 64
"""Papers that are handed to the executor before the first must be back."""


@dataclass(frozen=True, slots=True)
class Read:
    """What became of one paper: a paper, or the reason why there is none."""

    folder: Path
    paper: Paper | None
    reason: str = ""


def read_folder(folder: Path, budget: Budget | None = None) -> Read:
    """Find the main file of an unpacked source and read it; what goes wrong is the answer."""
    try:
        return Read(folder, read_paper(find_main(folder), folder, budget))
    except (PorismError, OSError) as error:
        return Read(folder, None, str(error))


def read_many(folders: Iterable[Path], executor: Executor) -> Iterator[Read]:
    """Read papers with an executor, a few ahead; yield them as they are done.

    Args:
        folders: unpacked sources.
        executor: a process pool, or any other.
    """
    waiting: dict[Future[Read], Path] = {}
    for folder in folders:
        waiting[executor.submit(read_folder, folder)] = folder
        if len(waiting) >= AHEAD:
            yield from _done(waiting)
    while waiting:
        yield from _done(waiting)


def _done(waiting: dict[Future[Read], Path]) -> Iterator[Read]:
    finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for future in finished:
        folder = waiting.pop(future)
        error = future.exception()
        if error is None:
            yield future.result()
        else:
            yield Read(folder, None, f"{type(error).__name__}: {error}")
