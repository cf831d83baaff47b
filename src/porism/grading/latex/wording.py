"""Words that say something mathematical: numbers, sets, infinity."""

from __future__ import annotations

import re

from flint import fmpq

from porism.grading.expression.shapes import EMPTY, Expression, NumberSet
from porism.grading.expression.terms import INFINITY, Number, integer
from porism.grading.latex.vocabulary import NUMBER_WORDS, ORDINALS

_PHRASES: dict[str, Expression] = {
    "no solution": EMPTY,
    "no solutions": EMPTY,
    "no solution exists": EMPTY,
    "no solutions exist": EMPTY,
    "there is no solution": EMPTY,
    "there are no solutions": EMPTY,
    "empty set": EMPTY,
    "the empty set": EMPTY,
    "all real numbers": NumberSet("R"),
    "all reals": NumberSet("R"),
    "the real numbers": NumberSet("R"),
    "real numbers": NumberSet("R"),
    "any real number": NumberSet("R"),
    "all positive integers": NumberSet("N"),
    "positive integers": NumberSet("N"),
    "the positive integers": NumberSet("N"),
    "all natural numbers": NumberSet("N"),
    "all integers": NumberSet("Z"),
    "the integers": NumberSet("Z"),
    "infinity": INFINITY,
    "positive infinity": INFINITY,
    "infinite": INFINITY,
}
_EXCEPT = re.compile(
    r"(?:\\text\w*\{\s*)?(?:all|any|every) (?:real numbers?|reals?)(?: \$?x\$?)?"
    r"(?: except| other than| but)(?: for)?\s*\}?\s*(?=[\d\\x${-])",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[a-z]+")
_LONGEST = 60


def worded(text: str) -> Expression | None:
    """Return what a phrase says, if it is one of those that say something mathematical."""
    words = text.strip(" .").casefold()
    if not words or len(words) > _LONGEST:
        return None
    return _PHRASES.get(words) or _number(words)


def without_exceptions(text: str) -> str:
    """Return "all real numbers except 0" with its first words as the sign of a set."""
    found = _EXCEPT.match(text.lstrip(" $"))
    if found is None:
        return text
    rest = text.lstrip(" $")[found.end() :].strip(" $.{}")
    return rf"\mathbb{{R}}\setminus\{{{rest}\}}"


def _number(text: str) -> Expression | None:
    """Read ``twenty-one``, ``three hundred and five``, ``two thirds``."""
    words = [w for w in _WORDS.findall(text) if w != "and"]
    negative = words[:1] in (["minus"], ["negative"])
    words = words[1:] if negative else words
    if not words or _WORDS.sub("", text).strip(" -,"):
        return None
    under = ORDINALS.get(words[-1].removesuffix("s")) if len(words) > 1 else None
    whole = _whole(words[:-1] if under else words)
    if whole is None:
        return None
    value = fmpq(whole, under or 1)
    return (
        Number(-value if negative else value) if under else integer(-whole if negative else whole)
    )


def _whole(words: list[str]) -> int | None:
    total = current = 0
    for word in words:
        value = NUMBER_WORDS.get(word)
        if value is None:
            return None
        if value == 100:
            current = (current or 1) * 100
        elif value > 100:
            total, current = total + (current or 1) * value, 0
        else:
            current += value
    return total + current
