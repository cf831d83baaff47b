"""Candidates to review: problems of benchmarks that are still drafts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from porism.core import Problem, Reviewer
from porism.desk.listed import ListedQueue
from porism.desk.problem_view import problem_view
from porism.desk.queue import Entry, Form, Item, Option, Ruling
from porism.desk.refusal import Refusal
from porism.desk.subject import pair, subject
from porism.look.shown import prose
from porism.store import Store
from porism.store.asked import asked
from porism.store.decisions import Decisions

OPTIONS = (Option("approve", "Keep", "1"), Option("reject", "Drop", "0"))


@dataclass(frozen=True)
class Candidates(ListedQueue):
    """Problems of draft benchmarks of whose text nobody has decided yet.

    Attributes:
        store: where they are.
        decisions: what was decided on them.
    """

    store: Store
    decisions: Decisions
    id: str = "candidates"
    title: str = "Candidates to review"
    about: str = "Problems of draft benchmarks: keep them, or drop them and say why."

    def entries(self) -> Sequence[Entry]:
        """Return the candidates that wait."""
        decided = self.decisions.revisions(self.id)
        return [
            Entry(
                name, f"Problem {problem.id}", benchmark, shown=prose(problem.statement[:300]),
                reason=problem.statement,
            )
            for benchmark in self._drafts()
            for problem in self.store.problems(benchmark)
            if (name := subject(benchmark, problem.id))
            and decided.get(name, 0) < problem.revision
        ]  # fmt: skip

    def item(self, reviewer: Reviewer, subject: str) -> Item:
        """Return a candidate."""
        benchmark, problem = self._found(subject)
        state = self.decisions.state(subject, reviewer.name)
        view = problem_view(problem, benchmark)
        title = f"Candidate {problem.id}"
        return Item("problem.html", title, view, OPTIONS, state, revision=problem.revision)

    def ruling(self, reviewer: Reviewer, subject: str, form: Form) -> Ruling:
        """Read a form."""
        self._found(subject)
        if form.say == "approve":
            return Ruling("approve")
        if form.say != "reject":
            raise Refusal(422, "Nothing was chosen", "Keep it or drop it.", kept=form.why)
        if not form.why.strip():
            raise Refusal(422, "A reason is missing", "Say why the candidate is dropped.")
        return Ruling("reject")

    def _drafts(self) -> list[str]:
        return sorted(n for n, b in self.store.benchmarks().items() if b.status == "draft")

    def _found(self, name: str) -> tuple[str, Problem]:
        place = pair(name)
        found = asked(self.store, *place) if place and place[0] in self._drafts() else None
        if place is None or found is None:
            raise Refusal(404, "There is no such candidate here", back=f"/queue/{self.id}")
        return place[0], found
