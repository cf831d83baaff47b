"""The post: batches of one model on their way to the provider and back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple, TypeVar

from porism.core import Attempt, Batch, BatchEvent, Verdict
from porism.errors import EndpointError, PermanentError, TransientError
from porism.models.batches import BatchAccess, Item, Seen, Sought, Undecided
from porism.runner.backoff import Backoff
from porism.runner.batches.collecting import Collector
from porism.runner.batching import Batching
from porism.runner.inquiry import TOLD_AFTER
from porism.runner.lane import Stopped
from porism.runner.progress import LaneProgress
from porism.store.batches import Batches, BatchState

T = TypeVar("T")

GONE = frozenset({403, 404})
"""Statuses that say: this account has no such thing."""
MOST_TRIES = 20
"""Submissions that are tried before a person has to look."""


class Outcome(NamedTuple):
    """What came of following a batch."""

    batch: str
    ended: bool
    """Nothing more will come of it."""
    answered: int = 0
    missed: int = 0
    message: str = ""
    """What a person should know."""
    fault: str = ""
    """Why no request to this model can succeed."""
    full: bool = False
    """The provider has too much of ours waiting already."""


@dataclass
class Post:
    """Sends and follows the batches of one model.

    Nothing that was paid for is lost or paid for twice, whenever the process ends: a batch is
    stored before it is sent, looked up at the provider where its handle is not known, and an
    answer can be kept only once.
    """

    access: BatchAccess
    batches: Batches
    batching: Batching
    backoff: Backoff
    rng: Random
    clock: Callable[[], datetime]
    runner: str
    """Who follows: two would collect the same."""
    lease: timedelta
    on_attempt: Callable[[Attempt, Verdict | None], None] = lambda _attempt, _verdict: None
    """Told of every attempt that is kept."""
    progress: LaneProgress | None = None
    stopped: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the run ends: nothing is waited for any more."""

    async def send(self, batch: Batch, items: Sequence[Item]) -> None:
        """Hand a stored batch to the provider.

        Raises:
            PermanentError: it was turned away; its cells are owed again.
            TransientError: the provider cannot be reached; what became of it shows later.
            Stopped: the run is ending.
        """

        async def on_file(file: str) -> None:
            await self._note(batch, "uploaded", handle=file)

        for tries in range(1, MOST_TRIES + 1):
            file = self.batches.state(batch.id).file
            try:
                seen = await self.access.service.submit(batch.id, items, on_file, file)
                break
            except PermanentError as error:
                await self._end(batch, "unsent", str(error), error.status)
                await self._forget(batch)
                raise
            except TransientError as error:
                if tries == MOST_TRIES:
                    raise
                await self._sit_out(tries, error)
                arrived = await self._arrived(self.batches.state(batch.id))
                if arrived is not None:
                    seen = arrived
                    break
        await self._note(batch, "submitted", handle=seen.handle, word=seen.word)

    async def follow(self, name: str) -> Outcome:
        """Find a batch again, wait until it has ended, and collect what has come.

        Raises:
            PermanentError: no request to this model can succeed; the batch stays as it is.
            TransientError: the provider cannot be reached and nobody wants to wait.
        """
        if not await asyncio.wrap_future(self.batches.take(name, self.runner, self.lease)):
            return Outcome(name, ended=False, message=f"batch {name}: another run follows it")
        state = self.batches.state(name)
        if not state.is_open:
            return Outcome(name, ended=True)
        try:
            return await self._brought_home(state)
        except (Stopped, Undecided) as error:
            return Outcome(name, ended=False, message=str(error))
        except PermanentError as error:
            if error.status not in GONE:
                raise
            why = lost(state, error)
            await self._end(state.batch, "lost", why, error.status)
            return Outcome(name, ended=True, message=why, fault=why)

    async def _brought_home(self, state: BatchState) -> Outcome:
        batch = state.batch
        handle = state.handle or await self._recovered(state)
        if not handle:
            why = f"batch {batch.id} never reached the provider"
            await self._end(batch, "unsent", why)
            await self._forget(batch)
            return Outcome(batch.id, ended=True, message=why)
        seen = await self._ended(batch, handle)
        return await self._collected(batch, seen) if seen.ended else Outcome(batch.id, ended=False)

    async def pause(self) -> None:
        """Wait before the provider is given more; at once where the run is ending."""
        with suppress(Stopped):
            await self._sleep(self.batching.poll.most_s)

    # -- finding again ---------------------------------------------------------------------

    async def _recovered(self, state: BatchState) -> str:
        """Return the handle of a batch that was stored without one; empty if it never arrived."""
        failures = 0
        while True:
            seen = await self._arrived(state)
            if seen is not None:
                await self._note(state.batch, "submitted", handle=seen.handle, word=seen.word)
                return seen.handle
            age_s = (self.clock() - state.batch.made_at).total_seconds()
            if age_s >= self.batching.settle_s:
                return ""
            if not self.batching.wait:
                raise Undecided("whether it has reached the provider is not known yet")
            failures += 1
            await self._sleep(self.batching.poll.wait_s(failures, None, self.rng))

    async def _arrived(self, state: BatchState) -> Seen | None:
        """Look a batch up at the provider, waiting until that can be decided."""
        batch = state.batch
        others = {s.handle for s in self.batches.states() if s.batch.id != batch.id}
        sought = Sought(
            id=batch.id,
            made_at=batch.made_at,
            items=batch.items,
            file=self.batches.state(batch.id).file,
            known=frozenset(others - {""}),
        )
        return await self._patiently(lambda: self.access.service.find(sought))

    # -- waiting ---------------------------------------------------------------------------

    async def _ended(self, batch: Batch, handle: str) -> Seen:
        """Look at a batch until it has ended, or once if nobody waits."""
        last: Seen | None = None
        looks = 0
        while True:
            seen = await self._patiently(lambda: self.access.service.look(handle))
            if last is None or (seen.word, seen.done) != (last.word, last.done):
                await self._note(batch, "seen", handle=handle, word=seen.word, done=seen.done)
                looks = 0 if last is not None and seen.done != last.done else looks
            self._show(batch, seen)
            if seen.ended or not self.batching.wait:
                return seen
            last, looks = seen, looks + 1
            await self._sleep(self.batching.poll.wait_s(looks, None, self.rng))

    async def _patiently(self, call: Callable[[], Awaitable[T]]) -> T:
        """Ask until an answer comes; a few times only where nobody waits."""
        failures = 0
        while True:
            try:
                found = await call()
            except TransientError as error:
                failures += 1
                if not self.batching.wait and (failures > 2 or isinstance(error, Undecided)):
                    raise
                await self._sit_out(failures, error)
                continue
            self._tell("")
            return found

    async def _sit_out(self, failures: int, error: TransientError) -> None:
        backoff = self.batching.poll if isinstance(error, Undecided) else self.backoff
        if failures >= TOLD_AFTER:
            self._tell(str(error))
        await self._sleep(backoff.wait_s(failures, error.retry_after_s, self.rng))

    async def _sleep(self, wait_s: float) -> None:
        try:
            await asyncio.wait_for(self.stopped.wait(), wait_s)
        except TimeoutError:
            return
        raise Stopped

    # -- collecting ------------------------------------------------------------------------

    async def _collected(self, batch: Batch, seen: Seen) -> Outcome:
        """Turn results into attempts; begin again where they break off."""
        collector = Collector(self.access, self.batches, self.clock, self.on_attempt)

        async def collect() -> None:
            await collector.collect(batch, seen)

        if not seen.failure:
            await self._patiently(collect)
        misses = collector.misses(batch, seen)
        message = f"{batch.model.id}: batch {seen.handle}: {seen.failure}" if seen.failure else ""
        event = BatchEvent(
            step="collected",
            at=self.clock(),
            handle=seen.handle,
            word=seen.word,
            done=seen.done,
            message=seen.failure,
        )
        await asyncio.wrap_future(self.batches.end(batch.id, event, *misses))
        if seen.failure:
            await self._forget(batch)
        fault = collector.fault or ("" if seen.full else seen.failure)
        kept = batch.items - len(misses)
        return Outcome(batch.id, True, kept, len(misses), message, fault, seen.full)

    # -- telling ---------------------------------------------------------------------------

    async def _note(self, batch: Batch, step: str, **facts: object) -> None:
        event = BatchEvent.model_validate({"step": step, "at": self.clock(), **facts})
        await asyncio.wrap_future(self.batches.note(batch.id, event))

    async def _end(self, batch: Batch, step: str, why: str, status: int | None = None) -> None:
        facts = {"step": step, "at": self.clock(), "message": why, "status": status}
        event = BatchEvent.model_validate(facts)
        await asyncio.wrap_future(self.batches.end(batch.id, event))

    async def _forget(self, batch: Batch) -> None:
        """Leave no requests at the provider that were not run; where it refuses, they stay."""
        if file := self.batches.state(batch.id).file:
            with suppress(EndpointError):
                await self.access.service.forget(file)

    def _tell(self, trouble: str) -> None:
        if self.progress is not None:
            self.progress.trouble = trouble

    def _show(self, batch: Batch, seen: Seen) -> None:
        if self.progress is not None:
            out = "" if seen.ended else f"{seen.word}: {seen.done:,} of {batch.items:,}"
            self.progress.batches[batch.id] = out


def lost(state: BatchState, error: PermanentError) -> str:
    """Say that a batch is not to be had, and what follows from it."""
    name = state.handle or state.batch.id
    return (
        f"batch {name} of {state.batch.model.id} is not to be had with the key in use "
        f"({error.status}: {error}): it was sent with another account's key, or the provider "
        "keeps it no longer; what it leaves unanswered is owed again"
    )
