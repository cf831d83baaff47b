"""Hearing a model: ask, read, and ask again until the reply can be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from porism.core import Message, Reply, user
from porism.judging.questions import Question, written
from porism.judging.said import Unread
from porism.tools.conversation import Ask, Conversation, converse
from porism.tools.toolbox import Toolbox

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Heard(Generic[T]):
    """What came of asking a model.

    Args:
        said: what it said; nothing where no reply could be read.
        failure: why not.
        messages: all that was said in the end, the last reply included.
        reply: the last one.
    """

    said: T | None
    failure: str
    messages: tuple[Message, ...]
    reply: Reply


async def hear(question: Question[T], ask: Ask, toolbox: Toolbox, reasks: int) -> Heard[T]:
    """Ask a model, and again while its reply cannot be read.

    A reply in a wrong form is answered with what is wrong; one that was cut off, refused or
    left empty is forgotten and the question asked anew.

    Args:
        question: what is asked.
        ask: makes one request of the model.
        toolbox: what it may use.
        reasks: how often it is asked again.

    Raises:
        SandboxError: a tool is broken, which is no fault of the model.
    """
    messages = question.messages
    for left in range(reasks, -1, -1):
        heard = await converse(messages, ask, toolbox)
        failure = unanswered(heard)
        if failure:
            messages = question.messages
        else:
            try:
                said = question.read(heard.reply.message.text)
                return Heard(said, "", heard.messages, heard.reply)
            except Unread as unread:
                failure = str(unread)
                messages = (*heard.messages, user(written("again", fault=failure)))
        if not left:
            break
    return Heard(None, failure, heard.messages, heard.reply)


def unanswered(heard: Conversation) -> str:
    """Say why a conversation came to no answer; empty if it did."""
    if heard.answered:
        return ""
    if heard.cut:
        return f"the model {heard.cut}"
    ends = {"length": "the reply was cut off", "refusal": "the model refused"}
    return ends.get(heard.reply.finish, "the reply was empty")
