"""An inquiry: the requests of one attempt, each made until it succeeds, all kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from itertools import accumulate
from typing import NamedTuple

from porism.core import Exchange, InnerCall, Message, Noun, Picture, Reply, Retry, Tool, Usage
from porism.errors import PermanentError, TransientError
from porism.models import Asking
from porism.models.prices import reply_cost_usd
from porism.runner.lane import Access, Channel, Stopped
from porism.tools.memory import Memory

TOLD_AFTER = 5
"""Failures of one request in a row after which a person should hear what the endpoint says."""


class Answered(Noun):
    """A request that was answered, with what that took."""

    reply: Reply
    cost_usd: Decimal | None
    retries: tuple[Retry, ...] = ()


class Request(NamedTuple):
    """One request."""

    lane: Access
    """Of the model that is asked."""
    messages: Sequence[Message]
    asking: Asking
    tools: Sequence[Tool]


class Inquiry:
    """Asks on behalf of one attempt and remembers what it took.

    Begins with a slot in hand for its first request. Requests may be made side by side; each
    gives its slot back whenever it does not wait for the endpoint, so that a request in
    back-off keeps no other from being made.

    Args:
        lane: who is asked, and what bounds that.
        asking: what offline endpoints may know.
        clock: tells the time.
        memory: what the attempt has received already; without it, nothing is remembered.
    """

    def __init__(
        self,
        lane: Access,
        asking: Asking,
        clock: Callable[[], datetime],
        memory: Memory | None = None,
    ) -> None:
        self._lane, self._asking, self._clock = lane, asking, clock
        self._memory = memory or Memory()
        self._has_slot = True
        self.messages: tuple[Message, ...] = ()
        """The conversation that was last under way, as far as it got."""
        self.exchanges: list[Exchange] = []
        self.retries: list[Retry] = []
        self._answered: list[tuple[str, Sequence[Message], Answered]] = []
        self.usage = Usage()
        self.cost_usd: Decimal | None = Decimal(0)

    @property
    def requests(self) -> int:
        """How many requests were made, those that did not succeed included."""
        return len(self.exchanges) + len(self.retries)

    @property
    def inner(self) -> tuple[InnerCall, ...]:
        """The requests that were answered, for people; none where it was one."""
        if len(self._answered) < 2:
            return ()
        ends = accumulate(1 + len(one.reply.earlier) for _, _, one in self._answered)
        return tuple(
            inner_call(model, messages, answered, end - 1)
            for end, (model, messages, answered) in zip(ends, self._answered, strict=True)
        )

    async def ask(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, model: str = ""
    ) -> Reply:
        """Make one request until it succeeds, unless its reply is remembered.

        Raises:
            PermanentError: it cannot succeed.
            BudgetSpent: it would cost too much.
            Stopped: the run is ending.
        """
        self.messages = tuple(messages)
        place = self._memory.place(messages, model, *(tool.name for tool in tools))
        answered = self._memory.recall(place, Answered)
        if answered is not None:
            self.retries += answered.retries
        else:
            lane = self._lane.others[model] if model else self._lane
            asking = replace(self._asking, repeat=place.occurrence)
            answered = await self._answer(Request(lane, messages, asking, tools))
            await self._memory.keep(place, answered)
        self._answered.append((model, messages, answered))
        self._count(answered)
        self.messages = (*messages, answered.reply.message)
        return answered.reply

    async def _answer(self, request: Request) -> Answered:
        retries: list[Retry] = []
        while True:
            try:
                reply, cost = await self._ask_once(request)
            except TransientError as error:
                retries.append(await self._wait(request.lane, len(retries) + 1, error))
            else:
                return Answered(reply=reply, cost_usd=cost, retries=tuple(retries))

    async def _ask_once(self, request: Request) -> tuple[Reply, Decimal | None]:
        lane = request.lane
        channel, estimate = lane.channel, lane.estimate_usd
        await self._take_slot(channel)
        try:
            await lane.budget.reserve(estimate)
            spent = Decimal(0)
            try:
                await channel.pace.wait(lane.expected_tokens)
                if channel.stopped.is_set():
                    raise Stopped(channel.why)
                reply = await self._send(request)
                cost = self._settle(reply, lane)
                spent = estimate if cost is None else cost
            finally:
                await lane.budget.settle(estimate, spent)
        finally:
            channel.pace.slots.release()
        return reply, cost

    async def _send(self, request: Request) -> Reply:
        lane = request.lane
        lane.progress.in_flight += 1
        try:
            reply = await lane.channel.connection.ask(
                request.messages, request.asking, request.tools
            )
        except (TransientError, PermanentError) as error:
            refused = isinstance(error, PermanentError) and error.refused
            lane.channel.health.see(failed=not refused)
            raise
        finally:
            lane.progress.in_flight -= 1
        lane.channel.health.see(failed=False)
        return reply

    def _settle(self, reply: Reply, lane: Access) -> Decimal | None:
        """Learn from a reply; return what it cost, if that is known."""
        lane.progress.trouble = ""
        cost = reply_cost_usd(reply, lane.price)
        if cost is not None:
            lane.guess.see(cost)
        used = (reply.usage.input or 0) + (reply.usage.output or 0)
        lane.channel.pace.settle(lane.expected_tokens, used)
        return cost

    def _count(self, answered: Answered) -> None:
        """Add a reply to what is kept."""
        reply, cost = answered.reply, answered.cost_usd
        self.exchanges += (*reply.earlier, reply.exchange)
        self.usage += reply.usage
        if cost is None or self.cost_usd is None:
            self.cost_usd = None
        else:
            self.cost_usd += cost

    async def _wait(self, lane: Access, failures: int, error: TransientError) -> Retry:
        """Sit out a back-off without a slot.

        Raises:
            Stopped: the run ended meanwhile.
        """
        channel, progress = lane.channel, lane.progress
        wait_s = channel.backoff.wait_s(failures, error.retry_after_s, channel.rng)
        retry = Retry(at=self._clock(), status=error.status, message=str(error), waited_s=wait_s)
        self.retries.append(retry)
        progress.retries += 1
        if failures == TOLD_AFTER:
            progress.trouble = str(error)
        progress.waiting += 1
        try:
            await asyncio.wait_for(channel.stopped.wait(), wait_s)
        except TimeoutError:
            return retry
        finally:
            progress.waiting -= 1
        raise Stopped(channel.why)

    async def _take_slot(self, channel: Channel) -> None:
        """Get a slot of an endpoint: the one in hand, or the next that is free."""
        if self._has_slot and channel is self._lane.channel:
            self._has_slot = False
            return
        self.give_slot()
        await channel.pace.slots.acquire()

    def give_slot(self) -> None:
        """Let somebody else have the slot in hand, if it was not used."""
        if self._has_slot:
            self._has_slot = False
            self._lane.channel.pace.slots.release()


def inner_call(
    model: str, messages: Sequence[Message], answered: Answered, exchange: int
) -> InnerCall:
    """Describe a request that was answered."""
    last, reply = messages[-1], answered.reply
    words = tuple(part for part in last.parts if not isinstance(part, Picture))
    return InnerCall(
        model=model,
        turns=len(messages),
        asked=last.model_copy(update={"parts": words}),
        said=reply.message,
        finish=reply.finish,
        usage=reply.usage,
        cost_usd=answered.cost_usd,
        duration_s=sum(one.duration_s for one in (*reply.earlier, reply.exchange)),
        exchange=exchange,
    )
