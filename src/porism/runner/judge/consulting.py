"""Consulting models for what judges need: proofs in uniform form, solutions of their own."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from fractions import Fraction

from porism.core import (
    Conclusion,
    Consultation,
    ConsultationPurpose,
    Flag,
    Model,
    Problem,
)
from porism.judging import Case, Jury
from porism.judging.jury import Rewriting
from porism.judging.questions import Question
from porism.judging.rewriting import losses, rewriting_question
from porism.judging.solving import solving_question
from porism.models import Asking
from porism.models.fake_judge import Marking
from porism.runner.judge.asking import Asker
from porism.runner.judge.hearings import Hearings, Work, name_of
from porism.store import Judgements


@dataclass(frozen=True, slots=True)
class Matter:
    """What a consultation is about."""

    purpose: ConsultationPurpose
    problem: Problem
    attempt: str = ""
    number: int = 1


@dataclass(frozen=True, slots=True)
class Consulting:
    """Consults models, each at most once about the same.

    Args:
        judgements: where consultations are kept.
        asker: asks models.
        hearings: hears those that check what was rewritten.
        jury: who judges.
    """

    judgements: Judgements
    asker: Asker
    hearings: Hearings
    jury: Jury
    under_way: dict[str, asyncio.Lock] = field(default_factory=dict)

    async def solution(self, judge: str, problem: Problem) -> str:
        """Return a judge's own solution of a problem; empty where none is wanted or came.

        Raises:
            JudgeFailed: the model could not be asked.
            Stopped, BudgetSpent: nothing more is asked.
            StoreError: it could not be committed.
        """
        if not self.jury.solve_first:
            return ""
        matter = Matter("solution", problem)
        return (await self._consult(judge, solving_question(problem), matter)).text

    async def uniform(self, work: Work) -> tuple[Work, tuple[Flag, ...]]:
        """Bring a proof into uniform form, unless its mathematics would change.

        Returns:
            The work with its new text, or as it was and the flag that says so.

        Raises:
            JudgeFailed: a model could not be asked.
            Stopped, BudgetSpent: nothing more is asked.
            StoreError: what came could not be committed.
        """
        rules, case = self.jury.rewriting, work.case
        if rules is None or case.task != "proof":
            return work, ()
        matter = Matter("rewriting", case.problem, work.judging.attempt, work.number)
        question = rewriting_question(case.problem, case.answer)
        made = await self._consult(rules.model, question, matter)
        same = came_through(rules, case, made)
        if same and rules.checker:
            same = await self._is_same(rules, work, made)
        if not same:
            judging = work.judging.model_copy(update={"declined": made.id})
            return replace(work, judging=judging), ("content-lost",)
        judging = work.judging.model_copy(update={"rewriting": made.id})
        return replace(work, judging=judging, case=replace(case, answer=made.text)), ()

    async def _is_same(self, rules: Rewriting, work: Work, made: Consultation) -> bool:
        """Ask a second model whether a rewritten proof is still the same."""
        case = content_case(work.case, made)
        name = name_of(work.judging.id, made.id)
        judging = work.judging.model_copy(
            update={"id": name, "task": "content", "points": case.points, "rewriting": made.id}
        )
        known = {one.judging.id: one for one in self.judgements.judged(judging.attempt)}
        said = known[name].opinions if name in known else ()
        if not said:
            await asyncio.wrap_future(self.judgements.add_judging(judging))
            checked = Work(judging, case, case.points, work.number)
            said = (await self.hearings.opinion(checked, rules.checker or ""),)
            points = None if said[0].points is None else Fraction(said[0].points)
            ended = Conclusion(judging=name, points=points)
            await asyncio.wrap_future(self.judgements.conclude(judging.attempt, ended))
        return said[0].points == case.points

    async def _consult(self, model: str, question: Question[str], matter: Matter) -> Consultation:
        """Ask a model, unless it was asked the same before."""
        problem = matter.problem
        asked = self.asker.models[model]
        name = consultation_name(matter, asked, question)
        async with self.under_way.setdefault(name, asyncio.Lock()):
            known = self.judgements.consultation(name)
            if known is not None:
                return known
            fake = asked.endpoint.protocol == "fake"
            marking = Marking(question.replies, name) if fake else None
            benchmark = self.hearings.equipment.id
            asking = Asking(benchmark, problem.id, matter.number, marking=marking)
            came = await self.asker.ask(model, question, asking, name, self.jury.reasks)
            made = Consultation(
                id=name,
                purpose=matter.purpose,
                benchmark=benchmark,
                problem=problem.id,
                attempt=matter.attempt,
                model=model,
                asks=asked.asks,
                text=came.heard.said or "",
                failure=came.heard.failure,
                took=came.effort,
            )
            kept = self.judgements.add_consultation(made, came.transcript, name)
            await asyncio.wrap_future(kept)
            return made


def consultation_name(matter: Matter, model: Model, question: Question[str]) -> str:
    """Return a digest of who is asked, for what and with which words."""
    words = [message.model_dump_json() for message in question.messages]
    return name_of(matter.purpose, matter.attempt, model.id, model.asks, *words)


def came_through(rules: Rewriting, case: Case, made: Consultation) -> bool:
    """Tell whether a proof was rewritten and its formulas and numbers are still there."""
    lost = losses(rules, case.problem.statement, case.answer, made.text)
    return bool(made.text) and not lost


def content_case(case: Case, made: Consultation) -> Case:
    """Return what a second model is asked about a proof that was rewritten."""
    return Case("content", case.problem, made.text, original=case.answer)
