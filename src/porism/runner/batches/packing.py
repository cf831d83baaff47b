"""Packing: owed cells become batches that are as large as they may be."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from porism.core import (
    Attempt,
    Batch,
    BatchEvent,
    BatchItem,
    Exchange,
    Price,
    Retry,
    Transcript,
    Verdict,
)
from porism.errors import ConfigurationError
from porism.models.batches import BatchAccess, Item
from porism.prompts import render
from porism.runner.budget import Budget, CostGuess
from porism.runner.plan import Assignment, Task
from porism.runner.progress import LaneProgress
from porism.store import Reopen
from porism.store.batches import Batches

CLAIMED_AT_ONCE = 512
KEPT_BY_PROVIDERS = timedelta(days=30)
"""How long results are kept there: a batch that is older than that is given up."""
PICODOLLAR = Decimal("1e-12")
"""The least that anything costs, to the store."""


@dataclass
class Load:
    """What one model owes on one benchmark, and what it may cost."""

    assignment: Assignment
    price: Price | None
    budget: Budget
    guess: CostGuess
    progress: LaneProgress
    short: bool = False
    """Something was left unpacked for want of money."""
    reserved_usd: dict[str, Decimal] = field(default_factory=dict)
    """What is set aside for batches under way, by their ids."""
    is_counted: bool = False
    """The progress knows what was finished before, and what others have taken."""

    @property
    def room(self) -> int | None:
        """How many requests the limit on the cost allows now; ``None`` where there is none."""
        room_usd = self.budget.room_usd
        return None if room_usd is None else int(room_usd / max(self.guess.usd, PICODOLLAR))

    def see(self, attempt: Attempt, verdict: Verdict | None) -> None:
        """Count a committed attempt, and learn from what it cost."""
        self.progress.see(attempt, verdict)
        if attempt.cost_usd:
            self.guess.see(attempt.cost_usd)


class Letter(NamedTuple):
    """One request, written."""

    task: Task
    asked: Transcript
    body: bytes


@dataclass
class Packer:
    """Packs what is owed into batches, each kept before it is handed out."""

    access: BatchAccess
    batches: Batches
    run: str
    runner: str
    """Who claims cells."""
    lease: timedelta
    reopen: Reopen
    most: int | None
    """Most requests in one batch."""
    clock: Callable[[], datetime]
    new_id: Callable[[], str]

    async def packed(self, load: Load) -> AsyncGenerator[tuple[Batch, list[Item]], None]:
        """Yield batches of all that is owed and can be paid for.

        Raises:
            ConfigurationError: a prompt does not fit, or a request is larger than any batch.
            StoreError: what was claimed was lost to another run.
        """
        service, load.short = self.access.service, False
        load.progress.batches.clear()
        name, size, letters = self.new_id(), 0, list[Letter]()
        for tasks in load.assignment.batches(CLAIMED_AT_ONCE):
            owed = await self._claim(tasks, load)
            for place, (task, misses) in enumerate(owed):
                letter = await self._write(task, misses, load)
                more = service.size(Item(f"{name}-{len(letters)}", letter.body))
                self._refuse_giant(more, task)
                if letters and (
                    len(letters) >= self._most(load) or size + more > service.limits.bytes
                ):
                    yield await self._seal(name, letters, size, load)
                    name, size, letters = self.new_id(), 0, []
                if self._most(load) < 1:
                    load.short = True
                    await self._give_back([task for task, _ in owed[place:]])
                    return
                letters.append(letter)
                size += more
        load.is_counted = True
        if letters:
            yield await self._seal(name, letters, size, load)

    def _most(self, load: Load) -> int:
        limits = (self.access.service.limits.requests, self.most, load.room)
        return min(limit for limit in limits if limit is not None)

    async def _claim(
        self, tasks: Sequence[Task], load: Load
    ) -> list[tuple[Task, Sequence[BatchEvent]]]:
        """Claim what is owed; with what earlier batches said of it."""
        cells = [task.cell for task in tasks]
        store, progress = self.batches.store, load.progress
        claimed = store.claim(cells, self.runner, self.lease, self.reopen)
        claim = await asyncio.wrap_future(claimed)
        if not load.is_counted:
            progress.finished += len(claim.finished)
            progress.taken += claim.taken(cells)
        owed = [task for task in tasks if task.cell.digest() in claim.granted]
        misses = self.batches.misses([task.cell.digest() for task in owed])
        return [(task, misses.get(task.cell.digest(), ())) for task in owed]

    async def _write(self, task: Task, misses: Sequence[BatchEvent], load: Load) -> Letter:
        plan, now = load.assignment, self.clock()
        question = render(
            plan.prompt, task.problem, choices=task.choices, sketch=plan.sketch, images=plan.images
        )
        body = await self.access.letters.write(question)
        sent = Exchange(
            url=self.access.service.address,
            request=body,
            response=b"",
            status=0,
            started_at=now,
            duration_s=0,
        )
        retries = [
            Retry(
                at=miss.at,
                status=miss.status,
                message=miss.message,
                waited_s=max(0.0, (now - miss.at).total_seconds()),
            )
            for miss in misses
        ]
        asked = Transcript(
            origin="live", messages=question, exchanges=(sent,), retries=tuple(retries)
        )
        return Letter(task, asked, body)

    def _refuse_giant(self, size: int, task: Task) -> None:
        most = self.access.service.limits.bytes
        if size > most:
            raise ConfigurationError(
                f"problem {task.problem.id} of {task.cell.benchmark}: its request takes {size:,} "
                f"bytes and a batch may hold {most:,}; run it without --batch"
            )

    async def _seal(
        self, name: str, letters: Sequence[Letter], size: int, load: Load
    ) -> tuple[Batch, list[Item]]:
        """Keep a batch, and the money for it."""
        plan = load.assignment
        batch = Batch(
            id=name,
            run=self.run,
            benchmark=plan.benchmark.id,
            variant=plan.variant.name if plan.variant else "",
            model=plan.model,
            price=load.price,
            items=len(letters),
            size=size,
            made_at=self.clock(),
        )
        items = [
            BatchItem(
                number=number,
                cell=letter.task.cell.digest(),
                attempt=self.new_id(),
                revision=letter.task.problem.revision,
                choices=letter.task.choices.permutation if letter.task.choices else "",
                asked=letter.asked,
            )
            for number, letter in enumerate(letters)
        ]
        until = batch.made_at + KEPT_BY_PROVIDERS
        await asyncio.wrap_future(self.batches.add(batch, items, self.runner, until))
        load.reserved_usd[name] = len(items) * load.guess.usd
        await load.budget.reserve(load.reserved_usd[name])
        return batch, [
            Item(batch.custom_id(number), letter.body) for number, letter in enumerate(letters)
        ]

    async def _give_back(self, tasks: Sequence[Task]) -> None:
        digests = [task.cell.digest() for task in tasks]
        await asyncio.wrap_future(self.batches.store.release(self.runner, digests))
