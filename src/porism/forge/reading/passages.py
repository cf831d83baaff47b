"""A paper as passages, section by section, cut to what a prompt can hold."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from porism.core import Noun
from porism.forge.latex import Budget, reader_of
from porism.forge.latex.flat import Document, RawStatement
from porism.forge.reading.markdown import to_markdown
from porism.forge.theorems.blocks import blocks_of
from porism.forge.theorems.extraction import plain_name
from porism.forge.theorems.marks import without_marks
from porism.forge.theorems.references import resolve

_WORD = re.compile(r"\\?[A-Za-z]+|\d|[^\sA-Za-z\d]")
LETTERS_A_TOKEN = 6


class Passage(Noun):
    """The text under one heading."""

    heading: str
    """With its number; empty for what comes before the first."""
    level: int
    """0 part, 1 chapter, 2 section, 3 subsection ..."""
    text: str
    """Markdown, the heading left out."""
    tokens: int
    """An estimate, within some 15 % of what common tokenizers count."""

    @property
    def markdown(self) -> str:
        """Heading and text."""
        if not self.heading:
            return self.text
        return f"{'#' * max(1, min(self.level, 5))} {self.heading}\n\n{self.text}"


def count_tokens(text: str) -> int:
    """Estimate how many tokens a text has: words in pieces, digits and signs one each."""
    return sum(1 + (len(word) - 1) // LETTERS_A_TOKEN for word in _WORD.findall(text))


def read_passages(
    main_file: Path, root: Path | None = None, budget: Budget | None = None
) -> tuple[Passage, ...]:
    """Read a paper and return it as passages.

    Raises:
        OSError: the main file cannot be read.
    """
    reader = reader_of(main_file, root, budget)
    return passages_of(reader.document, reader.expand)


def passages_of(document: Document, expand: Callable[[str], str]) -> tuple[Passage, ...]:
    """Return the passages of a paper that has been read.

    Args:
        document: the paper.
        expand: expands the author's macros.
    """
    blocks = {block.label: block for block in blocks_of(document, expand)}
    starts = [section.offset for section in document.sections]
    bounds = [0, *starts, len(document.text)]
    passages: list[Passage] = []
    for index, (start, end) in enumerate(pairwise(bounds)):
        latex = expand(_with_heads(document, start, end))
        text = to_markdown(latex, lambda part: resolve(part, blocks))
        section = document.sections[index - 1] if index else None
        heading, level = "", 0
        if section is not None:
            text = _without_heading(text)
            title = to_markdown(expand(section.title))
            heading, level = " ".join(filter(None, (section.number, title))), section.level
        if text or heading:
            passages.append(
                Passage(heading=heading, level=level, text=text, tokens=count_tokens(text))
            )
    return tuple(passages)


def _with_heads(document: Document, start: int, end: int) -> str:
    """Return a part of the text with the heads of its statements written out."""
    statements = [s for s in document.statements if s.end >= 0]
    first = bisect_right([s.start for s in statements], start - 1)
    parts: list[str] = []
    position = start
    edges = sorted(
        edge
        for s in statements[first:]
        if s.start < end
        for edge in ((s.start, 1, _head(s)), (min(s.end, end), 0, "\n\n"))
    )
    for offset, _, text in edges:
        between = document.text[position:offset]
        parts += [without_marks(between) if parts and parts[-1].endswith("} ") else between, text]
        position = offset
    return "".join([*parts, document.text[position:end]])


def _head(statement: RawStatement) -> str:
    name = " ".join(filter(None, (plain_name(statement.display), statement.number)))
    title = f" ({statement.title})" if statement.title else ""
    return f"\n\n\\textbf{{{name}{title}.}} "


def _without_heading(markdown: str) -> str:
    """Drop the heading that the text itself begins with: it is kept apart."""
    first, _, rest = markdown.partition("\n")
    return rest.strip() if first.startswith(("#", "**")) else markdown


def fit(passages: Sequence[Passage], tokens: int) -> str:
    """Return as much of a paper as fits, by whole passages from the beginning.

    A passage that does not fit is replaced by a line that says so; later, shorter ones may
    still find room.
    """
    left = tokens
    parts: list[str] = []
    for passage in passages:
        cost = passage.tokens + count_tokens(passage.heading) + 2
        if cost <= left:
            left -= cost
            parts.append(passage.markdown)
        elif passage.heading and left >= 20:
            left -= 20
            parts.append(f"[{passage.heading}: left out, {passage.tokens} tokens]")
    return "\n\n".join(parts)
