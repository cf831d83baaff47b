"""Hearings: one judge, one round, one opinion, committed when it is there."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from porism.core import Benchmark, Effort, Judging, Model, Opinion, Transcript
from porism.judging import Case, question_to
from porism.judging.questions import Question
from porism.models import Asking
from porism.models.fake_judge import Marking
from porism.runner.judge.asking import Asker
from porism.store import Judgements


@dataclass(frozen=True, slots=True)
class Work:
    """What is before the jury.

    Args:
        judging: the judging that opinions belong to.
        case: what judges are shown.
        right: the points that it should get, where recorded work says so; for stand-ins alone.
        number: the attempt's.
    """

    judging: Judging
    case: Case
    right: Decimal | None = None
    number: int = 1


@dataclass(frozen=True, slots=True)
class Hearings:
    """Hears judges.

    Args:
        judgements: where opinions are kept.
        asker: asks models.
        equipment: names the benchmark, and the tools that judges may use.
        reasks: how often a judge is asked again that cannot be read.
        new_id: gives ids to opinions.
        see: is told of every opinion that was committed.
    """

    judgements: Judgements
    asker: Asker
    equipment: Benchmark
    reasks: int
    new_id: Callable[[], str]
    see: Callable[[Opinion, Judging], None]

    async def opinion(
        self, work: Work, judge: str, said: Sequence[Opinion] = (), own: str = ""
    ) -> Opinion:
        """Hear a judge, for the first time or after all that was said.

        What the same judge said of the same attempt when it was asked the same counts again.

        Args:
            work: what is judged.
            judge: who is heard.
            said: what all judges said in the round before; nothing in the first.
            own: the judge's own solution, if it was asked for one.

        Raises:
            JudgeFailed: the model could not be asked.
            Stopped, BudgetSpent: nothing more is asked.
            StoreError: the opinion could not be committed.
        """
        judging, case = work.judging, work.case
        question = question_to(judge, case, said, own)
        number = said[0].round + 1 if said else 0
        asked = asked_of(self.asker.models[judge], question, self.equipment)
        known = self.judgements.same_opinion(judging.attempt, judge, asked)
        if known is not None:
            opinion = self._repeated(known, judging, number)
            return await self._kept(opinion, judging, self.judgements.add_opinion(opinion, None))
        steps = name_of(judging.id, str(number), judge)
        asking = self.asking(case, judge, question, work, said)
        answered = await self.asker.ask(judge, question, asking, steps, self.reasks, self.equipment)
        heard = answered.heard
        opinion = Opinion(
            id=self.new_id(),
            judging=judging.id,
            attempt=judging.attempt,
            judge=judge,
            round=number,
            points=heard.said.points if heard.said else None,
            failure=heard.failure,
            parts=heard.said.parts if heard.said else (),
            reason=heard.said.reason if heard.said else "",
            asked=asked,
            took=answered.effort,
        )
        kept = self.judgements.add_opinion(opinion, answered.transcript, steps)
        return await self._kept(opinion, judging, kept)

    async def _kept(self, opinion: Opinion, judging: Judging, promise: Future[None]) -> Opinion:
        await asyncio.wrap_future(promise)
        self.see(opinion, judging)
        return opinion

    def _repeated(self, known: Opinion, judging: Judging, number: int) -> Opinion:
        """Say an opinion again in another judging, which costs nothing."""
        facts = {
            "id": self.new_id(),
            "judging": judging.id,
            "round": number,
            "repeats": known.repeats or known.id,
            "took": Effort(
                run=self.asker.run,
                origin=known.took.origin,
                cost_usd=Decimal(0),
                requests=0,
                started_at=self.asker.clock(),
                duration_s=0,
                served_model=known.took.served_model,
                fingerprint=known.took.fingerprint,
            ),
        }
        return known.model_copy(update=facts)

    def asking(
        self,
        case: Case,
        judge: str,
        question: Question[object],
        work: Work,
        said: Sequence[Opinion],
    ) -> Asking:
        """Return what an offline endpoint may know; only a fake is told what is right."""
        marking = None
        if self.asker.models[judge].endpoint.protocol == "fake":
            others = tuple(one.points for one in said if one.points is not None)
            marking = Marking(question.replies, name_of(case.answer), work.right, others)
        return Asking(self.equipment.id, case.problem.id, work.number, marking=marking)


def asked_of(judge: Model, question: Question[object], equipment: Benchmark) -> str:
    """Return a digest of all that shapes an opinion: the judge, what it is told, its tools."""
    words = [message.model_dump_json() for message in question.messages]
    tools = equipment.tools and (*equipment.tools, equipment.tool_limits.to_json())
    return name_of(judge.asks, *tools, *words)


def name_of(*words: str) -> str:
    """Return 32 hexadecimal digits that depend on the words alone."""
    joined = json.dumps(words).encode()
    return hashlib.sha256(joined).hexdigest()[:32]


def recorded_points(transcript: Transcript) -> Decimal | None:
    """Return the points that recorded work says it should get; ``None`` where it does not.

    Recorded responses may say so in their key ``points``, beside what is replayed.
    """
    if transcript.origin != "replay" or not transcript.exchanges:
        return None
    try:
        record = json.loads(transcript.exchanges[-1].response, parse_float=str, parse_int=str)
        points = Decimal(record["points"])
    except (ValueError, KeyError, TypeError, InvalidOperation, RecursionError):
        return None
    return points if points.is_finite() and points >= 0 else None
