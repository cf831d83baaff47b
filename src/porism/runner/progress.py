"""How far a run is: figures that a display reads while they change."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from porism.core import Attempt, Outcome, ScoringPolicy, Verdict

if TYPE_CHECKING:
    from porism.stats import Interval


@dataclass(slots=True)
class LaneProgress:
    """One model on one benchmark."""

    benchmark: str
    model: str
    scoring: ScoringPolicy
    cells: int
    finished: int = 0
    """Cells that needed no asking."""
    taken: int = 0
    """Cells that another runner is asking."""
    asked: int = 0
    in_flight: int = 0
    waiting: int = 0
    """Requests in back-off."""
    retries: int = 0
    batches: dict[str, str] = field(default_factory=dict)
    """How far batches are at the provider, by their ids; empty for those that have ended."""
    trouble: str = ""
    """What the endpoint says, while requests fail again and again."""
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    score: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: Decimal = Decimal(0)
    cost_known: bool = True
    begun_usd: Decimal = Decimal(0)
    """Spent on attempts that the run left before their end; their costs count once they have it."""
    stopped: str = ""
    """Why no more is asked of this model."""
    unstable: str = ""

    def see(self, attempt: Attempt, verdict: Verdict | None) -> None:
        """Count a committed attempt."""
        self.asked += 1
        if attempt.ending != "answered":
            self.outcomes[attempt.ending] += 1
        else:
            self.outcomes[verdict.outcome if verdict else "ungraded"] += 1
        if verdict is not None and verdict.score is not None:
            self.score += verdict.score
        self.input_tokens += attempt.usage.input or 0
        self.output_tokens += attempt.usage.output or 0
        self.cost_usd += attempt.cost_usd or 0
        self.cost_known = self.cost_known and attempt.cost_usd is not None

    @property
    def left(self) -> int:
        """Cells that still have to be asked."""
        return max(0, self.cells - self.finished - self.taken - self.asked)

    @property
    def scored(self) -> int:
        """Attempts that count: graded ones, and those that the policy calls wrong."""
        wrong = (n for outcome, n in self.outcomes.items() if self.scoring.counts_wrong(outcome))
        return self.outcomes["graded"] + sum(wrong)

    @property
    def accuracy(self) -> Interval | None:
        """Mean score of this run so far with its 95 % interval; ``None`` before the first."""
        from porism.stats import Tally, pooled_normal

        scored = self.scored
        return pooled_normal(Tally.of_counts([self.score], [scored])) if scored else None


@dataclass(slots=True)
class Progress:
    """A run under way."""

    run: str
    lanes: list[LaneProgress]
    clock: Callable[[], float] = time.monotonic
    started: float = 0.0
    first_request: float | None = None
    notes: deque[str] = field(default_factory=lambda: deque(maxlen=200))
    """What a person should hear of, the newest last."""
    ended: str = ""
    """Why the run ended; ``finished`` when nothing is left."""
    noted: int = 0
    """How many notes there were in all."""

    def note(self, text: str) -> None:
        """Tell a person something."""
        self.notes.append(text)
        self.noted += 1

    @property
    def elapsed_s(self) -> float:
        """Seconds since the run began."""
        return self.clock() - self.started
