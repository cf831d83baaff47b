"""Other processes, which make the pages that are many."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from types import TracebackType
from typing import Self

from porism.site.jobs import Job, Made, Target, done

FEW_PAGES = 500
"""Not worth starting other processes for."""
AHEAD = 32
"""Jobs that lie ready, so that no process waits while this one makes pages itself."""


class Working:
    """Jobs that are being done, in other processes where there are many.

    Args:
        jobs: made one by one, as memory does not hold all of them.
        target: where pages go.
        workers: processes; as many as there are processors without it.
    """

    def __init__(self, jobs: Iterable[Job], target: Target, workers: int | None) -> None:
        self._waiting, self._target = iter(jobs), target
        self._first: list[Job] = []
        self._running: deque[Future[list[Made]]] = deque()
        self._pool: ProcessPoolExecutor | None = None
        self._count = workers or len(os.sched_getaffinity(0))

    def __enter__(self) -> Self:
        pages = 0
        while pages < FEW_PAGES and (job := next(self._waiting, None)):
            self._first.append(job)
            pages += len(job.keys)
        if pages >= FEW_PAGES and self._count > 1:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._count, mp_context=context)
            self._waiting = chain(self._first, self._waiting)
            self._submit(self._pool, AHEAD)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def results(self) -> Iterator[Made]:
        """Yield what was made, until all is done."""
        if self._pool is None:
            jobs = chain(self._first, self._waiting)
            yield from chain.from_iterable(done(job, self._target) for job in jobs)
            return
        while self._running:
            yield from self._running.popleft().result()
            self._submit(self._pool, 1)

    def _submit(self, pool: ProcessPoolExecutor, count: int) -> None:
        jobs = islice(self._waiting, count)
        self._running.extend(pool.submit(done, job, self._target) for job in jobs)
