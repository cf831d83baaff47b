"""How every submission looks, and how Typst is told to show a text as it is."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

LINE = 88
"""Characters of a line that is shown as it was written."""
AT_ONCE = 50
"""Lines in one block: Typst takes ten times longer for a block of ten thousand."""
_LONG_LINE = re.compile(f"(.{{{LINE}}})(?=.)")


@cache
def style(code: str = "") -> str:
    """Return what the document of a code begins with."""
    page = files(__package__).joinpath("page.typ").read_text(encoding="utf-8")
    return f"#let code = {quoted(code)}\n{page}\n"


def quoted(text: str) -> str:
    """Return a string of Typst that says a text."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n").replace("\t", "\\t") + '"'


def verbatim(text: str) -> str:
    """Return Typst that shows a text as it was written, long lines cut."""
    lines = _LONG_LINE.sub(r"\1\n", text).splitlines()
    pieces = ("\n".join(lines[start : start + AT_ONCE]) for start in range(0, len(lines), AT_ONCE))
    blocks = "".join(f"#raw(block: true, {quoted(piece)})\n" for piece in pieces)
    return f"#kept[\n{blocks}]\n"
