"""What was said in an attempt, as pages show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from porism import markup
from porism.core import (
    InnerCall,
    Message,
    Part,
    Picture,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Transcript,
)
from porism.look.figures import dollars, seconds
from porism.look.shown import code, prose

MOST_TURNS = 400
"""Turns that a page shows; the file holds all of them."""
MOST_CALLS = 100
"""Requests that a page shows."""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a turn."""

    kind: Literal["words", "thinking", "call", "result", "picture"]
    body: Markup
    title: str = ""
    href: str = ""
    """Where a picture is."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A message."""

    role: str
    blocks: tuple[Block, ...]
    asked: bool
    """Whether it is part of the question, which readers know already."""


def turns(transcript: Transcript, pictures: Mapping[str, str]) -> tuple[Turn, ...]:
    """Return the conversation.

    Args:
        transcript: what was said.
        pictures: addresses of the pictures that can be shown, by digest.
    """
    return tuple(turn(m, pictures) for m in transcript.messages[:MOST_TURNS])


@dataclass(frozen=True, slots=True)
class Call:
    """One of the requests of an attempt that took several."""

    title: str
    asked: Turn
    said: Turn


def calls(transcript: Transcript) -> tuple[Call, ...]:
    """Return the requests on the way to the answer; none where it was one."""
    return tuple(call(n, inner) for n, inner in enumerate(transcript.inner[:MOST_CALLS], start=1))


def call(number: int, inner: InnerCall) -> Call:
    """Return one request."""
    used = (inner.usage.input, inner.usage.output)
    tokens = "" if None in used else f"{used[0]:,} tokens in, {used[1]:,} out"
    cost = "" if inner.cost_usd is None else dollars(float(inner.cost_usd))
    known = filter(None, (inner.model, tokens, cost, seconds(inner.duration_s)))
    return Call(f"{number}: {', '.join(known)}", turn(inner.asked, {}), turn(inner.said, {}))


def turn(message: Message, pictures: Mapping[str, str]) -> Turn:
    """Return one turn."""
    asked = message.role in {"system", "user"}
    blocks = tuple(block(part, pictures, asked=asked) for part in message.parts)
    return Turn(message.role, blocks, asked)


def block(part: Part, pictures: Mapping[str, str], *, asked: bool) -> Block:
    """Return one part of a turn; what many models are asked is typeset once."""
    match part:
        case Text():
            return Block("words", prose(part.text) if asked else markup.prose(part.text))
        case Thinking():
            return Block("thinking", markup.prose(part.text), "Reasoning")
        case ToolCall():
            return Block("call", arguments(part.arguments), f"Calls {part.name}")
        case ToolResult():
            return Block("result", code(part.text), f"{part.name} answers")
        case Picture():
            href = pictures.get(part.image.sha256, "")
            return Block("picture", Markup(), "Picture" if href else "Picture (not kept)", href)


def arguments(text: str) -> Markup:
    """Show what a tool was called with, which need not be JSON."""
    try:
        return markup.json_block(text)
    except ValueError:
        return code(text)
