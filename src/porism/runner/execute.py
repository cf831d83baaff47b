"""Execution: feed what is owed to the lanes, keep what comes, end in good order."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from datetime import date
from decimal import Decimal

from porism.core import Model, Price, Usage
from porism.errors import ConfigurationError, PermanentError
from porism.models import connect
from porism.models.prices import cost_usd, snapshot
from porism.runner.attempting import Recorder
from porism.runner.budget import Budget, BudgetSpent, CostGuess
from porism.runner.health import Health
from porism.runner.lane import Access, Channel, Lane, Stopped
from porism.runner.manifest import record_run
from porism.runner.options import Options
from porism.runner.pace import Pace
from porism.runner.plan import Assignment, Task
from porism.runner.progress import LaneProgress
from porism.runner.undertaking import Undertaking
from porism.solvers import find_solver
from porism.store import Store
from porism.tools.local_library import LocalLibrary
from porism.tools.native import refuse_without, untold
from porism.tools.workshop import Workshop

MOST_ALIVE = 4_096
"""Attempts under way at once in one channel, those in back-off included; fewer where an attempt
takes several requests, so that those that have begun are brought to their end first."""
WORST_OUTPUT_TOKENS = 32_000
"""What a request may take where the model's file sets no maximum and nothing was seen."""


class Execution(Undertaking[list[Lane]]):
    """One run over a plan.

    Args:
        plan: who is put to what.
        store: where everything is kept.
        options: how it is carried out.

    Raises:
        ConfigurationError: a key is missing, a cost limit is set and no price is known, or a
            provider lacks a tool that it is to have itself.
    """

    def __init__(self, plan: Sequence[Assignment], store: Store, options: Options) -> None:
        super().__init__(store, options)
        self._plan = plan
        self._recorder = Recorder(store, self.run, options.clock, options.new_id)
        self._budget = Budget(options.max_cost_usd)
        asked = (model for a in plan for model in (a.model, *a.others))
        self._prices = prices_on(self._now.date(), asked, options.max_cost_usd)
        for assignment in plan:
            refuse_without(assignment.model, assignment.benchmark.tools)
            if caution := untold(assignment.model, assignment.benchmark):
                self.progress.note(caution)
        self._lanes: list[Lane] = []
        self._opened: dict[str, Channel] = {}

    # -- setting up ------------------------------------------------------------------------

    async def _open(self, stack: AsyncExitStack) -> list[Lane]:
        self._workshop = Workshop(self._options.sandbox, LocalLibrary(self._store))
        stack.push_async_callback(self._workshop.close)
        await self._workshop.open(tool for a in self._plan for tool in a.benchmark.tools)
        for assignment in self._plan:
            for model in (assignment.model, *assignment.others):
                if model.id not in self._opened:
                    channel = self._opened[model.id] = open_channel(model, self._options)
                    self._channels.append(channel)
                    stack.push_async_callback(channel.connection.close)
            self._lanes.append(self._lane(assignment))
        self.progress.lanes = [lane.progress for lane in self._lanes]
        return self._lanes

    def _lane(self, assignment: Assignment) -> Lane:
        model, benchmark = assignment.model, assignment.benchmark
        price = self._prices[model.id]
        lane = Lane(
            assignment=assignment,
            channel=self._opened[model.id],
            solver=find_solver(model),
            workshop=self._workshop,
            price=price,
            budget=self._budget,
            guess=CostGuess(worst_cost(model, price)),
            progress=LaneProgress(
                benchmark=benchmark.id,
                model=model.id,
                scoring=benchmark.scoring,
                cells=assignment.cells,
            ),
        )
        lane.others = {other.id: self._access(other, lane) for other in assignment.others}
        return lane

    def _access(self, other: Model, lane: Lane) -> Access:
        """Return the way to another model that a lane's solver asks."""
        price = self._prices[other.id]
        return Access(
            channel=self._opened[other.id],
            price=price,
            budget=lane.budget,
            guess=CostGuess(worst_cost(other, price)),
            progress=lane.progress,
        )

    def _record(self) -> None:
        """Keep what is asked, before it is asked."""
        record_run(
            self._store,
            self.run,
            self._plan,
            self._prices,
            started_at=self._now,
            max_cost_usd=self._options.max_cost_usd,
            redo=self._options.reopen.redo,
        )

    # -- asking ----------------------------------------------------------------------------

    async def _work(self, ways: list[Lane], group: asyncio.TaskGroup) -> None:
        """Run feeders and attempts side by side."""
        self._feeders = [group.create_task(self._feed(lane, group)) for lane in ways]
        await asyncio.wait(self._feeders)
        await self._drain()

    async def _feed(self, lane: Lane, group: asyncio.TaskGroup) -> None:
        """Start an attempt whenever a slot is free; meanwhile the next batch is claimed."""
        channel = lane.channel
        room = asyncio.Semaphore(2 * channel.pace.concurrency if lane.remembers else MOST_ALIVE)
        batches = lane.assignment.batches(max(16, min(512, 2 * channel.pace.concurrency)))
        claims = (group.create_task(self._claim(batch, lane)) for batch in batches)
        claim = next(claims, None)
        while claim is not None:
            owed, claim = await claim, next(claims, None)
            for task in owed:
                await room.acquire()
                await channel.pace.slots.acquire()
                if channel.stopped.is_set():
                    channel.pace.slots.release()
                    return
                self._begin(self._attempt(task, lane), room, group)

    async def _claim(self, batch: Sequence[Task], lane: Lane) -> list[Task]:
        cells = [task.cell for task in batch]
        options = self._options
        claim = await asyncio.wrap_future(
            self._store.claim(cells, self._runner, options.lease, options.reopen)
        )
        lane.progress.finished += len(claim.finished)
        lane.progress.taken += claim.taken(cells)
        return [task for task in batch if task.cell.digest() in claim.granted]

    async def _attempt(self, task: Task, lane: Lane) -> None:
        """Make one attempt; a model that cannot be asked stops its lane, not the run."""
        if self.progress.first_request is None:
            self.progress.first_request = time.monotonic()
        try:
            await self._recorder.attempt(task, lane)
        except PermanentError as error:
            self._stop(lane, str(error))
        except BudgetSpent:
            limit = self._options.max_cost_usd
            self.interrupt(f"the limit of {limit} USD is reached")
        except Stopped:
            pass
        finally:
            self._ended.append(task.cell.digest())
        self._judge_endpoint(lane)

    def _stop(self, lane: Lane, why: str) -> None:
        if not lane.channel.stopped.is_set():
            self.progress.note(f"{lane.progress.model}: stopped: {why}")
        lane.stop(why)

    def _judge_endpoint(self, lane: Lane) -> None:
        why = lane.channel.health.unstable
        if why and not lane.progress.unstable:
            lane.progress.unstable = why
            model = lane.assignment.model.id
            self._store.add_mark(model, "unstable", why, "runner")
            self.progress.note(f"{model}: unstable: {why}; kept out of standings until cleared")


def prices_on(
    day: date, models: Iterable[Model], limit_usd: Decimal | None, *, batch: bool = False
) -> dict[str, Price | None]:
    """Return what models cost on a day, by id; directly or through batch APIs.

    Raises:
        ConfigurationError: the cost is limited and no price is known.
    """
    prices = {model.id: snapshot(model, day, batch=batch) for model in models}
    unknown = [name for name, price in prices.items() if price is None]
    if limit_usd is not None and unknown:
        raise ConfigurationError(
            f"no price is known for {', '.join(unknown)}: add `price:` to its file "
            "or run without a cost limit"
        )
    return prices


def open_channel(model: Model, options: Options) -> Channel:
    """Open the way to a model's endpoint.

    Raises:
        ConfigurationError: a key, a package or an option is missing or cannot be.
    """
    limits = model.limits
    if options.concurrency is not None:
        limits = limits.model_copy(update={"concurrency": options.concurrency})
    return Channel(
        connection=connect(model, folder=options.folder),
        pace=Pace(limits),
        health=Health(options.stability),
        backoff=options.backoff,
        rng=options.rng,
    )


def worst_cost(model: Model, price: Price | None) -> Decimal:
    """Return what a request costs that uses all tokens it may, in US dollars."""
    most = model.settings.max_tokens or WORST_OUTPUT_TOKENS
    return cost_usd(Usage(input=2_000, output=most), price) or Decimal(0)
