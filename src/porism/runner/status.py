"""How far each pair of a benchmark and a model is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from porism.runner.estimate import Basis, Range, estimate, owed_cells
from porism.runner.pairs import Pair, pairs
from porism.runner.plan import Assignment
from porism.runner.request import Request
from porism.store import Reopen, Store
from porism.store.tried import Tried
from porism.workspace import Workspace

Change = Literal["settings", "problem"]
"""Why attempts are stale: model, prompt or tools are others now, or the text is."""


@dataclass(frozen=True, slots=True)
class Status:
    """How far a model is on a benchmark."""

    benchmark: str
    model: str
    done: int
    """Attempts that were answered, however well."""
    owed: int | None
    """Attempts that are still to be made; nothing where that is not known."""
    failed: int
    """Attempts that ended without an answer: ``--redo failed`` asks them again."""
    stale: int
    """Attempts that were made and are owed again."""
    stale_since: tuple[Change, ...]
    """What changed since."""
    unstable: str
    """Why the model is kept out of standings."""
    hindrance: str
    """Why it cannot be asked here."""
    newest: datetime | None
    """When the last attempt began."""
    cost_usd: Range | None
    """What completing it will cost; nothing where no price is known or nothing was seen."""
    basis: Basis
    """Whose attempts that is judged by."""


def status(workspace: Workspace, request: Request, *, every: bool = False) -> list[Status]:
    """Return how far the pairs are that a request chooses; nothing is asked or written.

    Args:
        workspace: where definitions and store are.
        request: which, as :func:`porism.runner.pairs.pairs` reads it.
        every: also those that have not begun.

    Raises:
        UnknownName: no benchmark or model is called so.
        DefinitionError: a definition is wrong.
    """
    store = workspace.store
    now = store.clock()
    return [
        asked(pair, pair.assignment, store, now) if pair.assignment else only_kept(pair)
        for pair in pairs(workspace, request, every=every)
    ]


def asked(pair: Pair, assignment: Assignment, store: Store, now: datetime) -> Status:
    """Return how far a pair is that can be asked."""
    expected = estimate(assignment, store, now.date(), Reopen())
    failed = owed_cells(assignment, store, Reopen("failed", now)) - expected.owed
    stale = stale_attempts(assignment, pair.tried)
    return Status(
        benchmark=pair.benchmark,
        model=pair.model,
        done=assignment.cells - expected.owed - failed,
        owed=expected.owed,
        failed=failed,
        stale=sum(stale.values()),
        stale_since=tuple(stale),
        unstable=pair.unstable,
        hindrance="",
        newest=newest(pair),
        cost_usd=expected.cost_usd,
        basis=expected.basis,
    )


def only_kept(pair: Pair) -> Status:
    """Return what is known of a pair that cannot be asked here."""
    failed = sum(one.failed for one in pair.tried)
    return Status(
        benchmark=pair.benchmark,
        model=pair.model,
        done=sum(one.attempts for one in pair.tried) - failed,
        owed=None,
        failed=failed,
        stale=0,
        stale_since=(),
        unstable=pair.unstable,
        hindrance=pair.hindrance,
        newest=newest(pair),
        cost_usd=None,
        basis="nothing",
    )


def newest(pair: Pair) -> datetime | None:
    """Return when the last attempt began."""
    return max((one.newest for one in pair.tried), default=None)


def stale_attempts(assignment: Assignment, attempts: tuple[Tried, ...]) -> dict[Change, int]:
    """Count the attempts that no cell of an assignment is about any more, by what changed."""
    now = assignment.protocol
    texts = {problem.id: problem.owed_since_revision for problem in assignment.problems}
    found: dict[Change, int] = {}
    for one in attempts:
        same = (one.asks, one.prompt, one.tools) == tuple(now.values())
        if not same:
            found["settings"] = found.get("settings", 0) + one.attempts
        elif one.revision != texts.get(one.problem):
            found["problem"] = found.get("problem", 0) + one.attempts
    return found
