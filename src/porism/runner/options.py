"""How a run of any kind is carried out."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random

from porism.runner.backoff import Backoff
from porism.runner.health import Stability
from porism.store import Reopen, utc_now
from porism.tools.sandbox.choice import SandboxChoice, usual_choice


def unlike_others() -> Callable[[], str]:
    """Return a source of ids of 64 bits that asks the system for randomness only once.

    Asking each time lets go of the interpreter's lock, and then waits for it.
    """
    source = Random(secrets.randbits(256))  # noqa: S311 - ids are no secrets
    return lambda: f"{source.getrandbits(64):016x}"


@dataclass(frozen=True, slots=True)
class Options:
    """How a run is carried out."""

    max_cost_usd: Decimal | None = None
    reopen: Reopen = Reopen()
    concurrency: int | None = None
    """Overrides every model's own."""
    grace_s: float = 30
    """How long what is in flight may still arrive after an interruption."""
    lease: timedelta = timedelta(minutes=2)
    backoff: Backoff = Backoff()
    stability: Stability = Stability()
    folder: Path = field(default_factory=Path)
    """Where ``replay`` files are looked for."""
    sandbox: SandboxChoice = field(default_factory=usual_choice)
    """Where code that models write is run."""
    clock: Callable[[], datetime] = utc_now
    rng: Random = field(default_factory=Random)
    new_id: Callable[[], str] = field(default_factory=unlike_others)


def new_run_id(now: datetime, new_id: Callable[[], str]) -> str:
    """Return a name that sorts by time."""
    return f"{now:%Y%m%d-%H%M%S}-{new_id()[:6]}"
