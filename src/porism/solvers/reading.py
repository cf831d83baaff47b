"""What solvers read in replies, and in the problem that they pass on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from porism.core import Image, Message, Picture
from porism.tools.conversation import Conversation

Found = Literal["correct", "wrong", "nothing"]
_VERDICT = re.compile(r"^\W*VERDICT:\W*(correct|wrong)\W*$", re.IGNORECASE | re.MULTILINE)
_SCORE = re.compile(
    r"^\W*SCORE:[\s*_$]*(0(?:\.\d{1,6})?|1(?:\.0{1,6})?)[\s*_$.]*$", re.IGNORECASE | re.MULTILINE
)
_BETTER = re.compile(r"^\W*BETTER:\W*([12])\W*$", re.IGNORECASE | re.MULTILINE)


def verdict_of(check: Conversation) -> Found:
    """Read what a check found: its last verdict; nothing if it was cut off or has none."""
    word = _last(_VERDICT, check).lower()
    return "correct" if word == "correct" else "wrong" if word == "wrong" else "nothing"


def score_of(review: Conversation) -> float | None:
    """Read the last score in [0, 1] that a review gives; ``None`` if it gives none."""
    word = _last(_SCORE, review)
    return float(word) if word else None


def better_of(comparison: Conversation) -> int | None:
    """Read which of two solutions was found better, 1 or 2; ``None`` if that was not said."""
    word = _last(_BETTER, comparison)
    return int(word) if word else None


def words_of(solution: Conversation) -> str:
    """Return the answer of a conversation."""
    return solution.reply.message.text


def problem_in(question: Sequence[Message]) -> str:
    """Return the words of a question."""
    return "\n\n".join(message.text for message in question if message.text)


def pictures_in(question: Sequence[Message]) -> tuple[Image, ...]:
    """Return the pictures of a question."""
    parts = (part for message in question for part in message.parts)
    return tuple(part.image for part in parts if isinstance(part, Picture))


def _last(pattern: re.Pattern[str], said: Conversation) -> str:
    found = pattern.findall(words_of(said)) if said.answered else []
    return str(found[-1]) if found else ""
