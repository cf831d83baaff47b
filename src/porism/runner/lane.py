"""A lane: one model under way on one benchmark, and what its requests have to go through."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random

from porism.core import Price
from porism.models import Connection
from porism.runner.backoff import Backoff
from porism.runner.budget import Budget, CostGuess
from porism.runner.health import Health
from porism.runner.pace import Pace
from porism.runner.plan import Assignment
from porism.runner.progress import LaneProgress
from porism.solvers import Solver
from porism.tools.workshop import Workshop


class Stopped(Exception):  # noqa: N818 - not an error: nothing new is begun
    """The run or the lane is ending; what was not sent yet is not sent."""


@dataclass(slots=True)
class Channel:
    """One model's endpoint: what its lanes on several benchmarks share."""

    connection: Connection
    pace: Pace
    health: Health
    backoff: Backoff
    rng: Random
    stopped: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when no request to the endpoint can succeed, and when the run ends."""
    why: str = ""

    def stop(self, why: str) -> None:
        """Send nothing new to this endpoint."""
        self.why = self.why or why
        self.stopped.set()


@dataclass(slots=True, kw_only=True)
class Access:
    """A way to ask one model, with all that bounds it."""

    channel: Channel
    price: Price | None
    budget: Budget
    guess: CostGuess
    progress: LaneProgress
    others: Mapping[str, Access] = field(default_factory=dict)
    """Ways to the models that may be asked in its place, by their ids."""
    expected_tokens: float = 4_000

    @property
    def estimate_usd(self) -> Decimal:
        """What the next request may cost; nothing where there is no limit to keep."""
        return self.guess.usd if self.budget.limit_usd is not None else Decimal(0)

    def stop(self, why: str) -> None:
        """Send nothing new to this model."""
        self.progress.stopped = why
        self.channel.stop(why)


@dataclass(slots=True, kw_only=True)
class Lane(Access):
    """One model on one benchmark."""

    assignment: Assignment
    solver: Solver
    workshop: Workshop

    @property
    def remembers(self) -> bool:
        """Whether an attempt can be interrupted between two things that it receives."""
        return self.solver.several or bool(self.assignment.benchmark.tools)
