"""What a run would take, from what the store knows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from typing import Literal

from porism.core import Price, Usage
from porism.models.prices import cost_usd, snapshot
from porism.runner.plan import Assignment
from porism.solvers import find_solver
from porism.store import Reopen, Spent, Store

BATCH = 500
Basis = Literal["this model", "other models", "nothing"]


@dataclass(frozen=True, slots=True)
class Range:
    """An expectation with the ends of a 95 % range."""

    low: float
    expected: float
    high: float

    def times(self, least: float, most: float) -> Range:
        """Return the range for between so many and so many of the same."""
        return Range(self.low * least, self.expected * (least + most) / 2, self.high * most)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What one assignment would take."""

    assignment: Assignment
    owed: int
    basis: Basis
    """Whose attempts on the benchmark the expectation rests on."""
    output_tokens: Range | None
    cost_usd: Range | None
    """``None`` where no price is known or nothing was seen."""


def owed_cells(assignment: Assignment, store: Store, reopen: Reopen) -> int:
    """Count the cells that are owed."""
    finished = 0
    for batch in assignment.batches(BATCH):
        finished += len(store.finished([task.cell for task in batch], reopen))
    return assignment.cells - finished


def estimate(
    assignment: Assignment, store: Store, today: date, reopen: Reopen, *, batch: bool = False
) -> Estimate:
    """Return what an assignment would take, directly or through the provider's batch API."""
    owed = owed_cells(assignment, store, reopen)
    basis, seen = expectation(assignment, store)
    tokens = total_of(owed, seen)
    price = snapshot(assignment.model, today, batch=batch)
    cost = total_cost_of(owed, seen, tokens, price) if tokens and price else None
    if basis == "other models" and seen.requests:  # they may have been asked otherwise
        asked = [number / seen.requests for number in find_solver(assignment.model).requests]
        tokens, cost = tokens and tokens.times(*asked), cost and cost.times(*asked)
    return Estimate(assignment, owed, basis, tokens, cost)


def expectation(assignment: Assignment, store: Store) -> tuple[Basis, Spent]:
    """Return what is known of this model here, or else of other models here."""
    name = assignment.benchmark.id
    own = store.spent(name, assignment.model.id)
    if own.output_tokens is not None:
        return "this model", own
    others = store.spent(name)
    return ("nothing" if others.output_tokens is None else "other models"), others


def total_of(count: int, seen: Spent) -> Range | None:
    """Return the tokens that ``count`` further attempts take.

    The variance of a sum of n draws around n times a mean of k draws is sd^2 (n + n^2/k).
    """
    if seen.output_tokens is None or seen.output_tokens_sd is None:
        return None
    expected = count * seen.output_tokens
    spread = 1.96 * seen.output_tokens_sd * math.sqrt(count + count**2 / max(1, seen.attempts))
    return Range(max(0.0, expected - spread), expected, expected + spread)


def total_cost_of(count: int, seen: Spent, tokens: Range, price: Price) -> Range:
    """Return what those tokens cost, in US dollars."""
    given = round(count * (seen.input_tokens or 0))

    def cost(output: float) -> float:
        return float(cost_usd(Usage(input=given, output=round(output)), price) or 0)

    return Range(cost(tokens.low), cost(tokens.expected), cost(tokens.high))
