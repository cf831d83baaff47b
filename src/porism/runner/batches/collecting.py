"""Collecting: the results of a batch become attempts, graded at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from porism.benchmarks.choices import present
from porism.core import (
    Attempt,
    Batch,
    BatchEvent,
    Benchmark,
    Exchange,
    Problem,
    Reply,
    Transcript,
    Usage,
    Verdict,
)
from porism.errors import EndpointError, PermanentError
from porism.models.batches import BatchAccess, Found, Seen
from porism.models.prices import reply_cost_usd
from porism.runner.attempting import LONGEST_ERROR, Ended, ending_of, failure_of
from porism.store.batches import Batches, Posted
from porism.tools.conversation import Conversation


@dataclass
class Collector:
    """Collects one batch; called again after a break, it goes on."""

    access: BatchAccess
    batches: Batches
    clock: Callable[[], datetime]
    on_attempt: Callable[[Attempt, Verdict | None], None]
    fault: str = ""
    """Why no request to this model can succeed."""
    _kept: set[int] = field(default_factory=set)
    _failed: dict[int, EndpointError] = field(default_factory=dict)

    async def collect(self, batch: Batch, seen: Seen) -> None:
        """Keep what was answered; it is committed group by group, as it arrives.

        Raises:
            TransientError: the results broke off.
            PermanentError: they are not to be had.
        """
        benchmark = self.batches.store.benchmarks()[batch.benchmark]
        problems = {p.id: p for p in self.batches.store.problems(batch.benchmark)}
        self._kept |= self.batches.kept(batch.id)
        async for group in self.access.service.results(seen):
            promises = self._keep(batch, seen, group, benchmark, problems)
            await asyncio.gather(*map(asyncio.wrap_future, promises))

    def misses(self, batch: Batch, seen: Seen) -> list[BatchEvent]:
        """Return what was not answered, and why."""
        none = EndpointError(seen.failure or "the batch has ended without a result for it")
        found = {n: self._failed.get(n, none) for n in range(batch.items) if n not in self._kept}
        return [
            BatchEvent(
                step="missed", at=self.clock(), item=n, status=error.status, message=str(error)
            )
            for n, error in found.items()
        ]

    def _keep(
        self,
        batch: Batch,
        seen: Seen,
        group: Sequence[Found],
        benchmark: Benchmark,
        problems: dict[str, Problem],
    ) -> list[Future[None]]:
        """Keep what a group of lines answers; foreign, repeated and failed lines are left out."""
        found = {n: one for one in group if (n := batch.number_of(one.custom_id)) is not None}
        new = {n: one for n, one in found.items() if n not in self._kept}
        promises = []
        for n, posted in self.batches.items(batch.id, new).items():
            kept = self._attempt(batch, seen, new[n], posted)
            if kept is None:
                continue
            attempt, transcript = kept
            verdict = graded(attempt, transcript, benchmark, problems[attempt.problem])
            said = () if verdict is None else (verdict,)
            promises.append(self.batches.store.add_attempt(attempt, transcript, *said))
            self._kept.add(n)
            self.on_attempt(attempt, verdict)
        return promises

    def _attempt(
        self, batch: Batch, seen: Seen, found: Found, posted: Posted
    ) -> tuple[Attempt, Transcript] | None:
        """Return what a line says as an attempt; nothing where it is owed again."""
        item, exchange = posted.item, exchange_of(posted, found, seen, self.access.service.address)
        messages, usage = item.asked.messages, Usage()
        spent: Decimal | None = Decimal(0)
        try:
            reply = self._read(found, exchange)
        except PermanentError as error:
            if error.concerns == "model":
                self.fault, self._failed[item.number] = str(error), error
                return None
            ended = failure_of(error)
        except EndpointError as error:
            self._failed[item.number] = error
            return None
        else:
            messages = (*messages, reply.message)
            ended = ending_of(Conversation(messages, reply))
            usage, spent = reply.usage, reply_cost_usd(reply, batch.price)
        said = {"messages": messages, "exchanges": (exchange,)}
        attempt = attempt_of(batch, posted, ended, exchange, usage, spent)
        return attempt, item.asked.model_copy(update=said)

    def _read(self, found: Found, exchange: Exchange) -> Reply:
        if found.failure is not None:
            raise found.failure
        return self.access.letters.read(found.body, exchange)


def graded(
    attempt: Attempt, transcript: Transcript, benchmark: Benchmark, problem: Problem
) -> Verdict | None:
    """Grade what was answered."""
    if attempt.ending != "answered":
        return None
    from porism.runner.grade import asks_for_box, grade_answer

    choices, boxed = present(problem, attempt.choices), asks_for_box(transcript)
    return grade_answer(transcript.answer, problem, choices, benchmark, boxed=boxed)


def exchange_of(posted: Posted, found: Found, seen: Seen, address: str) -> Exchange:
    """Return the request with its line of the results, both to the byte.

    Its duration is the whole batch's: how long one request took nobody says.
    """
    [sent] = posted.item.asked.exchanges
    return sent.model_copy(
        update={
            "url": f"{address}/{seen.handle}",
            "response": found.raw,
            "status": found.status,
            "duration_s": seen.duration_s,
            "request_id": found.request_id,
        }
    )


def attempt_of(  # noqa: PLR0913, PLR0917 - an attempt is that many facts
    batch: Batch,
    posted: Posted,
    ended: Ended,
    exchange: Exchange,
    usage: Usage,
    spent: Decimal | None,
) -> Attempt:
    """Put an attempt together."""
    item, cell, reply = posted.item, posted.cell, ended.reply
    return Attempt(
        id=item.attempt,
        cell=item.cell,
        run=batch.run,
        benchmark=cell.benchmark,
        problem=cell.problem,
        revision=item.revision,
        model=cell.model,
        variant=cell.variant,
        number=cell.number,
        origin="live",
        ending=ended.ending,
        finish_reason=reply.finish_reason if reply else "",
        error=ended.error[:LONGEST_ERROR],
        usage=usage,
        cost_usd=spent,
        requests=1 + len(item.asked.retries),
        retries=len(item.asked.retries),
        started_at=exchange.started_at,
        duration_s=exchange.duration_s,
        served_model=reply.served_model if reply else "",
        fingerprint=reply.fingerprint if reply else "",
        choices=item.choices,
    )
