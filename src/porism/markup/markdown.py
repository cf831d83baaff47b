"""Markdown to HTML: no raw HTML, no images, no styles, links only to the open web."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING

import pyromark

from porism.markup.blocks import code_element
from porism.markup.links import link, picture

if TYPE_CHECKING:
    from pyromark.event import Event

HELD = re.compile("[\x02\x04](\\d+)\x03")
"""What stands for a formula while Markdown is read: no cleaned text contains such characters."""
DEEPEST = 20
"""Elements within elements; what stands deeper is shown without elements of its own."""
_TOP_HEADING = 3
"""The first level of headings in a text; the page around it has its own above."""
_DEEPEST_HEADING = 6
_SIDES = {"None": "", **{s: f' class="{s.lower()}"' for s in ("Left", "Center", "Right")}}
_BARE = {"HardBreak": "<br>\n", "Rule": "<hr>\n"}
_SIMPLE = {
    "Paragraph": ("<p>", "</p>\n"),
    "Item": ("<li>", "</li>\n"),
    "Emphasis": ("<em>", "</em>"),
    "Strong": ("<strong>", "</strong>"),
    "Strikethrough": ("<s>", "</s>"),
}


def markdown(text: str, sources: Sequence[str], *, breaks: bool) -> str:
    """Write Markdown with tables and strikethrough as HTML.

    Indented text is no code: models indent formulas and lists freely, and mark code by fences.

    Args:
        text: tame, with its formulas held.
        sources: of the formulas, for those that stand in code.
        breaks: the end of a line is shown as one.
    """
    return _Writer(_reader().events(text), sources, "<br>\n" if breaks else "\n").content()


@cache
def _reader() -> pyromark.Markdown:
    tables, strikethrough = pyromark.Options.ENABLE_TABLES, pyromark.Options.ENABLE_STRIKETHROUGH
    return pyromark.Markdown(options=tables | strikethrough)


@dataclass
class _Writer:
    """Writes what a reader of Markdown meets; every element ends where it began.

    Attributes:
        events: what it meets.
        sources: of the formulas that are held.
        line_end: what the end of a line becomes.
        depth: how many elements are open.
    """

    events: Iterator[Event]
    sources: Sequence[str]
    line_end: str
    depth: int = 0

    def content(self) -> str:
        """Write all up to the end of the open element."""
        parts: list[str] = []
        flattened = 0
        for event in self.events:
            if isinstance(event, str):
                parts.append(_BARE.get(event, self.line_end))
            elif "Text" in event:
                parts.append(escape(event["Text"], quote=False))
            elif "Start" in event:
                if self.depth < DEEPEST:
                    parts.append(self._element(event["Start"]))
                else:
                    flattened += 1
            elif "End" in event:
                if not flattened:
                    break
                flattened -= 1
            elif "Code" in event:
                parts.append(f"<code>{escape(self._restored(event['Code']), quote=False)}</code>")
        return "".join(parts)

    def _inside(self, depth: int) -> str:
        """Write what an element holds that lies at a depth."""
        outside, self.depth = self.depth, depth
        content = self.content()
        self.depth = outside
        return content

    def _element(self, tag: str | Mapping[str, object]) -> str:
        if isinstance(tag, str):
            begin, end = _SIMPLE[tag]
            return f"{begin}{self._inside(self.depth + 1)}{end}"
        match tag:
            case {"List": first}:
                written = _list(first, self._inside(self.depth + 1))
            case {"Heading": {"level": str(level)}}:
                written = _heading(level, self._inside(self.depth + 1))
            case {"Table": tuple(sides)}:
                written = self._table([_SIDES[side] for side in sides])
            case {"CodeBlock": {"Fenced": str(language)}}:
                written = code_element(self._restored(self._code()), self._restored(language))
            case {"CodeBlock": _}:
                written = self._indented(self._code())
            case {"Link": {"dest_url": str(address), "link_type": kind}}:
                written = link(address, self._inside(self.depth + 1), bare=kind == "Autolink")
            case {"Image": {"dest_url": str(address)}}:
                written = picture(address, self._inside(DEEPEST))
            case _:
                written = f"<blockquote>\n{self._inside(self.depth + 1)}</blockquote>\n"
        return written

    def _code(self) -> str:
        """Take the text of the open block of code."""
        lines: list[str] = []
        for event in self.events:
            if isinstance(event, str) or "Text" not in event:
                break
            lines.append(event["Text"])
        return "".join(lines)

    def _indented(self, text: str) -> str:
        """Read indented text as Markdown."""
        events = _reader().events(text.lstrip())
        return _Writer(events, self.sources, self.line_end, self.depth + 1).content()

    def _table(self, sides: Sequence[str]) -> str:
        """Write a table, of which every row has as many cells as the first."""
        rows: list[str] = []
        for event in self.events:
            if isinstance(event, str) or "Start" not in event:
                break
            rows.append(self._row("th" if event["Start"] == "TableHead" else "td", sides))
        head, *body = rows
        return f"<table>\n<thead>\n{head}</thead>\n<tbody>\n{''.join(body)}</tbody>\n</table>\n"

    def _row(self, name: str, sides: Sequence[str]) -> str:
        cells = [
            f"<{name}{side}>{self._inside(self.depth + 1)}</{name}>\n"
            for side, _ in zip(sides, self.events, strict=False)
        ]
        next(self.events)
        return f"<tr>\n{''.join(cells)}</tr>\n"

    def _restored(self, text: str) -> str:
        """Code with the sources of what looked like formulas in it."""
        return HELD.sub(lambda held: self.sources[int(held[1])], text)


def _list(first: object, items: str) -> str:
    if first is None:
        return f"<ul>\n{items}</ul>\n"
    start = "" if first == 1 else f' start="{first}"'
    return f"<ol{start}>\n{items}</ol>\n"


def _heading(level: str, words: str) -> str:
    name = f"h{min(int(level[1]) + _TOP_HEADING - 1, _DEEPEST_HEADING)}"
    return f"<{name}>{words}</{name}>\n"
