"""An attempt with all that a decision about it needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from porism.core import Attempt, Benchmark, Problem, Transcript
from porism.desk.juries import juries
from porism.desk.scheme import Scheme, scheme
from porism.errors import StoreError
from porism.look import references
from porism.look.opinions import Bench
from porism.look.references import Choice
from porism.look.shown import answer, code, prose
from porism.look.transcript import Turn, turns
from porism.look.verdicts import Said, mark_of, verdict, words_of
from porism.report.marks import points_of
from porism.store import Filter, Judgements, Line, Store
from porism.store.asked import asked, pictures_of, spoken
from porism.store.decisions import JUDGING, Decisions
from porism.store.rows import AUTHORITIES

MOST_SIMILAR = 12
Row = Mapping[str, Any]


class Similar(NamedTuple):
    """Another attempt at the same problem."""

    id: str
    author: str
    mark: str
    words: str
    answer: Markup
    same: bool
    """Whether it ends in the same answer."""


@dataclass(frozen=True, slots=True)
class CaseView:
    """An attempt, as the page that decides on it shows it."""

    attempt: str
    benchmark: str
    problem: str
    author: str
    """The model's name; empty where it is kept from people."""
    number: int
    statement: Markup
    formal: Markup | None
    pictures: tuple[str, ...]
    choices: tuple[tuple[Choice, Markup], ...]
    reference: Markup | None
    texts: tuple[tuple[str, Markup], ...]
    scheme: Scheme | None
    """The rubric that a person or a model wrote for judges, besides the problem's own."""
    extracted: Markup
    reading: Markup
    reference_reading: Markup
    flags: tuple[str, ...]
    ending: str
    error: str
    verdicts: tuple[Said, ...]
    benches: tuple[Bench, ...]
    turns: tuple[Turn, ...]
    missing: str
    similar: tuple[Similar, ...]
    hidden: bool


@dataclass(frozen=True, slots=True)
class Cases:
    """Finds attempts and what belongs to them.

    Attributes:
        store: where they are.
        decisions: what people said.
        blind: whether models' names are kept from people.
        alone: whether several people judge each attempt, without hearing of each other before.
    """

    store: Store
    decisions: Decisions
    blind: bool = False
    alone: bool = False

    def problem(self, attempt: Attempt) -> Problem | None:
        """Return the problem as it was asked."""
        return asked(self.store, attempt.benchmark, attempt.problem, attempt.revision)

    def most(self, benchmark: str, problem: str) -> float:
        """Return the highest mark of a problem; 1 where answers are right or wrong."""
        found = asked(self.store, benchmark, problem)
        return points_of(found.reference) if found else 1.0

    def view(
        self, attempt: Attempt, problem: Problem, benchmark: Benchmark, hidden_from: str = ""
    ) -> CaseView:
        """Return an attempt.

        Args:
            attempt: which.
            problem: as it was asked.
            benchmark: which it is of.
            hidden_from: from whom the verdicts of other people are kept; from nobody without it.
        """
        rows, most = self._spoken(attempt, hidden_from), points_of(problem.reference)
        impersonal = last_of([row for row in rows if row["authority"] != "person"])
        read = verdict(impersonal, stands=False) if impersonal else None
        short = references.answer(problem.id, problem.reference, attempt.choices)
        shown = references.choices(problem.id, problem.reference, attempt.choices)
        transcript, missing = self._transcript(attempt)
        reference = problem.reference
        judgements = Judgements(self.store)
        place = (attempt.benchmark, attempt.problem)
        rubric = judgements.rubric(*place, approved=True) or judgements.rubric(*place)
        return CaseView(
            attempt=attempt.id,
            benchmark=benchmark.name,
            problem=problem.id,
            author="" if self.blind else attempt.model,
            number=attempt.number,
            statement=prose(problem.statement),
            formal=code(reference.statement) if reference.kind == "formal_proof" else None,
            pictures=tuple(f"picture/{i.sha256}" for i in problem.images),
            choices=tuple((choice, prose(choice.text)) for choice in shown),
            reference=answer(short) if short else None,
            texts=tuple((head, prose(text)) for head, text in references.texts(reference)),
            scheme=scheme(rubric) if rubric else None,
            extracted=read.extracted if read else answer(""),
            reading=read.reading if read else answer(""),
            reference_reading=read.reference_reading if read else answer(""),
            flags=read.flags if read else (),
            ending=attempt.ending,
            error="" if self.blind else attempt.error,  # providers name the model
            verdicts=tuple(verdict(row, stands=row is last_of(rows), most=most) for row in rows),
            benches=juries(
                judgements, attempt.id, problem, transcript.answer if transcript else ""
            ),
            turns=shown_turns(transcript) if transcript else (),
            missing=missing,
            similar=self._similar(attempt, most),
            hidden=bool(hidden_from),
        )

    def _spoken(self, attempt: Attempt, hidden_from: str) -> list[Row]:
        rows = spoken(self.store, attempt.id)
        return [
            row
            for row in rows
            if row["authority"] != "person" or hidden_from in {"", row["grader"]}
        ]

    def _transcript(self, attempt: Attempt) -> tuple[Transcript | None, str]:
        """Return what was said, or why it cannot be shown."""
        try:
            transcript = self.store.transcript(attempt.id)
        except StoreError as error:
            return None, f"The transcript cannot be shown: {error}."
        if transcript is None:
            return None, "No transcript is kept: only the result of this attempt is known."
        return transcript, ""

    def _similar(self, attempt: Attempt, most: float) -> tuple[Similar, ...]:
        lines = list(
            self.store.attempts(Filter(benchmark=attempt.benchmark, problem=attempt.problem))
        )
        own = next((line for line in lines if line.id == attempt.id), None)
        ending = own.extracted if own else None
        others = [line for line in lines if line.id != attempt.id]
        others.sort(key=lambda line: not (ending and line.extracted == ending))
        return tuple(self._similar_line(line, ending, most) for line in others[:MOST_SIMILAR])

    def _similar_line(self, line: Line, ending: str | None, most: float) -> Similar:
        outcome, score = self._told(line)
        mark = mark_of(outcome, score)
        return Similar(
            line.id,
            "" if self.blind else line.model,
            mark,
            words_of(mark, score, most),
            answer(line.extracted or ""),
            bool(ending) and line.extracted == ending,
        )

    def _told(self, line: Line) -> tuple[str, float | None]:
        """Return what stands of another attempt; what no person said, if it waits for several."""
        if not self.alone or line.outcome not in JUDGING:
            return line.outcome, line.score
        said = self.store.verdicts(line.id)
        impersonal = next((one for one in said if one.authority != "person"), None)
        return (impersonal.outcome, impersonal.score) if impersonal else ("ungraded", None)


def shown_turns(transcript: Transcript) -> tuple[Turn, ...]:
    """Return the conversation with its pictures."""
    return turns(transcript, {name: f"picture/{name}" for name in pictures_of(transcript)})


def last_of(rows: Sequence[Row]) -> Row | None:
    """Return the verdict that stands among some."""
    ranked = sorted(rows, key=lambda r: (AUTHORITIES.index(r["authority"]), r["version"], r["seq"]))
    return ranked[-1] if ranked else None
