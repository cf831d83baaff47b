"""An undertaking: what a run of any kind does around its work, so that it ends in good order."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from typing import ClassVar, Generic, TypeVar

from porism.errors import UserError
from porism.runner.lane import Channel
from porism.runner.options import Options, new_run_id
from porism.runner.progress import Progress
from porism.store import Store, runner_name

W = TypeVar("W")


class Undertaking(ABC, Generic[W]):
    """One run, which leases what it works on and can be interrupted.

    Args:
        store: where everything is kept.
        options: how it is carried out.
    """

    brings: ClassVar[str] = "answers"
    """What it keeps, in a word."""

    def __init__(self, store: Store, options: Options) -> None:
        self._store, self._options = store, options
        self._now = options.clock()
        self.run = new_run_id(self._now, options.new_id)
        self._runner = runner_name(self.run)
        self._channels: list[Channel] = []
        self._feeders: list[asyncio.Task[None]] = []
        self._under_way: set[asyncio.Task[None]] = set()
        self._ended: list[str] = []
        """What need not be leased any longer."""
        self._why = "finished"
        self.progress = Progress(run=self.run, lanes=[], started=time.monotonic())

    async def execute(self) -> Progress:
        """Do everything that is owed.

        Raises:
            UserError: the store can no longer be written, a prompt does not fit a problem, or a
                tool cannot be had.
        """
        async with AsyncExitStack() as stack:
            ways = await self._open(stack)
            self._record()
            self._store.writer.on_full_disk = self._tell_full_disk
            self.progress.started = time.monotonic()
            try:
                async with asyncio.TaskGroup() as group:
                    heart = group.create_task(self._beat())
                    await self._work(ways, group)
                    heart.cancel()
            except* UserError as several:
                self._why = str(several.exceptions[0])
                raise several.exceptions[0] from None
            finally:
                self._finish()
        return self.progress

    def interrupt(self, why: str = "interrupted") -> None:
        """Begin nothing new; what arrives within the grace time is kept.

        A second interruption does not wait for what is in flight.
        """
        if self._why == why == "interrupted":
            for task in self._under_way:
                task.cancel()
            return
        self._why = why
        if why == "interrupted" and self._under_way:
            self.progress.note(
                f"stopping: {len(self._under_way)} {self.brings} are under way and may take up to "
                f"{self._options.grace_s:g} s; Ctrl-C again stops at once"
            )
        for channel in self._channels:
            channel.stop(why)
        for feeder in self._feeders:
            feeder.cancel()

    @abstractmethod
    async def _open(self, stack: AsyncExitStack) -> W:
        """Open the ways to the endpoints, to be closed with the stack."""

    @abstractmethod
    def _record(self) -> None:
        """Keep what is asked, before it is asked."""

    @abstractmethod
    async def _work(self, ways: W, group: asyncio.TaskGroup) -> None:
        """Do what is owed, until all of it has ended."""

    def _begin(
        self, work: Coroutine[None, None, None], room: asyncio.Semaphore, group: asyncio.TaskGroup
    ) -> None:
        """Begin a piece of work, for which there is room."""
        task = group.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        task.add_done_callback(lambda _: room.release())

    async def _drain(self) -> None:
        """Wait for what is in flight: without end, or for the grace time once stopped."""
        while self._under_way:
            stopped = self._why != "finished"
            timeout = self._options.grace_s if stopped else 0.2
            _, left = await asyncio.wait(self._under_way, timeout=timeout)
            if stopped:
                for task in left:
                    task.cancel()
                return

    async def _beat(self) -> None:
        """Prolong the leases of what is under way; give back those of what has ended."""
        while True:
            await asyncio.sleep(self._options.lease.total_seconds() / 3)
            ended, self._ended = self._ended, []
            await asyncio.wrap_future(self._store.release(self._runner, ended))
            await asyncio.wrap_future(self._store.renew(self._runner, self._options.lease))

    def _tell_full_disk(self, held: int) -> None:
        some = f"{held} {self.brings}"
        self.progress.note(f"the disk is full: {some} wait in memory; free some space")

    def _finish(self) -> None:
        """Give all leases back and keep why the run ended."""
        self._store.release(self._runner).result()
        stops = [f"{p.model}: {p.stopped}" for p in self.progress.lanes if p.stopped]
        self._store.end_run(self.run, "; ".join([self._why, *stops]))
        self.progress.ended = self._why
