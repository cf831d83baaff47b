"""A run through batch APIs: send what is owed, wait, collect, and ask again what is missing."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass

from porism.core import Batch
from porism.errors import (
    ConfigurationError,
    EndpointError,
    PermanentError,
    TransientError,
)
from porism.models.batches import BatchAccess, connect_batches, refuse_without_batches
from porism.runner.batches.packing import Load, Packer
from porism.runner.batches.post import Outcome, Post
from porism.runner.batching import Batching
from porism.runner.budget import Budget, CostGuess
from porism.runner.execute import prices_on, worst_cost
from porism.runner.lane import Stopped
from porism.runner.manifest import record_run
from porism.runner.options import Options
from porism.runner.plan import Assignment
from porism.runner.progress import LaneProgress
from porism.runner.undertaking import Undertaking
from porism.solvers import find_solver
from porism.store import Store
from porism.store.batches import Batches

MOST_FRUITLESS = 3
"""Rounds in which nothing was answered, after which a person has to look."""


@dataclass
class Lane:
    """One model on one benchmark, through its batch API."""

    load: Load
    packer: Packer
    post: Post

    @property
    def place(self) -> tuple[str, str, str]:
        """What its batches are about: benchmark, variant, model."""
        plan = self.load.assignment
        return plan.benchmark.id, plan.variant.name if plan.variant else "", plan.model.id


class BatchExecution(Undertaking[list[Lane]]):
    """One run over a plan, through batch APIs.

    Args:
        plan: who is put to what.
        store: where everything is kept.
        options: how it is carried out.
        batching: how it goes through the batch APIs.
        environ: where keys are looked up.

    Raises:
        ConfigurationError: a model has no batch API or has to be asked several times, a key is
            missing, or a cost limit is set and no price is known.
    """

    def __init__(
        self,
        plan: Sequence[Assignment],
        store: Store,
        options: Options,
        batching: Batching = Batching(),
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        for assignment in plan:
            refuse_several_requests(assignment)
            refuse_without_batches(assignment.model)
        super().__init__(store, options)
        self._plan, self._batching, self._environ = plan, batching, environ
        self._batches = Batches(store)
        self._budget = Budget(options.max_cost_usd)
        models = (assignment.model for assignment in plan)
        self._prices = prices_on(self._now.date(), models, options.max_cost_usd, batch=True)
        self._stopped = asyncio.Event()

    def interrupt(self, why: str = "interrupted") -> None:
        """Wait for nothing any more; batches go on at the providers. A second time: at once."""
        if self._stopped.is_set():
            self._serving.cancel()
            return
        self._why = why
        self._stopped.set()

    # -- setting up ------------------------------------------------------------------------

    async def _open(self, stack: AsyncExitStack) -> list[Lane]:
        ways: dict[str, BatchAccess] = {}
        lanes = []
        for assignment in self._plan:
            model = assignment.model
            if model.id not in ways:
                ways[model.id] = connect_batches(model, self._environ)
                stack.push_async_callback(ways[model.id].close)
            lanes.append(self._lane(assignment, ways[model.id]))
        self.progress.lanes = [lane.load.progress for lane in lanes]
        return lanes

    def _lane(self, assignment: Assignment, access: BatchAccess) -> Lane:
        model, benchmark, options = assignment.model, assignment.benchmark, self._options
        price = self._prices[model.id]
        progress = LaneProgress(
            benchmark=benchmark.id,
            model=model.id,
            scoring=benchmark.scoring,
            cells=assignment.cells,
        )
        guess = CostGuess(worst_cost(model, price))
        load = Load(assignment, price, self._budget, guess, progress)
        packer = Packer(
            access=access,
            batches=self._batches,
            run=self.run,
            runner=self._runner,
            lease=options.lease,
            reopen=options.reopen,
            most=self._batching.size,
            clock=options.clock,
            new_id=options.new_id,
        )
        post = Post(
            access=access,
            batches=self._batches,
            batching=self._batching,
            backoff=options.backoff,
            rng=options.rng,
            clock=options.clock,
            runner=self._runner,
            lease=options.lease,
            on_attempt=load.see,
            progress=progress,
            stopped=self._stopped,
        )
        return Lane(load, packer, post)

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
        """Serve all lanes side by side."""
        self._serving = asyncio.gather(*(group.create_task(self._serve(lane)) for lane in ways))
        await self._serving

    async def _serve(self, lane: Lane) -> None:
        """Go round after round until nothing is owed; what was begun before is part of the first.

        Cells in batches of an earlier run are not another run's: they are in this one's hands.
        """
        names, waiting = self._begun(lane)
        fruitless = 0
        while not self._is_over(lane):
            sent = await self._send(lane)
            lane.load.progress.taken -= waiting
            names, waiting = [*names, *sent], 0
            if not names:
                break
            outcomes = await asyncio.gather(*(self._follow(lane, name) for name in names))
            names = []
            await self._settle(lane, outcomes)
            if not self._batching.wait or (self._batching.then_direct and not lane.load.short):
                return
            fruitful = any(outcome.answered or outcome.full for outcome in outcomes)
            fruitless = 0 if fruitful else fruitless + 1
            if fruitless == MOST_FRUITLESS:
                self._stop(lane, f"nothing was answered in {fruitless} rounds; see porism batches")
        if lane.load.short and not self._is_over(lane):
            self._why = f"the limit of {self._options.max_cost_usd} USD is reached"

    def _begun(self, lane: Lane) -> tuple[list[str], int]:
        """Return the batches of earlier runs that are open, and how many answers they owe."""
        begun = [s for s in self._batches.states() if s.is_open and place_of(s.batch) == lane.place]
        return [s.batch.id for s in begun], sum(s.batch.items - s.answered for s in begun)

    async def _send(self, lane: Lane) -> list[str]:
        """Pack and send what is owed; return the batches that are on their way."""
        sent = []
        async with aclosing(lane.packer.packed(lane.load)) as packed:
            try:
                async for batch, items in packed:
                    sent.append(batch.id)
                    await lane.post.send(batch, items)
                    if self._is_over(lane):
                        break
            except PermanentError as error:
                self._stop(lane, str(error))
            except (TransientError, Stopped):  # what became of it shows when it is followed
                pass
        return sent

    async def _follow(self, lane: Lane, name: str) -> Outcome:
        try:
            return await lane.post.follow(name)
        except EndpointError as error:
            return Outcome(name, ended=False, fault=str(error))

    async def _settle(self, lane: Lane, outcomes: Sequence[Outcome]) -> None:
        """Draw the conclusions from a round."""
        for outcome in outcomes:
            await self._pay(lane, outcome)
            if outcome.message:
                self.progress.note(outcome.message)
            if outcome.fault:
                self._stop(lane, outcome.fault)
        if any(outcome.full for outcome in outcomes) and not self._is_over(lane):
            await lane.post.pause()

    async def _pay(self, lane: Lane, outcome: Outcome) -> None:
        """Replace what was set aside for a batch by what it has cost."""
        reserved = lane.load.reserved_usd.pop(outcome.batch, None)
        if reserved is not None and outcome.ended:
            spent = self._batches.state(outcome.batch).cost_usd
            await self._budget.settle(reserved, reserved if spent is None else spent)

    def _is_over(self, lane: Lane) -> bool:
        return self._stopped.is_set() or bool(lane.load.progress.stopped)

    def _stop(self, lane: Lane, why: str) -> None:
        if not lane.load.progress.stopped:
            self.progress.note(f"{lane.load.progress.model}: stopped: {why}")
            lane.load.progress.stopped = why


def place_of(batch: Batch) -> tuple[str, str, str]:
    """Return what a batch is about: benchmark, variant, model."""
    return batch.benchmark, batch.variant, batch.model.id


def refuse_several_requests(assignment: Assignment) -> None:
    """Refuse what takes more than one request an attempt.

    Raises:
        ConfigurationError: a scaffold asks again, or tools may be called.
    """
    model, benchmark = assignment.model, assignment.benchmark
    why = ""
    if find_solver(model).several:
        why = f"model {model.id}: its solver {model.solver} may ask several times in an attempt"
    elif benchmark.tools:
        why = f"{benchmark.id} allows tools ({', '.join(benchmark.tools)})"
    if why:
        raise ConfigurationError(
            f"{why}, and in a batch each request is made once; run it without --batch"
        )
