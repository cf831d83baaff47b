"""Queues of attempts: flagged ones, proofs, those that two people disagree on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from porism.core import Attempt, Benchmark, Decision, Problem, Reviewer
from porism.desk import marks
from porism.desk.case import Cases
from porism.desk.counted import Kept
from porism.desk.names import OfAttempts
from porism.desk.queue import Entry, Form, Item, Ruling, Totals
from porism.desk.refusal import Refusal
from porism.look.shown import answer
from porism.look.verdicts import mark_of, words_of
from porism.report.marks import points_of
from porism.store import Store
from porism.store.asked import attempt_named
from porism.store.decisions import Also, Decisions, Policy
from porism.store.waiting import Beyond, Waiting, Waits, Wanted

PERSONS = frozenset(["proof", "broken_statement"])
"""Kinds of problems whose answers people judge."""


@dataclass(frozen=True)
class AttemptQueue:
    """Attempts of one kind.

    Attributes:
        id: its name.
        title: its name for people.
        about: what is decided.
        kind: which attempts.
        store: where they are.
        cases: finds what belongs to them.
        policy: how many people judge one.
    """

    id: str
    title: str
    about: str
    kind: OfAttempts
    store: Store
    cases: Cases
    policy: Policy
    _counts: Kept[Totals] = field(default_factory=Kept)

    @property
    def filters(self) -> tuple[str, ...]:
        """By what it can be filtered."""
        known = ("flag", "benchmark", "model")
        return tuple(f for f in known if f != "model" or not self.cases.blind)

    @property
    def decisions(self) -> Decisions:
        """What people said of attempts."""
        return self.cases.decisions

    def totals(self, reviewer: Reviewer, wanted: Wanted) -> Totals:
        """Count what waits for a person."""
        waits, wanted = self._waits(reviewer), self._permitted(wanted)
        return self._counts.get((reviewer, wanted), lambda: Totals._make(waits.counts(wanted)))

    def page(
        self,
        reviewer: Reviewer,
        wanted: Wanted,
        *,
        start: int,
        count: int,
        beyond: Beyond | None = None,
    ) -> Sequence[Entry]:
        """Return some of what waits for a person."""
        permitted = self._permitted(wanted)
        found = self._waits(reviewer).page(permitted, start=start, count=count, beyond=beyond)
        marked = self._marked()
        places = {(one.benchmark, one.problem) for one in found if one.benchmark in marked}
        most = {place: self.cases.most(*place) for place in places}
        return [self._entry(one, most.get((one.benchmark, one.problem), 1)) for one in found]

    def beside(
        self, reviewer: Reviewer, wanted: Wanted, subject: str, *, back: bool = False
    ) -> str | None:
        """Return the attempt that waits after another one, or before it."""
        return self._waits(reviewer).beside(self._permitted(wanted), subject, back=back)

    def item(self, reviewer: Reviewer, subject: str) -> Item:
        """Return an attempt with all that belongs to it."""
        attempt, problem, benchmark = self._found(reviewer, subject)
        state = self.decisions.state(subject, reviewer.name, senior=reviewer.senior)
        hidden_from = reviewer.name if state.hidden else ""
        view = self.cases.view(attempt, problem, benchmark, hidden_from)
        return Item(
            "attempt.html",
            f"Problem {problem.id}",
            view,
            marks.options(problem),
            state,
            revision=attempt.revision,
            points=points_of(problem.reference),
        )

    def ruling(self, reviewer: Reviewer, subject: str, form: Form) -> Ruling:
        """Read a form."""
        _, problem, _ = self._found(reviewer, subject)
        return marks.ruling(form, points_of(problem.reference))

    def undoing(self, decision: Decision) -> Also | None:
        """Write nothing else when a decision is taken back: its verdict goes with it."""
        return None

    def _found(self, reviewer: Reviewer, subject: str) -> tuple[Attempt, Problem, Benchmark]:
        held = self._waits(reviewer).holds(subject)
        attempt = attempt_named(self.store, subject) if held else None
        problem = self.cases.problem(attempt) if attempt else None
        benchmark = self.store.benchmarks().get(attempt.benchmark) if attempt else None
        if attempt is None or problem is None or benchmark is None:
            raise Refusal(404, "There is no such attempt here", back=f"/queue/{self.id}")
        return attempt, problem, benchmark

    def _waits(self, reviewer: Reviewer) -> Waits:
        judged = self._marked() if self.kind == "proofs" else ()
        return Waits(self.store, self.kind, reviewer.name, reviewer.senior, self.policy, judged)

    def _permitted(self, wanted: Wanted) -> Wanted:
        """Leave out what would tell whose an attempt is."""
        return wanted.model_copy(update={"model": None}) if self.cases.blind else wanted

    def _marked(self) -> tuple[str, ...]:
        """Return the benchmarks of which people judge the answers."""
        known = self.store.benchmarks()
        return tuple(name for name, one in known.items() if one.kind in PERSONS)

    def _entry(self, one: Waiting, most: float) -> Entry:
        mark = mark_of(one.outcome, one.score)
        return Entry(
            one.id,
            f"Problem {one.problem}",
            one.benchmark,
            words_of(mark, one.score, most),
            mark,
            answer(one.extracted or ""),
            one.flags,
            "" if self.cases.blind else one.model,
            one.reason or "",
        )
