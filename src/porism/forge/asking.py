"""Asking a model for help with a paper: patiently, and with the forge's own texts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from porism.core import Message, Reply, Tool
from porism.errors import TransientError
from porism.models import Asking, Connection

TEXTS = Path(__file__).parent / "texts"
WAITS_S = (1.0, 4.0, 15.0, 60.0)
"""Before each further try, unless the endpoint asks for more."""
LONGEST_WAIT_S = 600


def forge_text(name: str) -> str:
    """Return one of the texts that models are shown."""
    return (TEXTS / f"{name}.txt").read_text(encoding="utf-8")


async def ask(
    connection: Connection,
    messages: Sequence[Message],
    paper: str,
    tools: Sequence[Tool] = (),
    waits_s: Sequence[float] = WAITS_S,
) -> Reply:
    """Ask a model, and again after passing failures.

    Args:
        connection: whom.
        messages: what is said.
        paper: whose help it is, for endpoints that are offline.
        tools: what it may call.
        waits_s: how long to wait before each further try, in seconds.

    Raises:
        TransientError: no answer after several tries.
        PermanentError: asking again cannot help.
    """
    asking = Asking(benchmark="forge", problem=paper, number=1)
    for wait_s in waits_s:
        try:
            return await connection.ask(messages, asking, tools)
        except TransientError as error:
            await asyncio.sleep(min(max(wait_s, error.retry_after_s or 0), LONGEST_WAIT_S))
    return await connection.ask(messages, asking, tools)
