"""The court: puts what is owed before the jury, and ends in good order."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import NamedTuple

from porism.core import Judging, Model, Opinion, Verdict
from porism.errors import UserError
from porism.runner.budget import Budget, BudgetSpent, CostGuess
from porism.runner.execute import open_channel, prices_on, worst_cost
from porism.runner.judge.asking import Asker, JudgeFailed
from porism.runner.judge.clerk import Clerk
from porism.runner.judge.consulting import Consulting
from porism.runner.judge.docket import Docket, Sitting, is_owed
from porism.runner.judge.hearings import Hearings
from porism.runner.judge.manifest import manifest_of
from porism.runner.lane import Access, Stopped
from porism.runner.options import Options
from porism.runner.progress import LaneProgress
from porism.runner.undertaking import Undertaking
from porism.store import Judgements, Store
from porism.tools.workshop import Workshop

BATCH = 32
"""Attempts that are leased at once."""


class Judgement(NamedTuple):
    """What became of an attempt."""

    sitting: Sitting
    verdict: Verdict | None
    """Nothing where the jury had nothing to add."""


class Court(Undertaking[Clerk]):
    """One run of judging over a docket.

    Args:
        docket: what is owed.
        store: where everything is kept.
        options: how it is carried out.

    Raises:
        ConfigurationError: a key is missing, or a cost limit is set and no price is known.
    """

    brings = "opinions"

    def __init__(self, docket: Docket, store: Store, options: Options) -> None:
        super().__init__(store, options)
        self._docket = docket
        models = docket.models.values()
        self._prices = prices_on(self._now.date(), models, options.max_cost_usd)
        self._budget = Budget(options.max_cost_usd)
        self._judgements = Judgements(store)
        self._served = {judge: set(served) for judge, served in docket.served.items()}
        self.judged: list[Judgement] = []
        """What came of it so far."""

    # -- setting up ------------------------------------------------------------------------

    async def _open(self, stack: AsyncExitStack) -> Clerk:
        docket, options = self._docket, self._options
        for note in docket.notes:
            self.progress.note(note)
        jury = docket.bench.jury
        workshop = Workshop(options.sandbox)
        stack.push_async_callback(workshop.close)
        await workshop.open(jury.tools)
        self._accesses = {name: self._access(model) for name, model in docket.models.items()}
        self._channels = [access.channel for access in self._accesses.values()]
        for channel in self._channels:
            stack.push_async_callback(channel.connection.close)
        self.progress.lanes = [access.progress for access in self._accesses.values()]
        asker = Asker(self._store, self.run, docket.models, self._accesses, workshop, options.clock)
        hearings = Hearings(
            self._judgements, asker, docket.equipment, jury.reasks, options.new_id, self._see
        )
        consulting = Consulting(self._judgements, asker, hearings, jury)
        return Clerk(self._store, docket, hearings, consulting)

    def _access(self, model: Model) -> Access:
        price = self._prices[model.id]
        said = (one for sitting in self._docket.sittings for one in sitting.heard)
        first = sum(one.judge == model.id and one.round == 0 for one in said)
        cells = len(self._docket.sittings) if model.id in self._docket.bench.jury.judges else 0
        return Access(
            channel=open_channel(model, self._options),
            price=price,
            budget=self._budget,
            guess=CostGuess(worst_cost(model, price)),
            progress=LaneProgress(
                benchmark=self._docket.benchmark.id,
                model=model.id,
                scoring=self._docket.benchmark.scoring,
                cells=cells,
                finished=min(first, cells),
            ),
        )

    def _record(self) -> None:
        """Keep who is asked, before anybody is."""
        for model in self._docket.models.values():
            self._store.record_model(model)
        limit = self._options.max_cost_usd
        said = "" if limit is None else str(limit)
        self._store.start_run(self.run, manifest_of(self._docket, self._prices, self._now, said))

    # -- hearing ---------------------------------------------------------------------------

    async def _work(self, ways: Clerk, group: asyncio.TaskGroup) -> None:
        self._feeders = [group.create_task(self._feed(ways, group))]
        await asyncio.wait(self._feeders)
        await self._drain()

    async def _feed(self, clerk: Clerk, group: asyncio.TaskGroup) -> None:
        """Begin a sitting whenever there is room; leases are taken a few at a time."""
        widest = max(channel.pace.concurrency for channel in self._channels)
        room = asyncio.Semaphore(2 * widest)
        sittings = self._docket.sittings
        for start in range(0, len(sittings), BATCH):
            batch = sittings[start : start + BATCH]
            for sitting in await self._leased(batch):
                await room.acquire()
                if self._stopped:
                    return
                self._begin(self._sit(clerk, sitting), room, group)

    @property
    def _stopped(self) -> bool:
        """A jury that lacks a judge begins nothing: its opinions would come to no verdict."""
        return any(channel.stopped.is_set() for channel in self._channels)

    async def _leased(self, batch: Sequence[Sitting]) -> list[Sitting]:
        """Lease attempts; leave out those that another run judges or has judged meanwhile."""
        names = [sitting.judging.id for sitting in batch]
        lease = self._options.lease
        taken = await asyncio.wrap_future(self._judgements.take(names, self._runner, lease))
        found = []
        for sitting in batch:
            judged = self._judgements.judged(sitting.judging.attempt)
            known = next((one for one in judged if one.judging.id == sitting.judging.id), None)
            owed = is_owed(known, again=self._docket.again)
            if owed and sitting.judging.id in taken:
                found.append(replace(sitting, known=known))
            else:
                for judge in self._docket.bench.jury.judges:
                    self._accesses[judge].progress.taken += 1
        return found

    async def _sit(self, clerk: Clerk, sitting: Sitting) -> None:
        """Judge one attempt; a judge that cannot be asked leaves it owed."""
        try:
            verdict = await clerk.sit(sitting)
        except JudgeFailed as failure:
            name = f"attempt {sitting.line.id} is still owed"
            self.progress.note(f"{name}: {failure}; no jury of fewer judges instead")
        except BudgetSpent:
            self.interrupt(f"the limit of {self._options.max_cost_usd} USD is reached")
        except Stopped:
            pass
        except UserError:
            raise
        except Exception as error:  # noqa: BLE001 - the boundary of one attempt: others go on
            self.progress.note(f"attempt {sitting.line.id} is still owed: internal: {error!r}")
        else:
            self.judged.append(Judgement(sitting, verdict))
        finally:
            self._ended.append(sitting.judging.id)

    def _see(self, opinion: Opinion, judging: Judging) -> None:
        """Count an opinion; tell where a judge is served as another model than before."""
        progress = self._accesses[opinion.judge].progress
        progress.asked += 1
        if opinion.round or judging.task == "content":
            progress.cells += 1
        readable = opinion.points is not None
        progress.outcomes["graded" if readable else "unparsed"] += 1
        if opinion.points is not None:
            progress.score += float(opinion.points / judging.points)
        progress.input_tokens += opinion.took.usage.input or 0
        progress.output_tokens += opinion.took.usage.output or 0
        progress.cost_usd += opinion.took.cost_usd or 0
        progress.cost_known = progress.cost_known and opinion.took.cost_usd is not None
        self._notice_change(opinion)

    def _notice_change(self, opinion: Opinion) -> None:
        served, before = opinion.took.served_model, self._served.setdefault(opinion.judge, set())
        if served and before and served not in before:
            usual = ", ".join(sorted(before))
            self.progress.note(f"judge {opinion.judge} is served as {served}, before as {usual}")
        before |= {served} - {""}
