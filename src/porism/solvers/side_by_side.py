"""Several conversations of one attempt at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

from porism.core import Message
from porism.tools.conversation import Ask, Conversation, converse
from porism.tools.toolbox import Toolbox

AT_ONCE = 8
"""Conversations of one attempt under way at once; the endpoint's limits hold besides."""
T = TypeVar("T")


async def side_by_side(works: Iterable[Callable[[], Awaitable[T]]]) -> list[T]:
    """Do several things, begun in their order; return what came of them, in that order.

    Once one fails none is begun any more, and those under way are waited for: what they ask
    for has been paid.

    Raises:
        Exception: what the first that failed raised.
    """
    room, failures = asyncio.Semaphore(AT_ONCE), list[Exception]()

    async def done(work: Callable[[], Awaitable[T]]) -> T | None:
        async with room:
            if failures:
                return None
            try:
                return await work()
            except Exception as error:  # noqa: BLE001 - raised below, once the others have ended
                failures.append(error)
                return None

    results = await asyncio.gather(*(done(work) for work in works))
    if failures:
        raise failures[0]
    return [result for result in results if result is not None]


async def apart(question: Sequence[Message], ask: Ask, toolbox: Toolbox) -> Conversation:
    """Hold a conversation with tools of its own, which end with it; as :func:`converse`."""
    own = toolbox.anew()
    try:
        return await converse(question, ask, own)
    finally:
        await own.close()
