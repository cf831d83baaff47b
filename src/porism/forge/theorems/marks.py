r"""Marks that print nothing: labels, index entries, links to formal proofs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

_TAKE_ONE = ("label", "index", "lean", "uses", "proves", "discussion", "glsadd")
_TAKE_NONE = ("leanok", "mathlibok", "notready")
_ARGUMENT = re.compile(r"\s*(?:\[[^\[\]]{0,400}\]\s*)?\{")
_BRACE = re.compile(r"\\[\s\S]|[{}]")
MAX_GROUP = 5_000
MAX_DEPTH = 40
INVISIBLE = {**dict.fromkeys(_TAKE_ONE, 1), **dict.fromkeys(_TAKE_NONE, 0)}
"""Commands without a trace on the page, with how many arguments they take."""


def end_of_group(text: str, brace: int) -> int:
    """Return the position behind the brace that closes the one at ``brace``.

    Minus one where none does within :data:`MAX_GROUP` characters and :data:`MAX_DEPTH`
    groups: arguments of marks and titles are short, and what never ends must not be
    searched again and again.
    """
    depth = 0
    for match in _BRACE.finditer(text, brace, brace + MAX_GROUP):
        if match[0] == "{":
            depth += 1
            if depth > MAX_DEPTH:
                return -1
        elif match[0] == "}":
            depth -= 1
            if depth == 0:
                return match.end()
    return -1


def without_marks(text: str, silent: Mapping[str, int] | None = None) -> str:
    """Return a text without marks that print nothing.

    Args:
        text: LaTeX without comments.
        silent: more commands that print nothing, such as the author's empty macros, with
            the number of their arguments.
    """
    if "\\" not in text:
        return text.strip()
    commands = {**silent, **INVISIBLE} if silent else INVISIBLE
    kept: list[str] = []
    position = 0
    for match in _pattern(frozenset(commands)).finditer(text):
        if match.start() < position:
            continue
        end = _end_of_arguments(text, match.end(), commands.get(match[1], 1))
        if end >= 0:
            kept.append(text[position : match.start()])
            position = end
    kept.append(text[position:])
    return "".join(kept).strip()


@lru_cache(maxsize=64)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern for calls of some commands, and of all that end in ``label``."""
    known = "|".join(sorted(re.escape(name) for name in names))
    return re.compile(rf"\\([A-Za-z]*label|{known})(?![A-Za-z@])\s*")


def _end_of_arguments(text: str, position: int, count: int) -> int:
    for _ in range(count):
        argument = _ARGUMENT.match(text, position)
        if argument is None:
            return -1
        position = end_of_group(text, argument.end() - 1)
        if position < 0:
            return -1
    return position
