"""How fakes check solutions within a scaffold: by the key, and wrong as often as they should be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import Field

from porism.core import Message, Noun

Wanted = Literal["verdict", "score", "comparison"]
_ASKS = re.compile("end with a line of its own that", re.IGNORECASE)
_BOX = re.compile(r"\\boxed\{(?!\})")


class FakeChecks(Noun):
    """How good a fake is at telling right solutions from wrong ones."""

    finds_right: float = Field(0.9, ge=0, le=1)
    """Share of right solutions that it finds right."""
    finds_wrong: float = Field(0.7, ge=0, le=1)
    """Share of wrong solutions that it finds wrong."""


def wanted_of(messages: Sequence[Message]) -> Wanted | None:
    """Tell which judgement the last turn asks for, if it asks for any."""
    words = messages[-1].text
    if not _ASKS.search(words):
        return None
    if "VERDICT: wrong" in words:
        return "verdict"
    if "BETTER: 2" in words:
        return "comparison"
    return "score" if "SCORE:" in words else None


def judgement(
    wanted: Wanted,
    messages: Sequence[Message],
    key: str,
    checks: FakeChecks,
    chances: Iterator[float],
) -> str:
    """Return what a fake says of one solution, or of two.

    Args:
        wanted: what it is asked for.
        messages: the conversation; solutions are told by their boxes.
        key: the right answer.
        checks: how good it is.
        chances: numbers in (0, 1), as many as are wanted.
    """
    found = [
        right == (next(chances) < (checks.finds_right if right else checks.finds_wrong))
        for right in rights(messages, key)
    ]
    match wanted:
        case "comparison":
            first, second = found[-2:] if len(found) > 1 else (True, True)
            tossed = 1 if next(chances) < 0.5 else 2
            return f"BETTER: {tossed if first == second else 1 if first else 2}"
        case "score":
            return f"SCORE: {1 if found and found[-1] else 0}"
        case "verdict":
            return f"VERDICT: {'correct' if found and found[-1] else 'wrong'}"


def rights(messages: Sequence[Message], key: str) -> list[bool]:
    """Tell of the boxes in the last turn, or in the one before, whether they hold the key."""
    texts = [message.text for message in messages[-2:] if _BOX.search(message.text)]
    words = texts[-1] if texts else ""
    return [words.startswith(f"{key}}}", box.end()) for box in _BOX.finditer(words)]
