"""Hearings: one judge, one round, one opinion, committed when it is there."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from porism.core import Benchmark, Judging, Opinion, Transcript
from porism.judging import Case, first_question, next_question
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
        question = next_question(case, judge, said, own) if said else first_question(case, own)
        number = said[0].round + 1 if said else 0
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
            took=answered.effort,
        )
        kept = self.judgements.add_opinion(opinion, answered.transcript, steps)
        await asyncio.wrap_future(kept)
        self.see(opinion, judging)
        return opinion

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
