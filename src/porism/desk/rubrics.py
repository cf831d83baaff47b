"""Rubrics to approve: drafts that people read, edit, let be used or send back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from sqlalchemy import Connection, insert

from porism.core import Choice, Decision, Problem, ProofScheme, Reviewer, Rubric
from porism.desk.listed import ListedQueue
from porism.desk.problem_view import problem_view
from porism.desk.queue import Entry, Form, Item, Option, Ruling
from porism.desk.refusal import Refusal
from porism.desk.scheme import plain
from porism.desk.subject import pair, subject
from porism.errors import DefinitionError
from porism.judging.rubrics import faults_of, lint, to_yaml
from porism.look.shown import prose
from porism.records import parse_yaml
from porism.store import Judgements, Store
from porism.store.asked import asked
from porism.store.decisions import Also, Decisions
from porism.store.judgements import rubric_row, rubric_rows
from porism.store.schema import rubrics

FILE = Path("rubric")
"""What messages call the text of the form."""
WORDS: dict[str, Choice] = {"approve": "approve", "revise": "revise", "reject": "reject"}
CHANGED_SINCE = "The rubric has changed since: open it, and decide on it anew."
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
            return self._sent_back(rubric, form)
        edited = self._edited(rubric, problem, form, reviewer)
        approved_by = reviewer.name if choice == "approve" else ""
        kept = edited.model_copy(update={"approved_by": approved_by})
        changes = edited.content != rubric.content
        return Ruling(choice, also=self._writing(kept, rubric), changes=changes)

    def undoing(self, decision: Decision) -> Also | None:
        """Return what lets the rubric be again what it was before a decision."""
        place = pair(decision.subject) or ("", "")

        def write(connection: Connection, undo: Decision) -> None:
            rows = connection.execute(rubric_rows(*place)).all()
            if decision.choice == "reject" and all(r.made_at != decision.made_at for r in rows):
                return  # it was made elsewhere, and changed no rubric here
            if len(rows) < 2 or rows[0].made_at != decision.made_at:
                raise Refusal(409, "This cannot be taken back", CHANGED_SINCE, back="/decisions")
            now, before = rows[:2]
            version = now.version + (before.content != now.content)
            again = Rubric.from_json(before.body).model_copy(update={"version": version})
            connection.execute(insert(rubrics), [{**rubric_row(again), "made_at": undo.made_at}])

        return write

    def _sent_back(self, rubric: Rubric, form: Form) -> Ruling:
        """Send a rubric back, as it is; nobody judges by it any more."""
        if not form.why.strip():
            raise Refusal(422, "A reason is missing", "Say what is wrong.", kept=form.text)
        if unix(form.text).strip() not in {"", as_text(rubric).strip()}:
            advice = (
                "What is sent back is not edited: keep the text as a draft, or undo your edits."
            )
            raise Refusal(422, "You have edited the text", advice, kept=form.text)
        draft = rubric.model_copy(update={"approved_by": ""})
        return Ruling("reject", also=self._writing(draft, rubric))

    def _edited(self, rubric: Rubric, problem: Problem, form: Form, reviewer: Reviewer) -> Rubric:
        """Read the text of a form as the next version of a rubric."""
        try:
            edited, place = parse_yaml(unix(form.text), Rubric, FILE)
        except DefinitionError as error:
            raise Refusal(422, "The text is no rubric", str(error), kept=form.text) from error
        if (edited.benchmark, edited.problem) != (rubric.benchmark, rubric.problem):
            advice = f"It is of problem {rubric.problem} of {rubric.benchmark}: put that back."
            raise Refusal(422, "The rubric is of another problem", advice, kept=form.text)
        author = rubric.author if edited.content == rubric.content else reviewer.name
        edited = edited.model_copy(update={"author": author})
        wrong = lint(edited, highest(problem), self._earlier(rubric) or rubric)
        if wrong and form.say == "approve":
            advice = faults_of(wrong, place)
            raise Refusal(422, "The rubric cannot be used as it is", advice, kept=form.text)
        return edited

    def _writing(self, kept: Rubric, before: Rubric) -> Also:
        """Return what appends a rubric, unless somebody has changed it meanwhile."""

        def write(connection: Connection, decision: Decision) -> None:
            rows = connection.execute(rubric_rows(kept.benchmark, kept.problem).limit(1)).all()
            if not rows or rows[0].version != before.version:
                raise Refusal(409, "Somebody has changed this rubric", "Look at it again.")
            same = rows[0].content == kept.content
            version = before.version if same else before.version + 1
            row = rubric_row(kept.model_copy(update={"version": version}))
            connection.execute(insert(rubrics), [{**row, "made_at": decision.made_at}])

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
    return to_yaml(rubric.model_copy(update={"author": ""}))


def unix(text: str) -> str:
    """Return a text that came in a form with the ends of lines that it had."""
    return text.replace("\r\n", "\n")
