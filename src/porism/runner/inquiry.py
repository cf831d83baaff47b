"""An inquiry: the requests of one attempt, each made until it succeeds, all kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal

from porism.core import Exchange, Message, Reply, Retry, Tool, Usage
from porism.errors import PermanentError, TransientError
from porism.models import Asking
from porism.models.prices import cost_usd
from porism.runner.lane import Access, Stopped

TOLD_AFTER = 5
"""Failures of one request in a row after which a person should hear what the endpoint says."""


class Inquiry:
    """Asks on behalf of one attempt and remembers what it took.

    Begins with a slot in hand; gives it back whenever it does not wait for the endpoint, so
    that a request in back-off keeps no other from being made.
    """

    def __init__(self, lane: Access, asking: Asking, clock: Callable[[], datetime]) -> None:
        self._lane, self._asking, self._clock = lane, asking, clock
        self._has_slot = True
        self.exchanges: list[Exchange] = []
        self.retries: list[Retry] = []
        self.usage = Usage()
        self.cost_usd: Decimal | None = Decimal(0)

    @property
    def requests(self) -> int:
        """How many requests were made, those that did not succeed included."""
        return len(self.exchanges) + len(self.retries)

    async def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """Make one request until it succeeds.

        Raises:
            PermanentError: it cannot succeed.
            BudgetSpent: it would cost too much.
            Stopped: the run is ending.
        """
        failures = 0
        while True:
            try:
                return await self._ask_once(messages, tools)
            except TransientError as error:
                failures += 1
                await self._wait(failures, error)

    async def _ask_once(self, messages: Sequence[Message], tools: Sequence[Tool]) -> Reply:
        lane = self._lane
        channel, estimate = lane.channel, lane.estimate_usd
        try:
            if not self._has_slot:
                await channel.pace.slots.acquire()
                self._has_slot = True
            await lane.budget.reserve(estimate)
            cost = Decimal(0)
            try:
                await channel.pace.wait(lane.expected_tokens)
                if channel.stopped.is_set():
                    raise Stopped(channel.why)
                reply = await self._send(messages, tools)
                cost = self._keep(reply) or estimate
            finally:
                await lane.budget.settle(estimate, cost)
        finally:
            self.give_slot()
        return reply

    async def _send(self, messages: Sequence[Message], tools: Sequence[Tool]) -> Reply:
        lane = self._lane
        lane.progress.in_flight += 1
        try:
            reply = await lane.channel.connection.ask(messages, self._asking, tools)
        except (TransientError, PermanentError) as error:
            refused = isinstance(error, PermanentError) and error.refused
            lane.channel.health.see(failed=not refused)
            raise
        finally:
            lane.progress.in_flight -= 1
        lane.channel.health.see(failed=False)
        return reply

    def _keep(self, reply: Reply) -> Decimal | None:
        """Add a reply to what is kept; return what it cost, if that is known."""
        self._lane.progress.trouble = ""
        self.exchanges += (*reply.earlier, reply.exchange)
        self.usage += reply.usage
        cost = cost_usd(reply.usage, self._lane.price)
        if cost is None or self.cost_usd is None:
            self.cost_usd = None
        else:
            self.cost_usd += cost
            self._lane.guess.see(cost)
        used = (reply.usage.input or 0) + (reply.usage.output or 0)
        self._lane.channel.pace.settle(self._lane.expected_tokens, used)
        return cost

    async def _wait(self, failures: int, error: TransientError) -> None:
        """Sit out a back-off without a slot.

        Raises:
            Stopped: the run ended meanwhile.
        """
        channel, progress = self._lane.channel, self._lane.progress
        wait_s = channel.backoff.wait_s(failures, error.retry_after_s, channel.rng)
        self.retries.append(
            Retry(at=self._clock(), status=error.status, message=str(error), waited_s=wait_s)
        )
        progress.retries += 1
        if failures == TOLD_AFTER:
            progress.trouble = str(error)
        progress.waiting += 1
        try:
            await asyncio.wait_for(channel.stopped.wait(), wait_s)
        except TimeoutError:
            return
        finally:
            progress.waiting -= 1
        raise Stopped(channel.why)

    def give_slot(self) -> None:
        """Let somebody else ask."""
        if self._has_slot:
            self._has_slot = False
            self._lane.channel.pace.slots.release()
