"""One tiny question, to see whether a model answers and what its endpoint reports."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

from porism.core import Finish, Model, Noun, Price, Usage, user
from porism.models import Asking, connect
from porism.models.prices import reply_cost_usd, snapshot

QUESTION = "What is 1+1? Put the answer in \\boxed{}."
"""Short, and every model that works answers it."""


class CheckReport(Noun):
    """What came back."""

    model: str
    question: str
    answer: str
    thinking_characters: int
    """Length of the reasoning that the endpoint shows."""
    finish: Finish
    finish_reason: str
    served_model: str
    fingerprint: str
    duration_s: float
    usage: Usage
    reports: tuple[str, ...]
    """The fields of usage that the endpoint reports."""
    missing: tuple[str, ...]
    """The fields of usage that it does not report."""
    price: Price | None
    cost_usd: Decimal | None


def run_check(model: Model, *, folder: Path | None = None) -> CheckReport:
    """Do as :func:`check` does, today and outside of an event loop."""
    return asyncio.run(check(model, datetime.now(UTC).date(), folder=folder))


async def check(
    model: Model,
    today: date,
    *,
    folder: Path | None = None,
    environ: Mapping[str, str] = os.environ,
) -> CheckReport:
    """Ask a model one tiny question.

    Args:
        model: whom to ask.
        today: the day whose prices hold.
        folder: where the files of ``replay`` models are looked for.
        environ: where keys are looked up.

    Raises:
        ConfigurationError: the model cannot be asked from here.
        EndpointError: what its endpoint did instead of answering.
    """
    connection = connect(model, folder=folder, environ=environ)
    try:
        asking = Asking(benchmark="check", problem="check", number=1, key="2")
        reply = await connection.ask((user(QUESTION),), asking)
    finally:
        await connection.close()
    reported = reply.usage.model_dump(exclude_none=True)
    price = snapshot(model, today)
    return CheckReport(
        model=model.id,
        question=QUESTION,
        answer=reply.message.text,
        thinking_characters=len(reply.message.thinking),
        finish=reply.finish,
        finish_reason=reply.finish_reason,
        served_model=reply.served_model,
        fingerprint=reply.fingerprint,
        duration_s=reply.exchange.duration_s,
        usage=reply.usage,
        reports=tuple(name for name in Usage.model_fields if name in reported),
        missing=tuple(name for name in Usage.model_fields if name not in reported),
        price=price,
        cost_usd=reply_cost_usd(reply, price),
    )
