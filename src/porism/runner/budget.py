"""The most that a run may cost."""

from __future__ import annotations

import asyncio
from decimal import Decimal


class BudgetSpent(Exception):  # noqa: N818 - not an error: the run ends as it was told to
    """No further request fits under the limit."""


class Budget:
    """Money set aside before a request and settled after it.

    A request starts only if what is spent, what is in flight and its own estimate stay
    within the limit together. One that does not fit waits for those in flight, which may
    turn out cheaper than feared.
    """

    def __init__(self, limit_usd: Decimal | None) -> None:
        self.limit_usd = limit_usd
        self.spent_usd = Decimal(0)
        self._in_flight_usd = Decimal(0)
        self._requests = 0
        self._settled = asyncio.Condition()

    @property
    def room_usd(self) -> Decimal | None:
        """What is neither spent nor set aside; ``None`` where there is no limit."""
        if self.limit_usd is None:
            return None
        return max(Decimal(0), self.limit_usd - self.spent_usd - self._in_flight_usd)

    async def reserve(self, estimate_usd: Decimal) -> None:
        """Set money aside.

        Raises:
            BudgetSpent: nothing is in flight any more and it still does not fit.
        """
        limit = self.limit_usd
        if limit is None:
            return
        async with self._settled:
            while self.spent_usd + self._in_flight_usd + estimate_usd > limit:
                if not self._requests:
                    raise BudgetSpent
                await self._settled.wait()
            self._in_flight_usd += estimate_usd
            self._requests += 1

    async def settle(self, estimate_usd: Decimal, cost_usd: Decimal) -> None:
        """Replace an estimate by what the request really cost."""
        self.spent_usd += cost_usd
        if self.limit_usd is None:
            return
        async with self._settled:
            self._in_flight_usd -= estimate_usd
            self._requests -= 1
            self._settled.notify_all()


class CostGuess:
    """What the next request may cost: the worst case at first, then what was seen.

    The estimate is the mean of the costs seen plus two standard deviations (Welford's
    recurrence), but no more than the worst case, which is what was foreseen or, where
    conversations grow, the dearest request so far.
    """

    def __init__(self, worst_usd: Decimal) -> None:
        self._worst = worst_usd
        self._count, self._mean, self._squares = 0, Decimal(0), Decimal(0)

    def see(self, cost_usd: Decimal) -> None:
        """Learn from one request's cost."""
        self._count += 1
        delta = cost_usd - self._mean
        self._mean += delta / self._count
        self._squares += delta * (cost_usd - self._mean)
        self._worst = max(self._worst, cost_usd)

    @property
    def usd(self) -> Decimal:
        """The estimate in US dollars."""
        if self._count < 10:
            return self._worst
        spread = (self._squares / (self._count - 1)).sqrt()
        return min(self._worst, self._mean + 2 * spread)
