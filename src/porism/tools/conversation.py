"""A conversation in which a model uses tools until it answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from porism.core import Message, Reply, Tool, ToolCall
from porism.tools.toolbox import Toolbox

MOST_PAUSES = 16
"""Pauses of a provider in one conversation after which its answer counts as cut off."""


class Ask(Protocol):
    """Makes one request, retried until it succeeds, kept and counted."""

    async def __call__(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, model: str = ""
    ) -> Reply:
        """Return the reply to a conversation, in which the model may call tools.

        Args:
            messages: the conversation.
            tools: what may be called.
            model: asks this one in place of the model that the attempt is about.
        """
        ...


class Conversation(NamedTuple):
    """What was said until a model answered."""

    messages: tuple[Message, ...]
    """All of it in order, the answer last."""
    reply: Reply
    """The reply that holds the answer."""
    cut: str = ""
    """Why the model was cut off before it answered, if it was."""

    @property
    def answered(self) -> bool:
        """Whether the model came to its end and said something."""
        cut = self.cut or self.reply.finish in {"length", "refusal"}
        return not cut and bool(self.reply.message.text.strip())


async def converse(question: Sequence[Message], ask: Ask, toolbox: Toolbox) -> Conversation:
    """Ask, do what the model wants done, and ask again, until it answers.

    Each round uses up at least one call, so that the benchmark's limit ends it. A model
    that calls although none are left is told so once, or not at all if the benchmark says
    ``end``; then it is cut off. An answer in which the provider paused, while it used tools of
    its own, is asked on.

    Args:
        question: the problem in its prompt, or a conversation to go on with.
        ask: makes one request of the model.
        toolbox: what the model may use; with an empty one this is a single request.

    Raises:
        SandboxError: a tool is broken, which is no fault of the model.
    """
    messages, told, pauses = tuple(question), toolbox.at_limit == "end", 0
    offered = toolbox.definitions
    while True:
        reply = await ask(messages, offered)
        messages = (*messages, reply.message)
        toolbox.see(reply.message)
        if reply.finish == "paused":  # to be asked on with the very same tools
            pauses += 1
            if pauses > MOST_PAUSES:
                return Conversation(messages, reply, cut="paused again and again")
            continue
        calls = calls_of(reply) if toolbox.has_any else ()
        if not calls:
            return Conversation(messages, reply)
        if toolbox.spent and told:
            return Conversation(messages, reply, cut="called tools when no calls were left")
        told = told or toolbox.spent
        results = tuple([await toolbox.use(call, messages) for call in calls])
        messages = (*messages, Message(role="tool", parts=results))
        offered = toolbox.definitions


def calls_of(reply: Reply) -> tuple[ToolCall, ...]:
    """Return the calls that are ours to make; none of a reply that was cut, as they may be torn."""
    if reply.finish in {"length", "refusal"}:
        return ()
    parts = (part for part in reply.message.parts if isinstance(part, ToolCall))
    return tuple(call for call in parts if not call.native)
