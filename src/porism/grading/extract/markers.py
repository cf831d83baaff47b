"""Phrases that announce an answer in prose, a tag, a heading or a field."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from porism.grading.extract.values import stated_value

Source = Literal[
    "box", "tag", "field", "marker", "heading", "formula", "sentence", "number", "whole"
]

_TAIL = 20_000
"""Characters from the end in which announcements are looked for."""
_MATCHES = 24
"""Announcements of one form that are looked at, the last ones."""
_KIND = r"(?:final|correct|right|short|my|best|only|overall|required|desired)"
_NOUN = r"(?:answers?|ans|solution|result|conclusion|output)(?![\"']\s*:)"
_ANSWER = r"(?:answers?|ans)(?![\"']\s*:)"
_DECOR = r"[*_#`\"'()\[\]\s]{0,8}"
_BETWEEN = (
    r"(?:(?:to|for|of) [^.:=\n]{0,120}?|choice |option |letter |here |then |should |must |would "
    r"|will |might |may |could |can only |\(s\) )?"
)
_STATES = r"(?::|=|：|\||(?<=\s)[-–—](?=\s)|->|→|\b(?:is|are|be|equals|becomes)\b)(?!\s*not\b)"
_QUOTED = r"\"(?:[^\"\\]|\\.){0,2000}\""


def _pattern(source: Source, expression: str) -> tuple[Source, re.Pattern[str]]:
    return source, re.compile(expression, re.IGNORECASE | re.MULTILINE)


_PATTERNS = (
    _pattern("tag", r"<(?:final_?)?answer>([^<]{0,2000})</"),
    _pattern(
        "field",
        rf"[\"'](?:final_?)?(?:answer|result|solution|choice|option)[\"']\s*:\s*({_QUOTED}|[^,}}\n]{{1,200}})",
    ),
    _pattern("field", r"\bAnswer\(\s*[\"']?([^\"')\n]{1,200})[\"']?\s*\)"),
    _pattern("tag", r"\[ANSWER\]([^\[]{0,2000})\[/ANSWER\]"),
    _pattern("marker", r"^[ \t]*Ans\.[ \t]"),
    _pattern(
        "marker",
        r"\banswer (?:is not|isn't|was not|wasn't) [^.;\n]{1,40}?"
        r"(?:,? but|[;,.] (?:it is|it's|but))\s",
    ),
    _pattern("marker", r"^[ \t]*####[ \t]*(?![ \t]*[a-z]*answer)(.{1,500})$"),
    _pattern("marker", rf"\b{_ANSWER}{_DECOR}{_BETWEEN}{_DECOR}{_STATES}"),
    _pattern(
        "marker",
        rf"(?:^[^\w\n]{{0,12}}|\bfinal\s+|\bthe\s+){_NOUN}{_DECOR}(?::|=|\bis\b)(?!\s*not\b)",
    ),
    _pattern("marker", r"(?:最终)?(?:答案|选项)\s*(?:】|\]|是|为|应为|应该是|选|[:：])+\s*"),
    _pattern("marker", r"(?:故|因此|所以)?(?:应?选|选择)(?:项)?\s*[:：]?\s*(?=[(（]?[A-D])"),
    _pattern("marker", r"^[ \t]*A[:：][ \t]*"),
    _pattern("marker", r"\b(?:Ответ|Respuesta|Réponse|Antwort|Resposta|Risposta)\**\s*[:：]\s*"),
    _pattern("marker", r"(?:정답|答え|解答)\s*(?:は|은|:|：)\s*"),
    _pattern(
        "marker",
        r"(?:^|[.,:]\s+|\b(?:we|I|I'll|let's|should|must|would|will|therefore|so|thus|hence|to|can)"
        r"\s+(?:\w+ly\s+|then\s+|will\s+|would\s+|should\s+|must\s+|can\s+)?)"
        r"(?:pick|choose|select|chose|go with|opt for|choosing|selecting|picking)\s+(?:the\s+)?"
        r"(?:option|choice|answer|letter)?\s*(?=[(\[*$\\]{0,3}[A-J]\b)",
    ),
    _pattern(
        "marker",
        r"\b(?:correct|right|best)\s+(?:option|choice|answer|statement|letter)"
        r"(?:\s+(?:is|would be|must be|:))+\s*",
    ),
    _pattern(
        "marker",
        r"(?:^|[.:,]\s+|\b(?:hence|thus|therefore|so|that)\s+)(?=(?:\*\*)?(?:(?:option|choice)\s+)?\(?[A-J]\)?(?:\*\*)?\s+is\s+(?:the\s+)?"
        r"(?:correct|right|answer))",
    ),
)
_HEADING = re.compile(
    rf"^[^\w\n]{{0,12}}(?:the\s+)?(?:{_KIND}\s+)*{_NOUN}[^\w\n]{{0,12}}$",
    re.IGNORECASE | re.MULTILINE,
)
_UNDERLINE = re.compile(r"\A(?:-{2,}|={2,})[ \t]*\n\s*")
_NOTHING = re.compile(
    r"(?:(?:not|unknown|unclear|none of|that|to|as follows|below|above|wrong|correct|right"
    r"|incorrect|unique|valid|reasonable|complete|obvious|clear|simple"
    r"|(?:the )?answer.*)\W*"
    r"|(?:[^\W\d_]+[\s,]+){6,}[^\d\\]*|\W*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Announcement:
    """An answer that words announce, and where."""

    source: Source
    value: str
    start: int


def announcements(text: str) -> Iterator[Announcement]:
    """Yield the answers announced near the end of a text, in no order."""
    shift = max(0, len(text) - _TAIL)
    tail = text[shift:]
    for source, pattern in _PATTERNS:
        for found in deque(pattern.finditer(tail), maxlen=_MATCHES):
            value = _value(tail, found)
            if value and not _NOTHING.fullmatch(value):
                yield Announcement(source, value, shift + found.start())
    for heading in deque(_HEADING.finditer(tail), maxlen=_MATCHES):
        value = stated_value(_UNDERLINE.sub("", tail[heading.end() :].lstrip("\n :*"), count=1))
        if value:
            yield Announcement("heading", value, shift + heading.start())


def _value(text: str, found: re.Match[str]) -> str:
    if found.re.groups:
        return stated_value(found[1].strip().strip('"'))
    rest = text[found.end() : found.end() + 2_000]
    line, _, below = rest.partition("\n")
    return stated_value(line) or stated_value(below.lstrip())
