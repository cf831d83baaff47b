"""Headings and what numbers them."""

from __future__ import annotations

import re

from porism.forge.latex.flat import Anchor, Section
from porism.forge.latex.meaning import Table
from porism.forge.latex.reader import Builtin, Reader

LEVELS = {
    "part": 0, "chapter": 1, "section": 2, "subsection": 3,
    "subsubsection": 4, "paragraph": 5, "subparagraph": 6,
}  # fmt: skip
MAX_TITLE = 2_000
_TITLE_FOLLOWS = re.compile(r"\s{0,20}[*\[{]")
_BEFORE_TITLE = re.compile(r"\s{0,20}(?:\[[^\]\n]{0,400}\])?\s{0,20}\{")


def heading(reader: Reader, called: str) -> None:
    """A sectioning command; its title stays in the text."""
    frame = reader.tape.frames[-1]
    position = frame.position
    if not _TITLE_FOLLOWS.match(frame.text, position):
        return  # the name alone, in a command about headings
    starred = frame.text[position : position + 1] == "*"
    level = LEVELS[called]
    title = _look_at_title(reader, position + starred)
    number = ""
    if not starred and not (called == "chapter" and reader.in_front):
        reader.counters.step(called)
        number = reader.counters.written(called)
    sections = reader.document.sections
    reader.anchor = Anchor("section", number, len(sections))
    for group in reader.groups[-50:]:
        if group is not None:
            group.anchor = reader.anchor
    sections.append(Section(reader.document.flat.length, level, title, number))


def _look_at_title(reader: Reader, position: int) -> str:
    """Return the title without reading it, so that what it holds is carried out in its place."""
    frame = reader.tape.frames[-1]
    match = _BEFORE_TITLE.match(frame.text, position)
    if match is None:
        return ""
    close = frame.close_of(match.end() - 1, reader.budget)
    return " ".join(frame.text[match.end() : min(close, match.end() + MAX_TITLE)].split())


def matter(reader: Reader, called: str) -> None:
    r"""``\frontmatter``, ``\mainmatter``: chapters have numbers in the latter alone."""
    reader.in_front = called != "mainmatter"


def appendix(reader: Reader, called: str) -> None:
    r"""``\appendix``: headings are lettered from here on."""
    top = "chapter" if reader.project.has_chapters else "section"
    reader.counters.set(top, 0)
    reader.counters.set("section", 0)
    reader.set_format(top, f"\\Alph{{{top}}}")


HEADINGS: Table = {
    **{name: Builtin(heading) for name in LEVELS},
    "appendix": Builtin(appendix),
    **{name: Builtin(matter) for name in ("frontmatter", "mainmatter", "backmatter")},
}
