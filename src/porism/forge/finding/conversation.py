"""A conversation with a model that looks into a paper, and ends."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from porism.core import Message, Tool, ToolCall, ToolResult, user
from porism.forge.asking import WAITS_S, ask
from porism.forge.finding.shelf import LOOKING, Shelf
from porism.models import Connection

MOST_REQUESTS = 16
MOST_CALLS = 8
"""Calls of one turn that are answered."""
ANSWER = "answer"


class Ended(NamedTuple):
    """How a conversation ended."""

    items: tuple[Mapping[str, str], ...] = ()
    """What the model says it has found: texts by the names that were asked for."""
    reason: str = ""
    """Why there is no answer; empty if there is."""
    requests: int = 0


async def converse(  # noqa: PLR0913, PLR0917 - who, where, what
    connection: Connection,
    shelf: Shelf,
    task: str,
    answer: Tool,
    paper: str,
    waits_s: Sequence[float] = WAITS_S,
) -> Ended:
    """Let a model look into a paper until it answers, within :data:`MOST_REQUESTS` turns.

    Args:
        connection: whom to ask.
        shelf: the paper's texts.
        task: what to find.
        answer: the tool by which it answers: ``items`` is a list of objects of texts.
        paper: its identifier.
        waits_s: before each further try after passing failures, in seconds.

    Raises:
        EndpointError: the model cannot be asked.
    """
    messages: list[Message] = [user(task)]
    for turn in range(1, MOST_REQUESTS + 1):
        reply = await ask(connection, messages, paper, (*LOOKING, answer), waits_s)
        calls = [part for part in reply.message.parts if isinstance(part, ToolCall)]
        if not calls:
            return Ended(
                reason=f"the model ended without an answer ({reply.finish})", requests=turn
            )
        messages.append(reply.message)
        results: list[ToolResult] = []
        for number, call in enumerate(calls):
            said = arguments(call)
            if call.name == ANSWER and said is not None and (items := items_of(said)) is not None:
                return Ended(items, requests=turn)
            results.append(result(shelf, call, said, late=number >= MOST_CALLS))
        messages.append(Message(role="tool", parts=tuple(results)))
    return Ended(reason=f"no answer within {MOST_REQUESTS} turns", requests=MOST_REQUESTS)


def result(
    shelf: Shelf, call: ToolCall, said: Mapping[str, object] | None, *, late: bool
) -> ToolResult:
    """Answer a call."""
    if late:
        text = f"error: at most {MOST_CALLS} calls a turn"
    elif said is None:
        text = "error: the arguments are no JSON object"
    elif call.name == ANSWER:
        text = "error: items is a list of objects with texts"
    else:
        text = shelf.look(call.name, said)
    return ToolResult(id=call.id, name=call.name, text=text)


def arguments(call: ToolCall) -> Mapping[str, object] | None:
    """Read a call's arguments; ``None`` where they are no JSON object."""
    try:
        value = json.loads(call.arguments or "{}")
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def items_of(said: Mapping[str, object]) -> tuple[Mapping[str, str], ...] | None:
    """Return the items of an answer; ``None`` where it is none."""
    items = said.get("items")
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        return None
    return tuple({str(k): str(v or "") for k, v in item.items()} for item in items)
