"""Collecting on its own: what is out comes in, and nothing new is sent."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from porism.errors import EndpointError, UserError
from porism.models.batches import BatchAccess, connect_batches
from porism.runner.batches.post import Outcome, Post
from porism.runner.batching import Batching
from porism.runner.options import Options
from porism.runner.progress import Progress
from porism.store import Store, runner_name
from porism.store.batches import Batches, BatchState


@dataclass
class Collection:
    """Collects batches, whatever has become of the files that defined their models.

    Args:
        states: the batches; those that have ended are left alone.
        store: where everything is kept.
        options: how it is carried out.
        batching: whether to wait for those that are under way.
        environ: where keys are looked up.
    """

    states: Sequence[BatchState]
    store: Store
    options: Options
    batching: Batching
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    outcomes: list[Outcome] = field(default_factory=list)
    """What came of each, filled in by :meth:`execute`."""

    def __post_init__(self) -> None:
        self._runner = runner_name("collect")
        self._stopped = asyncio.Event()

    async def execute(self) -> Progress:
        """Follow every batch that is open."""
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            heart = group.create_task(self._beat())
            posts = [self._post(state, stack) for state in self.states if state.is_open]
            self.outcomes += await asyncio.gather(*posts)
            heart.cancel()
        self.store.release(self._runner).result()
        ended = "interrupted" if self._stopped.is_set() else "finished"
        return Progress(run="", lanes=[], ended=ended)

    def interrupt(self) -> None:
        """Wait for nothing any more."""
        self._stopped.set()

    async def _post(self, state: BatchState, stack: AsyncExitStack) -> Outcome:
        name, options = state.batch.id, self.options
        try:
            access = connect_batches(state.batch.model, self.environ)
        except UserError as error:
            return Outcome(name, ended=False, message=str(error), fault=str(error))
        stack.push_async_callback(access.close)
        post = Post(
            access=access,
            batches=Batches(self.store),
            batching=self.batching,
            backoff=options.backoff,
            rng=options.rng,
            clock=options.clock,
            runner=self._runner,
            lease=options.lease,
            stopped=self._stopped,
        )
        try:
            return await post.follow(name)
        except EndpointError as error:
            return Outcome(name, ended=False, message=str(error), fault=str(error))

    async def _beat(self) -> None:
        """Go on being the one who follows."""
        while True:
            await asyncio.sleep(self.options.lease.total_seconds() / 3)
            await asyncio.wrap_future(self.store.renew(self._runner, self.options.lease))


async def cancel(
    states: Iterable[BatchState], environ: Mapping[str, str] = os.environ
) -> dict[str, str]:
    """Have providers stop; what is answered by then is collected as ever.

    Returns:
        Why batches could not be stopped, by their ids; the others are.
    """
    failed: dict[str, str] = {}
    for state in states:
        try:
            access: BatchAccess = connect_batches(state.batch.model, environ)
        except UserError as error:
            failed[state.batch.id] = str(error)
            continue
        try:
            await access.service.cancel(state.handle)
        except EndpointError as error:
            failed[state.batch.id] = str(error)
        finally:
            await access.close()
    return failed
