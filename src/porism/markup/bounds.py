"""What a formula may be before a converter sees it, so that no formula is a bomb."""

from __future__ import annotations

import re

LONGEST = 20_000
"""Characters of a formula that is typeset; what is longer is listed as its source."""
DEEPEST = 100
"""Groups within groups. Browsers flatten a page that is much deeper than this."""
MOST_COMMANDS = 1_500
"""Commands and groups open at one place. The converter recurses over them, also where none has
braces (``\\sqrt\\sqrt\\sqrt 2``), and a stack of 8 MB carries 4,000."""

_TOKEN = re.compile(r"\\begin(?![A-Za-z])|\\end(?![A-Za-z])|\\[A-Za-z]+|\\\\|\\.|[{}&]", re.DOTALL)
_GROUPING = re.compile(r"\{|\}|\\(?:begin|end|left|right)")
_OPENING = frozenset({"{", r"\begin", r"\left"})
_CLOSING = frozenset({"}", r"\end", r"\right"})
_ENDING_A_CELL = frozenset({"&", r"\\"})
_DEFINING = re.compile(r"\\(?:[gex]?def|let|(?:re|provide)?(?:new)?command)(?![A-Za-z])")


def objection(latex: str) -> str | None:
    """Why a formula is not given to a converter, or nothing if it may be.

    The work is linear in the length; formulas that define commands are refused, since a
    command that doubles itself would run for long.
    """
    if len(latex) > LONGEST:
        return f"longer than {LONGEST:,} characters"
    if _DEFINING.search(latex):
        return "defines commands"
    return _nesting(latex)


def _nesting(latex: str) -> str | None:
    if len(latex) < MOST_COMMANDS and not _GROUPING.search(latex):
        return None
    opened: list[tuple[str, int]] = []
    commands = 0
    for token in _TOKEN.findall(latex):
        if token in _OPENING:
            opened.append((token, commands))
        elif token in _CLOSING:
            if not opened:
                return "closes what was not opened"
            _, commands = opened.pop()
        elif token in _ENDING_A_CELL:
            if opened and opened[-1][0] == r"\begin":
                commands = opened[-1][1]
        else:
            commands += 1
        if len(opened) > DEEPEST or commands > MOST_COMMANDS:
            return "nested too deeply"
    return "does not close what it opens" if opened else None
