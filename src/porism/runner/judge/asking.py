"""Asking the models of a jury: one question until it can be read, kept as it comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from porism.core import Benchmark, Effort, Model, Transcript
from porism.errors import EndpointError, PermanentError, SandboxError
from porism.judging import Heard, Question, hear
from porism.models import Asking
from porism.runner.attempting import ORIGINS
from porism.runner.inquiry import Inquiry
from porism.runner.lane import Access, Stopped
from porism.store import Store
from porism.tools.memory import Memory
from porism.tools.toolbox import NO_TOOLS
from porism.tools.workshop import Workshop

T = TypeVar("T")


class JudgeFailed(Exception):  # noqa: N818 - the attempt is still owed
    """A model of a jury that could not be asked."""

    def __init__(self, model: str, why: str) -> None:
        self.model = model
        super().__init__(f"{model}: {why}")


@dataclass(frozen=True, slots=True)
class Answered(Generic[T]):
    """What came of a question."""

    heard: Heard[T]
    effort: Effort
    transcript: Transcript


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks the models of a jury.

    Args:
        store: where what is received is kept until all of it is there.
        run: the run that it is asked in.
        models: whom it may ask, by id.
        accesses: ways to them, by id.
        workshop: where tools are had.
        clock: tells the time.
    """

    store: Store
    run: str
    models: Mapping[str, Model]
    accesses: Mapping[str, Access]
    workshop: Workshop
    clock: Callable[[], datetime]

    async def ask(  # noqa: PLR0913, PLR0917 - whom, what, how and how often
        self,
        model: str,
        question: Question[T],
        asking: Asking,
        steps: str,
        reasks: int,
        equipment: Benchmark | None = None,
    ) -> Answered[T]:
        """Ask a model until its reply can be read.

        Args:
            model: whom.
            question: what.
            asking: what offline endpoints may know.
            steps: the name under which replies are kept while more are needed.
            reasks: how often it is asked again.
            equipment: names the tools that may be used; none without it.

        Raises:
            JudgeFailed: the model could not be asked.
            Stopped, BudgetSpent: nothing more is asked; what was received is remembered.
            StoreError: what was received could not be committed.
        """
        access = self.accesses[model]
        await access.channel.pace.slots.acquire()
        memory = Memory(self.store, steps, self.clock)
        inquiry = Inquiry(access, asking, self.clock, memory)
        toolbox = self.workshop.toolbox(equipment, memory) if equipment else NO_TOOLS
        try:
            if access.channel.stopped.is_set():
                raise Stopped(access.channel.why)
            heard = await hear(question, inquiry.ask, toolbox, reasks)
        except EndpointError as error:
            if isinstance(error, PermanentError) and error.concerns == "model":
                access.stop(str(error))
            raise JudgeFailed(model, str(error)) from error
        except SandboxError as error:
            raise JudgeFailed(model, f"tool: {error}") from error
        finally:
            inquiry.give_slot()
            await toolbox.close()
        effort = self._effort(model, heard, inquiry, memory)
        transcript = Transcript(
            origin=effort.origin,
            messages=heard.messages,
            exchanges=tuple(inquiry.exchanges),
            retries=tuple(inquiry.retries),
        )
        return Answered(heard, effort, transcript)

    def _effort(self, model: str, heard: Heard[T], inquiry: Inquiry, memory: Memory) -> Effort:
        protocol = self.models[model].endpoint.protocol
        return Effort(
            run=self.run,
            origin=ORIGINS.get(protocol, "live"),
            usage=inquiry.usage,
            cost_usd=inquiry.cost_usd,
            requests=inquiry.requests,
            retries=len(inquiry.retries),
            started_at=memory.began_at,
            duration_s=memory.elapsed_s,
            served_model=heard.reply.served_model,
            fingerprint=heard.reply.fingerprint,
        )
