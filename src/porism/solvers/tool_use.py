"""A conversation in which a model uses tools until it answers."""

from __future__ import annotations

from collections.abc import Sequence

from porism.core import Message, Reply, ToolCall
from porism.solvers.solver import Ask, Solution
from porism.tools.toolbox import Toolbox


async def converse(question: Sequence[Message], ask: Ask, toolbox: Toolbox) -> Solution:
    """Ask, do what the model wants done, and ask again, until it answers.

    Each round uses up at least one call, so that the benchmark's limit ends it. A model
    that calls although none are left is told so once, or not at all if the benchmark says
    ``end``; then it is cut off.

    Args:
        question: the problem in its prompt, or a conversation to go on with.
        ask: makes one request of the model.
        toolbox: what the model may use; with an empty one this is a single request.

    Raises:
        SandboxError: a tool is broken, which is no fault of the model.
    """
    messages, told = tuple(question), toolbox.at_limit == "end"
    while True:
        reply = await ask(messages, toolbox.definitions)
        messages = (*messages, reply.message)
        calls = calls_of(reply) if toolbox.definitions else ()
        if not calls:
            return Solution(messages, reply)
        if toolbox.spent and told:
            return Solution(messages, reply, cut="called tools when no calls were left")
        told = told or toolbox.spent
        results = tuple([await toolbox.use(call) for call in calls])
        messages = (*messages, Message(role="tool", parts=results))


def calls_of(reply: Reply) -> tuple[ToolCall, ...]:
    """Return the calls of a reply; none if it was broken off, for they may be torn."""
    if reply.finish in {"length", "refusal"}:
        return ()
    return tuple(part for part in reply.message.parts if isinstance(part, ToolCall))
