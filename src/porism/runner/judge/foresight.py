"""Foresight: what judging would still ask, from what is known; nothing is asked or written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from porism.core import Consultation, Opinion
from porism.judging import (
    Case,
    Decision,
    Question,
    Rewriting,
    Said,
    first_question,
    next_step,
    question_to,
    round_of,
)
from porism.judging.rewriting import rewriting_question
from porism.judging.solving import solving_question
from porism.runner.judge.clerk import case_of
from porism.runner.judge.consulting import Matter, came_through, consultation_name, content_case
from porism.runner.judge.docket import Docket, Sitting
from porism.runner.judge.hearings import asked_of
from porism.store import Store

Purpose = Literal["rewriting", "content", "solution", "opinion"]
"""A proof in uniform form, a check of it, a judge's own solution, an opinion."""


class Need(NamedTuple):
    """A question that judging needs."""

    model: str
    purpose: Purpose
    given: int
    """Characters of the question."""
    reply: int | None = None
    """Characters of the reply, where that is clear from what is asked."""
    certain: bool = True
    """Whether it is asked in any case, and not only if judges disagree."""


class Known(NamedTuple):
    """What was said so far about a benchmark."""

    opinions: Mapping[tuple[str, str, str], Opinion]
    """Those that could be read, by attempt, judge and what was asked."""
    consultations: Mapping[str, Consultation]


@dataclass(frozen=True, slots=True)
class Foresight:
    """Goes through judgings without asking anybody.

    Args:
        docket: what is owed.
        store: where the answers are.
        known: what was said so far.
    """

    docket: Docket
    store: Store
    known: Known
    _counted: set[tuple[str, str]] = field(default_factory=set)
    """Judges and problems whose own solution is counted already, for another attempt."""

    def needs(self, sitting: Sitting) -> Iterator[Need]:
        """Yield what one judging would ask, as far as that can be foreseen."""
        transcript = self.store.transcript(sitting.line.id)
        if transcript is None:
            return
        case, clear = case_of(sitting, transcript.answer), True
        rules = self.docket.bench.jury.rewriting
        if rules is not None and case.task == "proof":
            helpers, text = self._uniform(rules, sitting, case)
            yield from helpers
            clear = not helpers
            case = replace(case, answer=text)
        yield from self._opinions(sitting, case, clear=clear)

    def _uniform(
        self, rules: Rewriting, sitting: Sitting, case: Case
    ) -> tuple[Sequence[Need], str]:
        """Return what helpers would be asked, and the text that judges see, once all is known."""
        question = rewriting_question(case.problem, case.answer)
        matter = Matter("rewriting", case.problem, sitting.line.id)
        given, size = length(question), len(case.answer)
        made = self._consulted(rules.model, matter, question)
        if made is None:
            check = [Need(rules.checker, "content", given + size)] if rules.checker else []
            return [Need(rules.model, "rewriting", given, size), *check], case.answer
        if not came_through(rules, case, made):
            return [], case.answer
        if rules.checker:
            check_of = content_case(case, made)
            asked = first_question(check_of)
            said = self._said(sitting, rules.checker, asked)
            if said is None:
                return [Need(rules.checker, "content", length(asked))], case.answer
            if said.points != check_of.points:
                return [], case.answer
        return [], made.text

    def _opinions(self, sitting: Sitting, case: Case, *, clear: bool) -> Iterator[Need]:
        """Yield which judges would be heard, up to the round in which somebody has to be asked.

        Args:
            sitting: what is judged.
            case: with the text that judges see, if that is clear.
            clear: whether it is.
        """
        jury, said = self.docket.bench.jury, list(sitting.heard)
        first, step = first_question(case), next_step(jury, case.points, said)
        while not isinstance(step, Decision):
            turn = round_of(jury, step, said)
            owns = {judge: self._own(judge, case) for judge in turn.owed}
            asked = {
                judge: question_to(judge, case, turn.before, own or "")
                if turn.before or own
                else first
                for judge, own in owns.items()
            }
            found = {
                judge: self._said(sitting, judge, question)
                for judge, question in asked.items()
                if clear and owns[judge] is not None
            }
            known = [one for one in found.values() if one is not None]
            if len(known) < len(turn.owed):
                for judge in turn.owed:
                    if found.get(judge) is None:
                        yield from self._solution(judge, case, owns[judge])
                        yield Need(judge, "opinion", length(asked[judge]))
                for judge in jury.judges * (jury.rounds - step):
                    yield Need(judge, "opinion", length(first), certain=False)
                return
            said += [one.model_copy(update={"round": step}) for one in known]
            step = next_step(jury, case.points, said)

    def _solution(self, judge: str, case: Case, own: str | None) -> Iterator[Need]:
        """Yield a judge's own solution, where it is still wanted."""
        if own is None and (judge, case.problem.id) not in self._counted:
            self._counted.add((judge, case.problem.id))
            yield Need(judge, "solution", length(solving_question(case.problem)))

    def _own(self, judge: str, case: Case) -> str | None:
        """Return a judge's own solution; empty if none is wanted, ``None`` if it is not there."""
        if case.task != "proof" or not self.docket.bench.jury.solve_first:
            return ""
        matter = Matter("solution", case.problem)
        made = self._consulted(judge, matter, solving_question(case.problem))
        return None if made is None else made.text

    def _said(self, sitting: Sitting, judge: str, question: Question[Said]) -> Opinion | None:
        asked = asked_of(self.docket.models[judge], question, self.docket.equipment)
        return self.known.opinions.get((sitting.line.id, judge, asked))

    def _consulted(
        self, model: str, matter: Matter, question: Question[str]
    ) -> Consultation | None:
        name = consultation_name(matter, self.docket.models[model], question)
        return self.known.consultations.get(name)


def length(question: Question[object]) -> int:
    """Return how many characters a question has."""
    return sum(len(message.text) for message in question.messages)
