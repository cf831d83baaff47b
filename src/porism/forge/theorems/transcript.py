"""Statements in a transcript: Markdown, in which heads are bold words."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise

from porism.forge.theorems.paper import Heading, Paper
from porism.forge.theorems.quoted import reason_quoted
from porism.forge.theorems.statement import Place, Proof, Statement, kind_of

CONTEXT = 1_500
_HEADING = re.compile(r"^(#{1,5})[ \t]+(?:(\d[\d.]*)[ \t.]+)?(\S.*)$", re.MULTILINE)
_HEAD = re.compile(
    r"^[ \t]*(?:[*_]{1,3})(?P<name>[^\W\d_][\w' -]{2,40}?)"
    r"(?:[ \t]+(?P<number>[A-Z]?\d[\d.]*|[A-Z]))?\.?(?:[ \t]*\((?P<title>[^()\n]{1,200})\))?"
    r"[.:]?[*_]{1,3}(?:[ \t]*\((?P<behind>[^()\n]{1,200})\))?[.:]?",
    re.MULTILINE,
)
_BOX = re.compile(r"[∎□■◻]|\\(?:qed|square|blacksquare|Box)\b|Q\.\s?E\.\s?D\.")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_GOES_ON = re.compile(r"\s*(?:\$\$|\\\[|[-*+][ \t]|\(?\d{1,2}[.)]|\([a-zivx]{1,4}\)|[a-z,;])")
_INTRODUCTION = re.compile(r"introduc|main result", re.IGNORECASE)


def paper_of(text: str, main_file: str) -> Paper:
    """Read a transcript.

    A statement goes from its head to the end of its paragraph, and on through displays,
    lists and paragraphs that begin in small letters; a proof to its box or the next head.

    Args:
        text: Markdown with LaTeX mathematics.
        main_file: what it is called.
    """
    headings = headings_of(text)
    heads = [head for head in _HEAD.finditer(text) if kind_of(head["name"]) != "other"]
    stops = sorted({*(h.start() for h in heads), *(h.offset for h in headings), len(text)})
    statements: list[Statement] = []
    for head in heads:
        limit = stops[bisect_right(stops, head.start())]
        if kind_of(head["name"]) != "proof":
            found = statement_of(text, head, limit, headings, main_file)
            statements.append(found.model_copy(update={"index": len(statements)}))
        elif statements and statements[-1].proof is None:
            end = box.start() if (box := _BOX.search(text, head.end(), limit)) else limit
            proof = Proof(
                text=text[head.end() : end].strip(), place=place(text, main_file, head.start(), end)
            )
            statements[-1] = statements[-1].model_copy(update={"proof": proof})
    return Paper(
        main_file=main_file,
        files=(main_file,),
        title=headings[0].title if headings else "",
        headings=headings,
        statements=tuple(statements),
        text=text,
    )


def headings_of(text: str) -> tuple[Heading, ...]:
    """Return the headings; those of Markdown begin one level above a paper's sections."""
    return tuple(
        Heading(
            level=len(match[1]), number=match[2] or "", title=match[3].strip(), offset=match.start()
        )
        for match in _HEADING.finditer(text)
    )


def statement_of(
    text: str, head: re.Match[str], limit: int, headings: tuple[Heading, ...], file: str
) -> Statement:
    """Return the statement behind a head."""
    end = end_of_statement(text, head.end(), limit)
    body = text[head.end() : end].strip()
    section = next((h for h in reversed(headings) if h.offset <= head.start()), None)
    title = head["title"] or head["behind"]
    before = text[max(0, head.start() - CONTEXT) : head.start()].strip()
    return Statement(
        index=0,
        kind=kind_of(head["name"]),
        name=head["name"].strip(),
        environment=head["name"].strip().lower(),
        number=(head["number"] or "").rstrip(".") or None,
        title=title,
        body=body,
        written=body,
        expanded=body,
        place=place(text, file, head.start(), end),
        offset=head.end(),
        end=end,
        section=" ".join(filter(None, (section.number, section.title))) if section else "",
        in_introduction=section is None or _INTRODUCTION.search(section.title) is not None,
        before=before,
        after=text[end : end + CONTEXT].strip(),
        quoted=reason_quoted(title, body, before),
    )


def end_of_statement(text: str, start: int, limit: int) -> int:
    """Return where a statement ends."""
    breaks = [match.start() for match in _PARAGRAPH.finditer(text, start, limit)]
    for at, following in pairwise([*breaks, limit]):
        whole = text.count("$$", start, at) % 2 == 0
        if whole and not _GOES_ON.match(text, at, following):
            return at
    return limit


def place(text: str, file: str, start: int, end: int) -> Place:
    """Return where a part of the transcript stands."""
    return Place(file=file, start=start, end=end, line=text.count("\n", 0, start) + 1)
