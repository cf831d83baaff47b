"""The part of a response that is meant as the answer: behind the thinking."""

from __future__ import annotations

import re

from porism.grading.budget import RESPONSE_CHARACTERS

_NAMES = "think|thinking|thought|reasoning|scratchpad|reflection"
_OPENING = re.compile(rf"<(?i:{_NAMES})>")
_CLOSING = re.compile(rf"</(?i:{_NAMES})>")


def _mentions_thinking(text: str) -> bool:
    lowered = text.lower()
    return any(name in lowered for name in _NAMES.split("|"))


def answer_part(response: str) -> tuple[str, bool]:
    """Return what is not thinking, and whether there was any.

    Where there was none, the thinking itself is returned with ``False``: its last
    statement is the best there is.
    """
    text = response[-RESPONSE_CHARACTERS:]
    if "<" not in text or not _mentions_thinking(text):
        return text, True
    start = 0
    for closing in _CLOSING.finditer(text):
        start = closing.end()
    unfinished = _OPENING.search(text, start)
    said = text[start : unfinished.start()] if unfinished else text[start:]
    return (said, True) if said.strip() else (text, False)
