"""The grader as one function from two strings to a truth value, for other tools."""

from __future__ import annotations

from porism.grading.grader import grade


def correct(response: str, gold: str) -> bool | None:
    """Return whether a response's final answer is right; ``None`` where that is not known."""
    return grade(response, gold).correct
