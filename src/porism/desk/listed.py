"""Queues short enough to be listed whole."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence

from porism.core import Decision, Reviewer
from porism.desk.queue import Entry, Totals
from porism.store.decisions import Also
from porism.store.waiting import Beyond, Wanted


class ListedQueue(ABC):
    """A queue of which subclasses say what waits."""

    id: str
    filters = ("benchmark",)

    @abstractmethod
    def entries(self) -> Sequence[Entry]:
        """Return what waits, in its order."""

    def totals(self, reviewer: Reviewer, wanted: Wanted) -> Totals:
        """Count what waits."""
        bare = wanted.model_copy(update={"benchmark": None})
        everywhere = Counter(entry.where for entry in self._fit(bare))
        return Totals(len(self._fit(wanted)), {}, everywhere)

    def page(
        self,
        reviewer: Reviewer,
        wanted: Wanted,
        *,
        start: int,
        count: int,
        beyond: Beyond | None = None,
    ) -> Sequence[Entry]:
        """Return some of what waits; it is listed whole, wherever that stands."""
        return self._fit(wanted)[start : start + count]

    def beside(
        self, reviewer: Reviewer, wanted: Wanted, subject: str, *, back: bool = False
    ) -> str | None:
        """Return what waits after something, or before it; the first where it does not wait."""
        subjects = [entry.subject for entry in self._fit(wanted)]
        if subject not in subjects:
            return None if back else next(iter(subjects), None)
        place = subjects.index(subject) + (-1 if back else 1)
        return subjects[place] if 0 <= place < len(subjects) else None

    def undoing(self, decision: Decision) -> Also | None:
        """Write nothing else when a decision is taken back: what waits follows from decisions."""
        return None

    def _fit(self, wanted: Wanted) -> list[Entry]:
        words = (wanted.text or "").lower()
        found = [
            entry
            for entry in self.entries()
            if wanted.benchmark in {None, entry.where}
            and words in f"{entry.title} {entry.reason}".lower()
        ]
        return found[::-1] if wanted.order == "newest" else found
