"""The entries of a paper's bibliography."""

from __future__ import annotations

import re

from porism.core import Noun
from porism.forge.latex.flat import Document

_ITEM = re.compile(
    r"\\bibitem\s*(?:\[(?:[^\[\]{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\])?\s*\{([^{}]{1,200})\}"
)
_NOISE = re.compile(
    r"\\(?:newblock|BibitemOpen|BibitemShut|bibinfo\s*\{\w+\}|bibnamefont|href@noop)\s*"
)
MAX_ENTRY = 2_000


class Entry(Noun):
    """One entry."""

    key: str
    text: str


def entries_of(document: Document) -> tuple[Entry, ...]:
    r"""Return every ``\bibitem``; of two with one key the first."""
    found: dict[str, Entry] = {}
    for environment in document.environments:
        if environment.name != "thebibliography" or environment.end < 0:
            continue
        text = document.text[environment.body : environment.body_end]
        items = list(_ITEM.finditer(text))
        ends = [*(item.start() for item in items[1:]), len(text)]
        for item, end in zip(items, ends, strict=False):
            entry = _NOISE.sub("", text[item.end() : min(end, item.end() + MAX_ENTRY)])
            key = item[1].strip()
            found.setdefault(key, Entry(key=key, text=" ".join(entry.split())))
    return tuple(found.values())
