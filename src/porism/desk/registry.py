"""The queues that a desk has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from porism.desk.attempts import AttemptQueue
from porism.desk.candidates import Candidates
from porism.desk.case import Cases
from porism.desk.claims import ClaimsQueue
from porism.desk.names import OF_ATTEMPTS
from porism.desk.queue import Queue
from porism.desk.rubrics import Rubrics
from porism.desk.settings import Settings
from porism.store import Store
from porism.store.decisions import Decisions

TITLES = {
    "flagged": (
        "Flagged attempts",
        "What the graders were unsure of: is the answer right?",
    ),
    "proofs": (
        "Proofs to grade",
        "Proofs and answers to false statements: how many points?",
    ),
    "split": (
        "Disagreements",
        "Two people judged these differently, and a third one settles it.",
    ),
}


class Registry:
    """The queues of a store, in the order in which people see them.

    Args:
        store: what they are filled from.
        settings: how people judge.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings

    @cached_property
    def queues(self) -> Mapping[str, Queue]:
        """All of them, by name."""
        alone = Decisions(self._store)
        blind, policy = self._settings.blind, self._settings.policy
        cases = Cases(self._store, self.decisions, blind, alone=policy.reviews > 1)
        kinds = [
            AttemptQueue(kind, *TITLES[kind], kind, self._store, cases, policy)
            for kind in OF_ATTEMPTS
            if kind != "split" or policy.reviews > 1
        ]
        found: list[Queue] = [*kinds, Rubrics(self._store, alone), Candidates(self._store, alone)]
        if self._settings.claims:
            found.append(ClaimsQueue(self._store, alone, self._settings.claims))
        return {queue.id: queue for queue in found}

    @cached_property
    def decisions(self) -> Decisions:
        """What people said of attempts."""
        return Decisions(self._store, self._settings.policy)
