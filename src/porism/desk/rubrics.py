"""Rubrics to approve: drafts that people read, edit, let be used or send back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import yaml
from sqlalchemy import Connection, insert

from porism.core import Choice, Problem, ProofScheme, Reviewer, Rubric
from porism.desk.listed import ListedQueue
from porism.desk.problem_view import problem_view
from porism.desk.queue import Also, Entry, Form, Item, Option, Ruling
from porism.desk.refusal import Refusal
from porism.desk.scheme import plain
from porism.desk.subject import pair, subject
from porism.errors import DefinitionError
from porism.judging.rubrics import faults_of, lint
from porism.look.shown import prose
from porism.records import parse_yaml
from porism.store import Judgements, Store
from porism.store.asked import asked
from porism.store.decisions import Decisions
from porism.store.judgements import rubric_row, rubric_rows
from porism.store.schema import rubrics

FILE = Path("rubric")
"""What messages call the text of the form."""
WORDS: dict[str, Choice] = {"approve": "approve", "revise": "revise", "reject": "reject"}
OPTIONS = (
    Option("approve", "Approve", "1"),
    Option("revise", "Keep as a draft", "2"),
    Option("reject", "Send back", "0"),
)


@dataclass(frozen=True)
class Rubrics(ListedQueue):
    """Rubrics that nobody has let be used.

    Attributes:
        store: where they are.
        decisions: what was decided on them.
    """

    store: Store
    decisions: Decisions
    id: str = "rubrics"
    title: str = "Rubrics to approve"
    about: str = "Drafts by models and people: read, edit, and let judges use them."

    def entries(self) -> Sequence[Entry]:
        """Return the drafts that nobody has sent back."""
        decided = self.decisions.revisions(self.id, "reject")
        return [
            Entry(
                name,
                f"Problem {rubric.problem}",
                benchmark,
                f"version {rubric.version}",
                author=rubric.author,
                shown=prose(f"{len(rubric.parts)} parts, {plain(rubric.points)} points"),
            )
            for benchmark in sorted(self.store.benchmarks())
            for rubric in Judgements(self.store).rubrics(benchmark).values()
            if (name := subject(benchmark, rubric.problem))
            and not rubric.approved_by
            and decided.get(name, 0) < rubric.version
        ]

    def item(self, reviewer: Reviewer, subject: str) -> Item:
        """Return a rubric beside its problem."""
        problem, rubric = self._found(subject)
        state = self.decisions.state(subject, reviewer.name)
        found = lint(rubric, highest(problem), self._earlier(rubric))
        faults = tuple(f"{'.'.join(map(str, one.key))}: {one.problem}" for one in found)
        return Item(
            "rubric.html",
            f"Rubric of problem {problem.id}",
            problem_view(problem, rubric.benchmark, faults=faults),
            OPTIONS,
            state,
            revision=rubric.version,
            text=as_text(rubric),
        )

    def ruling(self, reviewer: Reviewer, subject: str, form: Form) -> Ruling:
        """Read a form.

        Raises:
            Refusal: nothing was chosen, or the text is no rubric that could be used.
        """
        problem, rubric = self._found(subject)
        choice = WORDS.get(form.say)
        if choice is None:
            raise Refusal(422, "Nothing was chosen", "Approve it or not.", kept=form.text)
        if choice == "reject":
            if not form.why.strip():
                raise Refusal(422, "A reason is missing", "Say what is wrong.", kept=form.text)
            return Ruling("reject")
        edited = self._edited(rubric, problem, form, reviewer)
        approved_by = reviewer.name if choice == "approve" else ""
        kept = edited.model_copy(update={"approved_by": approved_by})
        return Ruling(choice, also=self._writing(kept, rubric))

    def _edited(self, rubric: Rubric, problem: Problem, form: Form, reviewer: Reviewer) -> Rubric:
        """Read the text of a form as the next version of a rubric."""
        text = form.text.replace("\r\n", "\n")
        try:
            edited, place = parse_yaml(text, Rubric, FILE)
        except DefinitionError as error:
            raise Refusal(422, "The text is no rubric", str(error), kept=form.text) from error
        author = rubric.author if edited.content == rubric.content else reviewer.name
        own = {"benchmark": rubric.benchmark, "problem": rubric.problem, "author": author}
        edited = edited.model_copy(update=own)
        wrong = lint(edited, highest(problem), self._earlier(rubric) or rubric)
        if wrong and form.say == "approve":
            advice = faults_of(wrong, place)
            raise Refusal(422, "The rubric cannot be used as it is", advice, kept=form.text)
        return edited

    def _writing(self, kept: Rubric, before: Rubric) -> Also:
        """Return what appends a rubric, unless somebody has changed it meanwhile."""
        now = self.store.clock()

        def write(connection: Connection) -> None:
            rows = connection.execute(rubric_rows(kept.benchmark, kept.problem).limit(1)).all()
            if not rows or rows[0].version != before.version:
                raise Refusal(409, "Somebody has changed this rubric", "Look at it again.")
            same = rows[0].content == kept.content
            version = before.version if same else before.version + 1
            row = rubric_row(kept.model_copy(update={"version": version}))
            connection.execute(insert(rubrics), [{**row, "made_at": now}])

        return write

    def _earlier(self, rubric: Rubric) -> Rubric | None:
        versions = Judgements(self.store).rubric_versions(rubric.benchmark, rubric.problem)
        older = [one for one in versions if one.version < rubric.version]
        return older[-1] if older else None

    def _found(self, name: str) -> tuple[Problem, Rubric]:
        place = pair(name)
        problem = asked(self.store, *place) if place else None
        rubric = Judgements(self.store).rubric(*place) if place and problem else None
        if problem is None or rubric is None:
            raise Refusal(404, "There is no such rubric here", back=f"/queue/{self.id}")
        return problem, rubric


def highest(problem: Problem) -> Decimal | None:
    """Return a problem's highest mark, where it has one."""
    reference = problem.reference
    return reference.points if isinstance(reference, ProofScheme) else None


def as_text(rubric: Rubric) -> str:
    """Write a rubric as people edit it."""
    document = rubric.model_dump(mode="json", exclude_defaults=True)
    for name in ("version", "author", "approved_by"):
        document.pop(name, None)
    return yaml.safe_dump(document, allow_unicode=True, sort_keys=False, width=100)
