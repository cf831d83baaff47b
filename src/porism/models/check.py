"""One tiny question, to see whether a model answers and what its endpoint reports."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path

from porism.core import Model, Noun, Price, Reply, Usage, user
from porism.models import Asking, connect
from porism.models.prices import cost_usd, snapshot

QUESTION = "What is 1+1? Put the answer in \\boxed{}."
"""Short, and every model that works answers it."""


class CheckReport(Noun):
    """What came back."""

    model: str
    question: str
    reply: Reply
    reports: tuple[str, ...]
    """The fields of usage that the endpoint reports."""
    missing: tuple[str, ...]
    """The fields of usage that it does not report."""
    price: Price | None
    cost_usd: Decimal | None


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
        reply=reply,
        reports=tuple(name for name in Usage.model_fields if name in reported),
        missing=tuple(name for name in Usage.model_fields if name not in reported),
        price=price,
        cost_usd=cost_usd(reply.usage, price),
    )
