"""What the server is told to say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Tokens:
    """What is reported as used; the meaning is Porism's: cached and reasoning are parts."""

    input: int = 11
    output: int = 7
    cached: int = 0
    cache_write: int = 0
    reasoning: int = 0


@dataclass(frozen=True)
class Say:
    """One response. What is not about a failure is put into the protocol's own words."""

    text: str = "The answer is \\boxed{2}."
    thinking: str = ""
    signature: str = "c2lnbmF0dXJl"
    calls: tuple[tuple[str, str, str], ...] = ()
    """Tool calls: identifier, name, arguments as JSON."""
    finish: Literal["stop", "length", "refusal", "tool_calls"] = "stop"
    finish_word: str | None = None
    """In place of the protocol's own word."""
    tokens: Tokens | None = field(default_factory=Tokens)
    """``None`` leaves usage out."""
    model: str = "served-model-2026"

    status: int = 200
    error: str = "something is wrong"
    code: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    """Sent as it is, in place of everything above."""

    delay_s: float = 0
    hang: bool = False
    """Never answer."""
    pause_after: int | None = None
    """Send so many bytes of the body, and the rest after ``pause_s``."""
    pause_s: float = 0
    cut_after: int | None = None
    """Close the connection after so many bytes of the body; -1 before the headers."""
