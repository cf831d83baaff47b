"""Work on many papers at once, which goes on whatever one of them does to its process."""

from __future__ import annotations

import multiprocessing
import resource
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 64
"""Items that are handed to the executor before the first must be back."""
MOST_BYTES = 4 << 30
"""Of address space in one process: a paper that wants more gets an error, not the machine."""


@dataclass(frozen=True, slots=True)
class Done(Generic[T, R]):
    """What became of one item: a result, or the reason why there is none."""

    item: T
    result: R | None
    reason: str = ""


def processes(workers: int) -> Callable[[], Executor]:
    """Return what makes pools of processes.

    Args:
        workers: how many in a pool.
    """
    # Forked from a server without threads, which has imported what all of them need.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["porism.forge.theorems.reading"])
    return lambda: ProcessPoolExecutor(workers, context, bound_memory)


def bound_memory() -> None:
    """Let this process have no more than :data:`MOST_BYTES`."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    limit = MOST_BYTES if most == resource.RLIM_INFINITY else min(MOST_BYTES, most)
    resource.setrlimit(resource.RLIMIT_AS, (limit, most))


def work_through(
    work: Callable[[T], R], items: Iterable[T], make: Callable[[], Executor]
) -> Iterator[Done[T, R]]:
    """Do some work on each item, a few ahead; yield them as they are done.

    When a process dies, all that was with its pool is done once more, one at a time, so
    that the item to blame is found and the others are not.

    Args:
        work: what to do; it has to be importable by other processes.
        items: on what.
        make: makes an executor: a pool of processes, or any other.
    """
    left = iter(items)
    lost: list[T] = []
    while True:
        with make() as executor:
            yield from _until_broken(work, left, executor, lost)
        if not lost:
            return
        yield from _one_by_one(work, lost, make)
        lost.clear()


def _until_broken(
    work: Callable[[T], R], left: Iterator[T], executor: Executor, lost: list[T]
) -> Iterator[Done[T, R]]:
    """Work until the items or the executor are at an end; note the items that it lost."""
    waiting: dict[Future[R], T] = {}
    for item in left:
        try:
            waiting[executor.submit(work, item)] = item
        except BrokenExecutor:
            lost.append(item)
        if len(waiting) >= AHEAD:
            yield from _finished(waiting, lost)
        if lost:
            break
    while waiting:
        yield from _finished(waiting, lost)


def _finished(waiting: dict[Future[R], T], lost: list[T]) -> Iterator[Done[T, R]]:
    finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for future in finished:
        item, error = waiting.pop(future), future.exception()
        if isinstance(error, BrokenExecutor):
            lost.append(item)
        else:
            yield _done(item, future, error)


def _one_by_one(
    work: Callable[[T], R], items: Iterable[T], make: Callable[[], Executor]
) -> Iterator[Done[T, R]]:
    """Work on items none of which can be blamed for another's end."""
    left = iter(items)
    broken = True
    while broken:
        broken = False
        with make() as executor:
            for item in left:
                future = executor.submit(work, item)
                error = future.exception()
                broken = isinstance(error, BrokenExecutor)
                if broken:
                    yield Done(item, None, "it ended the process that worked on it")
                    break
                yield _done(item, future, error)


def _done(item: T, future: Future[R], error: BaseException | None) -> Done[T, R]:
    if error is None:
        return Done(item, future.result())
    return Done(item, None, f"{type(error).__name__}: {error}")
