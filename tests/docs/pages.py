"""The documentation as tests see it: pages, and the blocks of code in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
WRITTEN = [page for page in PAGES if REFERENCE not in page.parents]
"""Pages that people write, and whose examples run."""

_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<language>\w*)\s*$")
_SAVED = re.compile(r"[Ss]ave this as `([^`]+)`")


@dataclass(frozen=True)
class Block:
    """A block of code."""

    language: str
    text: str
    line: int
    saved_as: str = ""
    """The file that the words before it tell the reader to make of it."""


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path) -> Iterator[Block]:
    """Yield the blocks of a page in order."""
    lines = iter(enumerate(page.read_text(encoding="utf-8").splitlines(), start=1))
    before, paragraph_ended = "", False
    for number, line in lines:
        if not (opening := _FENCE.match(line)):
            before = line if paragraph_ended and line else f"{before} {line}"
            paragraph_ended = not line
            continue
        body = []
        for _, inside in lines:
            if inside.strip() == opening["fence"]:
                break
            body.append(inside)
        saved = _SAVED.search(before)
        yield Block(opening["language"], "\n".join(body), number, saved[1] if saved else "")
        before, paragraph_ended = "", False


def prose(page: Path) -> str:
    """Return a page without its blocks of code."""
    return re.sub(r"(?ms)^(`{3,})[^\n]*\n.*?^\1$", "", page.read_text(encoding="utf-8"))
