r"""Text in which Markdown finds only those signs that people and models mean.

To a reader of Markdown text may also have raw HTML, references that it takes away, lines that make
a heading of the paragraph above, and a single ``~`` that strikes out. A backslash before such a
sign, which Markdown takes away again, makes it plain text.
"""

from __future__ import annotations

import re
from html.entities import html5
from sys import maxunicode

from porism.markup.characters import plain

AMPERSAND, LESS = "\x06", "\x07"
"""What stands for ``&`` and ``<`` in code, where a backslash would stay. No cleaned text contains
such characters."""
_IN_CODE = str.maketrans({"&": AMPERSAND, "<": LESS})

_SIGN = re.compile(
    r"\\[^\n]"
    r"|<(?!(?:https?://|mailto:)[^\s<>\\]{1,2000}>)"
    r"|\]:"
    r"|~~*"  # as every way begins with a sign of its own, places between signs are skipped
    r"|\n(?P<before>[ \t>]{0,99})(?P<line>-+|=+)[ \t]*(?=\n)"
    r"|&(?P<name>\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
)
_SHORTEST_RULE = "---"


def tame(text: str) -> str:
    """Make text ready for Markdown, in which formulas and code are held."""
    return _SIGN.sub(_tamed, text)


def tame_code(code: str) -> str:
    """Make code ready, so that it is nothing else if Markdown should not take it for code."""
    return code.translate(_IN_CODE)


def released(html: str) -> str:
    """Put back what stood in code."""
    return html.replace(AMPERSAND, "&amp;").replace(LESS, "&lt;")


def _tamed(sign: re.Match[str]) -> str:
    if sign["name"]:
        return _character(sign["name"], sign[0])
    if sign["line"]:
        return _separate(sign["before"], sign["line"])
    return {"<": r"\<", "~": r"\~", "]:": r"]\:"}.get(sign[0], sign[0])


def _separate(before: str, line: str) -> str:
    """Keep a rule apart from the paragraph above; what is too short for one is text."""
    if line.startswith(_SHORTEST_RULE):
        return f"\n{before}\n{before}{line}"
    return f"\n{before}\\{line}"


def _character(name: str, written: str) -> str:
    """A character that is named, or numbered; if it hides, it is shown as what it is."""
    if not name.startswith("#"):
        character = html5.get(f"{name};", "")
    else:
        number = int(f"0{name[1:]}", 0) if name[1] in "xX" else int(name[1:])
        character = chr(number) if 0 < number <= maxunicode else ""
    shown = plain(character)
    return written if shown == character else shown
