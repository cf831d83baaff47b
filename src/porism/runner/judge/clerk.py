"""The clerk: takes one attempt through its judging, and has everything written down at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from porism.benchmarks.choices import present
from porism.core import Conclusion, Flag, Opinion, Verdict
from porism.errors import UserError
from porism.judging import Case, Decision, next_step, round_of, verdict_of
from porism.runner.judge.consulting import Consulting
from porism.runner.judge.docket import Docket, Sitting
from porism.runner.judge.hearings import Hearings, Work, recorded_points
from porism.runner.judge.second_opinion import second_opinion
from porism.store import Store


@dataclass(frozen=True, slots=True)
class Clerk:
    """Hears the judges of one attempt after another.

    Args:
        store: where attempts and verdicts are.
        docket: what is judged, and by whom.
        hearings: hears judges.
        consulting: asks for what judges need besides.
    """

    store: Store
    docket: Docket
    hearings: Hearings
    consulting: Consulting

    async def sit(self, sitting: Sitting) -> Verdict | None:
        """Hear the judges of an attempt until they have come to something.

        Returns:
            The verdict that was written; nothing where there is none to write.

        Raises:
            JudgeFailed: a model could not be asked; the attempt is still owed.
            Stopped, BudgetSpent: nothing more is asked; the attempt is still owed.
            StoreError: what was said could not be committed.
        """
        transcript = self.store.transcript(sitting.line.id)
        if transcript is None:
            return None
        case = case_of(sitting, transcript.answer)
        work = Work(sitting.judging, case, recorded_points(transcript), sitting.line.number)
        work, flags = await self.consulting.uniform(work)
        await asyncio.wrap_future(self.hearings.judgements.add_judging(work.judging))
        jury, opinions = self.docket.bench.jury, list(sitting.heard)
        step = next_step(jury, case.points, opinions)
        while not isinstance(step, Decision):
            opinions += await self._round(work, step, opinions)
            step = next_step(jury, case.points, opinions)
        return await self._conclude(work, step, opinions, flags)

    async def _round(self, work: Work, number: int, opinions: Sequence[Opinion]) -> list[Opinion]:
        """Hear all judges that have not spoken in a round, side by side.

        What some said is committed, also if others could not be asked.
        """
        turn = round_of(self.docket.bench.jury, number, opinions)
        heard = await asyncio.gather(
            *(self._hear(work, judge, turn.before) for judge in turn.owed), return_exceptions=True
        )
        failures = [one for one in heard if isinstance(one, BaseException)]
        for failure in sorted(failures, key=lambda one: not isinstance(one, UserError)):
            raise failure
        return [one for one in heard if isinstance(one, Opinion)]

    async def _hear(self, work: Work, judge: str, before: Sequence[Opinion]) -> Opinion:
        own = ""
        if work.case.task == "proof":
            own = await self.consulting.solution(judge, work.case.problem)
        return await self.hearings.opinion(work, judge, before, own)

    async def _conclude(
        self, work: Work, decision: Decision, opinions: Sequence[Opinion], flags: Sequence[Flag]
    ) -> Verdict | None:
        judging, jury = work.judging, self.docket.bench.jury
        came = verdict_of(jury, judging, decision, opinions, flags)
        ended = Conclusion(
            judging=judging.id, points=decision.points, rounds=decision.rounds, reason=came.reason
        )
        verdict: Verdict | None = came
        if judging.task == "answer":
            said = self.store.verdicts(judging.attempt)
            verdict = second_opinion(self.docket.benchmark, said, came)
        written = (verdict,) if verdict else ()
        kept = self.hearings.judgements.conclude(judging.attempt, ended, *written)
        await asyncio.wrap_future(kept)
        return verdict


def case_of(sitting: Sitting, answer: str) -> Case:
    """Return what judges are shown of an attempt: its choices as they were shown to the model."""
    problem = sitting.problem
    choices = present(problem, sitting.line.choices)
    if choices is not None:
        labelled = "\n\n".join(f"({label}) {text}" for label, text in choices.shown)
        statement = "\n\n".join(filter(None, (problem.statement, labelled)))
        changes = {"reference": choices.reference, "statement": statement}
        problem = problem.model_copy(update=changes)
    return Case(sitting.judging.task, problem, answer, sitting.rubric)
