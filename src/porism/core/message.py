"""What is said: messages and their parts."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from porism.core.noun import JsonObject, Noun, Tagged
from porism.core.problem import Image


class Text(Tagged):
    """Words."""

    tag = "type"
    type: Literal["text"] = "text"
    text: str
    signature: str = ""
    """What the provider wants back unchanged in the next turn."""


class Picture(Tagged):
    """An image sent along."""

    tag = "type"
    type: Literal["picture"] = "picture"
    image: Image


class Thinking(Tagged):
    """Reasoning that the provider shows; it is not part of the answer."""

    tag = "type"
    type: Literal["thinking"] = "thinking"
    text: str
    signature: str = ""
    """What the provider wants back unchanged in the next turn."""


class ToolCall(Tagged):
    """A model's wish to use a tool."""

    tag = "type"
    type: Literal["tool_call"] = "tool_call"
    id: str
    name: str
    arguments: str
    """JSON as the model wrote it, which need not be valid."""
    signature: str = ""
    """What the provider wants back unchanged in the next turn."""
    native: bool = False
    """The provider did it itself; what came of it is in the same turn."""


class ToolResult(Tagged):
    """What a tool said."""

    tag = "type"
    type: Literal["tool_result"] = "tool_result"
    id: str
    name: str
    text: str
    duration_s: float = Field(0, ge=0)
    """How long it took, in seconds."""
    cpu_s: float = Field(0, ge=0)
    """CPU seconds of this machine; what the tool costs besides."""
    signature: str = ""
    """What the provider wants back unchanged in the next turn."""
    native: bool = False
    """It comes from the provider, as JSON."""


Part = Annotated[Text | Picture | Thinking | ToolCall | ToolResult, Field(discriminator="type")]


class Tool(Noun):
    """A tool that a model may call."""

    name: str = Field(pattern=r"^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$")
    description: str
    parameters: JsonObject = JsonObject({"type": "object", "properties": {}})
    """JSON Schema of the arguments."""
    native: bool = False
    """The provider runs it."""
    calls: int | None = Field(None, ge=0)
    """How often the provider may run it for one answer, where it can be told so."""
    calls_in_all: int | None = Field(None, ge=0)
    """How often it may run all of its tools together for one answer, where it can be told so."""


class Message(Noun):
    """One turn."""

    role: Literal["system", "user", "assistant", "tool"]
    parts: tuple[Part, ...]
    signature: str = ""
    """What the provider wants back unchanged in the next turn."""

    @property
    def text(self) -> str:
        """The words alone: no reasoning, no tools, no pictures."""
        return "".join(part.text for part in self.parts if isinstance(part, Text))

    @property
    def thinking(self) -> str:
        """The reasoning alone."""
        return "".join(part.text for part in self.parts if isinstance(part, Thinking))


def user(text: str, *images: Image) -> Message:
    """Return a user's turn: the words, then the pictures."""
    words: tuple[Part, ...] = (Text(text=text),) if text else ()
    return Message(role="user", parts=words + tuple(Picture(image=i) for i in images))


def assistant(text: str, *, thinking: str = "") -> Message:
    """Return a model's turn: the reasoning, then the words; empty ones are left out."""
    parts: tuple[Part, ...] = (Thinking(text=thinking),) if thinking else ()
    return Message(role="assistant", parts=(*parts, Text(text=text)) if text else parts)
