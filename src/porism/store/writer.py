"""One thread writes: it takes what has gathered, commits it as one, and says so."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, Table, insert

from porism.errors import StoreError
from porism.store.engine import READ_WRITE, is_disk_full, store_errors
from porism.store.schema import metadata

Row = Mapping[str, Any]
PARENTS_FIRST = metadata.sorted_tables


@dataclass(slots=True)
class Job:
    """Something to write, and the promise that it will be on disk."""

    work: Callable[[Connection], Any] | None = None
    """Runs inside the transaction, after the rows; ``None`` for plain rows."""
    rows: Sequence[tuple[Table, Row]] = ()
    done: Future[Any] = field(default_factory=Future)


class Writer:
    """Groups what many ask for into few commits.

    Alone, a commit starts at once. Once several ask at the same time, the next group
    gathers for a moment, and a commit is shared by hundreds.

    Args:
        engine: the store's engine.
        where: the store's name in error messages.
        patience_s: how long a full disk is waited for before what is held is given up.
        on_full_disk: called once a second while the disk is full, with the number of jobs held.
    """

    GROUP = 512
    GATHERING_S = 0.02
    """What a kill can cost under load, besides the commit that is under way."""

    def __init__(
        self,
        engine: Engine,
        where: str,
        *,
        patience_s: float = 60,
        on_full_disk: Callable[[int], None] | None = None,
    ) -> None:
        self._engine, self._where, self._patience_s = engine, where, patience_s
        self.on_full_disk = on_full_disk
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False

    def append(
        self, *rows: tuple[Table, Row], then: Callable[[Connection], None] | None = None
    ) -> Future[None]:
        """Write rows together and do what comes ``then``; done once all is committed."""
        return self._submit(Job(then, rows))

    def run(self, work: Callable[[Connection], Any]) -> Future[Any]:
        """Run ``work`` inside a transaction; the future has its result once committed."""
        return self._submit(Job(work=work))

    def close(self) -> None:
        """Commit what is queued and stop."""
        with self._lock:
            self._closed = True
            thread = self._thread
            if thread is not None:
                self._jobs.put(None)
        if thread is not None:
            thread.join()

    def _submit(self, job: Job) -> Future[Any]:
        with self._lock:
            if self._closed:
                raise StoreError(f"{self._where}: the store is closed")
            if self._thread is None:
                self._thread = threading.Thread(target=self._loop, name="store-writer", daemon=True)
                self._thread.start()
            # A promise cannot be taken back: what was paid for is written, whoever stops waiting.
            job.done.set_running_or_notify_cancel()
            self._jobs.put(job)
        return job.done

    def _loop(self) -> None:
        with self._engine.connect().execution_options(begin=READ_WRITE) as connection:
            while group := self._gather():
                self._write(connection, group)
                if len(group) > 1:
                    time.sleep(self.GATHERING_S)

    def _gather(self) -> list[Job]:
        """Wait for a job and take all that are there with it; empty at the end."""
        first = self._jobs.get()
        if first is None:
            return []
        group = [first]
        while len(group) < self.GROUP:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                self._jobs.put(None)
                break
            group.append(job)
        return group

    def _write(self, connection: Connection, group: list[Job]) -> None:
        """Commit the group as one; if that fails, each alone, so that one cannot sink others."""
        try:
            results = self._commit(connection, group)
        except Exception as error:  # noqa: BLE001 - it is the caller's: this thread lives on
            if len(group) == 1:
                group[0].done.set_exception(error)
                return
            for job in group:
                self._write(connection, [job])
            return
        for job, result in zip(group, results, strict=True):
            job.done.set_result(result)

    def _commit(self, connection: Connection, group: list[Job]) -> list[Any]:
        """Run one transaction, waiting while the disk is full."""
        give_up = time.monotonic() + self._patience_s
        while True:
            try:
                with store_errors(self._where), connection.begin():
                    return perform(connection, group)
            except StoreError as error:
                if not is_disk_full(error.__cause__ or error) or time.monotonic() > give_up:
                    raise
            if self.on_full_disk:
                self.on_full_disk(len(group) + self._jobs.qsize())
            time.sleep(min(1, self._patience_s / 10))


def perform(connection: Connection, group: Sequence[Job]) -> list[Any]:
    """Do the jobs in order; rows of one table go in one statement, parents before children."""
    pending: dict[Table, list[Row]] = {}

    def flush() -> None:
        for table in PARENTS_FIRST if pending else ():
            if rows := pending.pop(table, None):
                connection.execute(insert(table), rows)

    results: list[Any] = []
    for job in group:
        for table, row in job.rows:
            pending.setdefault(table, []).append(row)
        if job.work is not None:
            flush()
        results.append(job.work(connection) if job.work else None)
    flush()
    return results
