"""One attempt from its task to its committed row: the one place that catches broadly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import NamedTuple

from porism.core import (
    Attempt,
    Ending,
    FinalAnswer,
    Message,
    Origin,
    Protocol,
    Reply,
    Transcript,
    Verdict,
)
from porism.errors import EndpointError, PermanentError, SandboxError
from porism.models import Asking
from porism.prompts import render
from porism.runner.budget import BudgetSpent
from porism.runner.inquiry import Inquiry
from porism.runner.lane import Lane, Stopped
from porism.runner.plan import Task
from porism.store import Store
from porism.tools.conversation import Conversation
from porism.tools.memory import Memory

ORIGINS: dict[Protocol, Origin] = {"fake": "fake", "replay": "replay"}
LONGEST_ERROR = 2_000


class Ended(NamedTuple):
    """How the asking ended."""

    ending: Ending
    error: str = ""
    reply: Reply | None = None


@dataclass(frozen=True, slots=True)
class Recorder:
    """Turns what happened into rows."""

    store: Store
    run: str
    clock: Callable[[], datetime]
    new_id: Callable[[], str]

    async def attempt(self, task: Task, lane: Lane) -> None:
        """Ask and grade, each committed as soon as it is there.

        Raises:
            Stopped, BudgetSpent: nothing was recorded; the cell is still owed.
            PermanentError: no request to this model can succeed; nothing was recorded.
            StoreError: what was answered could not be committed.
        """
        memory = Memory(self.store if lane.remembers else None, task.cell.digest(), self.clock)
        attempt, transcript = await self._ask(task, lane, memory)
        kept = self.store.add_attempt(attempt, transcript, had_steps=memory.lasts)
        verdict = None
        if attempt.ending == "answered":  # while it is graded it is being written
            verdict = self._grade(transcript, task, lane)
            kept = self.store.add_verdict(attempt.id, verdict)
        del transcript  # many may wait for the disk at once
        await asyncio.wrap_future(kept)  # a verdict is kept after what it is about, or not at all
        lane.progress.see(attempt, verdict)

    async def _ask(self, task: Task, lane: Lane, memory: Memory) -> tuple[Attempt, Transcript]:
        question = self._question(task, lane)
        inquiry = Inquiry(lane, asking_of(task, lane), self.clock, memory)
        accepts = partial(self._accepts, task, lane)
        toolbox = lane.workshop.toolbox(lane.assignment.benchmark, memory, accepts)
        try:
            solution = await lane.solver.solve(question, inquiry.ask, toolbox)
            said, ended = solution.messages, ending_of(solution)
        except EndpointError as error:
            if isinstance(error, PermanentError) and error.concerns == "model":
                raise
            said, ended = inquiry.messages, failure_of(error)
        except SandboxError as error:
            said, ended = inquiry.messages, Ended("failed", f"tool: {error}")
        except (Stopped, BudgetSpent, asyncio.CancelledError):
            lane.progress.begun_usd += inquiry.cost_usd or 0
            raise
        except Exception as error:  # noqa: BLE001 - the one boundary: a fault of ours is not the model's
            said, ended = inquiry.messages, Ended("failed", f"internal error: {error!r}")
        finally:
            inquiry.give_slot()
            await toolbox.close()
        attempt = self._attempt(task, lane, inquiry, ended, memory)
        transcript = Transcript(
            origin=attempt.origin,
            messages=said or question,
            exchanges=tuple(inquiry.exchanges),
            retries=tuple(inquiry.retries),
            inner=inquiry.inner,
        )
        return attempt, transcript

    def _grade(self, transcript: Transcript, task: Task, lane: Lane) -> Verdict:
        # The first requests leave before the grader is loaded.
        from porism.runner.grade import asks_for_box, grade_answer

        benchmark = lane.assignment.benchmark
        boxed = asks_for_box(transcript)
        return grade_answer(transcript.answer, task.problem, task.choices, benchmark, boxed=boxed)

    def _accepts(self, task: Task, lane: Lane, answer: str) -> bool:
        """Tell whether an answer is right."""
        from porism.runner.grade import grade_answer

        benchmark = lane.assignment.benchmark
        boxed = f"\\boxed{{{answer}}}"
        return grade_answer(boxed, task.problem, task.choices, benchmark).correct is True

    def _question(self, task: Task, lane: Lane) -> tuple[Message, ...]:
        plan = lane.assignment
        return render(
            plan.prompt, task.problem, choices=task.choices, sketch=plan.sketch, images=plan.images
        )

    def _attempt(
        self, task: Task, lane: Lane, inquiry: Inquiry, ended: Ended, memory: Memory
    ) -> Attempt:
        cell, reply = task.cell, ended.reply
        return Attempt(
            id=self.new_id(),
            cell=cell.digest(),
            run=self.run,
            benchmark=cell.benchmark,
            problem=cell.problem,
            revision=task.problem.revision,
            model=cell.model,
            variant=cell.variant,
            number=cell.number,
            origin=ORIGINS.get(lane.assignment.model.endpoint.protocol, "live"),
            ending=ended.ending,
            finish_reason=reply.finish_reason if reply else "",
            error=ended.error[:LONGEST_ERROR],
            usage=inquiry.usage,
            cost_usd=inquiry.cost_usd,
            requests=inquiry.requests,
            retries=len(inquiry.retries),
            started_at=memory.began_at,
            duration_s=memory.elapsed_s,
            served_model=reply.served_model if reply else "",
            fingerprint=reply.fingerprint if reply else "",
            choices=task.choices.permutation if task.choices else "",
        )


def asking_of(task: Task, lane: Lane) -> Asking:
    """Return what an offline endpoint may know; only a fake is told the answer."""
    fake = lane.assignment.model.endpoint.protocol == "fake"
    return Asking(
        benchmark=task.cell.benchmark,
        problem=task.cell.problem,
        number=task.cell.number,
        key=answer_key(task) if fake else "",
    )


def answer_key(task: Task) -> str:
    """Return the right answer as it would be boxed; empty where there is none."""
    if task.choices:
        return task.choices.reference.label
    reference = task.problem.reference
    if isinstance(reference, FinalAnswer) and not reference.hidden:
        return reference.answer
    return ""


def ending_of(solution: Conversation) -> Ended:
    """Read from the provider's own word how the asking ended; never guess."""
    reply = solution.reply
    if solution.cut:
        return Ended("truncated", solution.cut, reply)
    if reply.finish == "length":
        return Ended("truncated", reply=reply)
    if reply.finish == "refusal":
        return Ended("refused", reply=reply)
    if not reply.message.text.strip():
        return Ended("empty", reply=reply)
    return Ended("answered", reply=reply)


def failure_of(error: EndpointError) -> Ended:
    """Tell a provider's refusal from a failure."""
    refused = isinstance(error, PermanentError) and error.refused
    return Ended("refused" if refused else "failed", str(error))
