"""Execution: feed what is owed to the lanes, keep what comes, end in good order."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random

from porism.core import Model, Price, Usage
from porism.errors import ConfigurationError, PermanentError, UserError
from porism.models import connect
from porism.models.prices import cost_usd, snapshot
from porism.runner.attempting import Recorder
from porism.runner.backoff import Backoff
from porism.runner.budget import Budget, BudgetSpent, CostGuess
from porism.runner.health import Health, Stability
from porism.runner.lane import Access, Channel, Lane, Stopped
from porism.runner.manifest import record_run
from porism.runner.pace import Pace
from porism.runner.plan import Assignment, Task
from porism.runner.progress import LaneProgress, Progress
from porism.solvers import find_solver
from porism.store import Reopen, Store, runner_name, utc_now
from porism.tools.local_library import LocalLibrary
from porism.tools.native import refuse_without
from porism.tools.sandbox.choice import SandboxChoice, usual_choice
from porism.tools.workshop import Workshop

MOST_ALIVE = 4_096
"""Attempts under way at once in one channel, those in back-off included; fewer where an attempt
takes several requests, so that those that have begun are brought to their end first."""
WORST_OUTPUT_TOKENS = 32_000
"""What a request may take where the model's file sets no maximum and nothing was seen."""


def unlike_others() -> Callable[[], str]:
    """Return a source of ids of 64 bits that asks the system for randomness only once.

    Asking each time lets go of the interpreter's lock, and then waits for it.
    """
    source = Random(secrets.randbits(256))  # noqa: S311 - ids are no secrets
    return lambda: f"{source.getrandbits(64):016x}"


@dataclass(frozen=True, slots=True)
class Options:
    """How a run is carried out."""

    max_cost_usd: Decimal | None = None
    reopen: Reopen = Reopen()
    concurrency: int | None = None
    """Overrides every model's own."""
    grace_s: float = 30
    """How long what is in flight may still arrive after an interruption."""
    lease: timedelta = timedelta(minutes=2)
    backoff: Backoff = Backoff()
    stability: Stability = Stability()
    folder: Path = field(default_factory=Path)
    """Where ``replay`` files are looked for."""
    sandbox: SandboxChoice = field(default_factory=usual_choice)
    """Where code that models write is run."""
    clock: Callable[[], datetime] = utc_now
    rng: Random = field(default_factory=Random)
    new_id: Callable[[], str] = field(default_factory=unlike_others)


def new_run_id(now: datetime, new_id: Callable[[], str]) -> str:
    """Return a name that sorts by time."""
    return f"{now:%Y%m%d-%H%M%S}-{new_id()[:6]}"


class Execution:
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
        self._store, self._options = store, options
        self._now = options.clock()
        self.run = new_run_id(self._now, options.new_id)
        self._runner = runner_name(self.run)
        self._plan = plan
        self._recorder = Recorder(store, self.run, options.clock, options.new_id)
        self._budget = Budget(options.max_cost_usd)
        asked = (model for a in plan for model in (a.model, *a.others))
        self._prices = prices_on(self._now.date(), asked, options.max_cost_usd)
        for assignment in plan:
            refuse_without(assignment.model, assignment.benchmark.tools)
        self._asked: list[str] = []
        self._attempts: set[asyncio.Task[None]] = set()
        self.progress = Progress(run=self.run, lanes=[], started=time.monotonic())
        self._why = "finished"

    async def execute(self) -> Progress:
        """Ask everything that is owed.

        Raises:
            UserError: the store can no longer be written, or a prompt does not fit a problem.
        """
        async with AsyncExitStack() as stack:
            lanes = await self._open_lanes(stack)
            self._record()
            self._store.writer.on_full_disk = self._tell_full_disk
            self.progress.started = time.monotonic()
            try:
                await self._drive(lanes)
            except* UserError as group:
                self._why = str(group.exceptions[0])
                raise group.exceptions[0] from None
            finally:
                self._finish()
        return self.progress

    def interrupt(self, why: str = "interrupted") -> None:
        """Begin nothing new; what arrives within the grace time is kept.

        A second interruption does not wait for what is in flight.
        """
        if self._why == why == "interrupted":
            for attempt in self._attempts:
                attempt.cancel()
            return
        self._why = why
        if why == "interrupted" and self._attempts:
            self.progress.note(
                f"stopping: {len(self._attempts)} answers are under way and may take up to "
                f"{self._options.grace_s:g} s; Ctrl-C again stops at once"
            )
        for channel in self._channels.values():
            channel.stop(why)
        for feeder in self._feeders:
            feeder.cancel()

    # -- setting up ------------------------------------------------------------------------

    async def _open_lanes(self, stack: AsyncExitStack) -> list[Lane]:
        self._channels: dict[str, Channel] = {}
        self._workshop = Workshop(self._options.sandbox, LocalLibrary(self._store))
        stack.push_async_callback(self._workshop.close)
        await self._workshop.open(tool for a in self._plan for tool in a.benchmark.tools)
        self._lanes: list[Lane] = []
        self._feeders: list[asyncio.Task[None]] = []
        for assignment in self._plan:
            for model in (assignment.model, *assignment.others):
                if model.id not in self._channels:
                    channel = self._channels[model.id] = open_channel(model, self._options)
                    stack.push_async_callback(channel.connection.close)
            self._lanes.append(self._lane(assignment))
        self.progress.lanes = [lane.progress for lane in self._lanes]
        return self._lanes

    def _lane(self, assignment: Assignment) -> Lane:
        model, benchmark = assignment.model, assignment.benchmark
        price = self._prices[model.id]
        lane = Lane(
            assignment=assignment,
            channel=self._channels[model.id],
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
            channel=self._channels[other.id],
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

    async def _drive(self, lanes: Sequence[Lane]) -> None:
        """Run feeders and attempts side by side until all have ended."""
        async with asyncio.TaskGroup() as group:
            heart = group.create_task(self._beat())
            self._feeders = [group.create_task(self._feed(lane, group)) for lane in lanes]
            await asyncio.wait(self._feeders)
            await self._drain()
            heart.cancel()

    async def _drain(self) -> None:
        """Wait for what is in flight: without end, or for the grace time once stopped."""
        while self._attempts:
            stopped = self._why != "finished"
            timeout = self._options.grace_s if stopped else 0.2
            _, left = await asyncio.wait(self._attempts, timeout=timeout)
            if stopped:
                for task in left:
                    task.cancel()
                return

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
                attempt = group.create_task(self._attempt(task, lane))
                self._attempts.add(attempt)
                attempt.add_done_callback(self._attempts.discard)
                attempt.add_done_callback(lambda _: room.release())

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
            self._asked.append(task.cell.digest())
        self._judge_endpoint(lane)

    def _stop(self, lane: Lane, why: str) -> None:
        if not lane.channel.stopped.is_set():
            self.progress.note(f"{lane.progress.model}: stopped: {why}")
        lane.stop(why)

    def _tell_full_disk(self, held: int) -> None:
        self.progress.note(f"the disk is full: {held} answers wait in memory; free some space")

    def _judge_endpoint(self, lane: Lane) -> None:
        why = lane.channel.health.unstable
        if why and not lane.progress.unstable:
            lane.progress.unstable = why
            model = lane.assignment.model.id
            self._store.add_mark(model, "unstable", why, "runner")
            self.progress.note(f"{model}: unstable: {why}; kept out of standings until cleared")

    async def _beat(self) -> None:
        """Prolong the leases of what is under way; give back those of what has ended."""
        while True:
            await asyncio.sleep(self._options.lease.total_seconds() / 3)
            ended, self._asked = self._asked, []
            await asyncio.wrap_future(self._store.release(self._runner, ended))
            await asyncio.wrap_future(self._store.renew(self._runner, self._options.lease))

    def _finish(self) -> None:
        """Give all leases back and keep why the run ended."""
        self._store.release(self._runner).result()
        stops = [f"{p.model}: {p.stopped}" for p in self.progress.lanes if p.stopped]
        self._store.end_run(self.run, "; ".join([self._why, *stops]))
        self.progress.ended = self._why


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
