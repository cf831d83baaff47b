"""Where text ends and mathematics or code begins, told before Markdown eats backslashes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["text", "code", "inline", "display"]

_ENVIRONMENTS = """
    align aligned alignat alignedat array bmatrix Bmatrix cases dcases rcases displaymath
    eqnarray equation flalign gather gathered math matrix multline pmatrix smallmatrix split
    vmatrix Vmatrix
"""
ENVIRONMENTS = frozenset(_ENVIRONMENTS.split())
"""What may stand as ``\\begin{...}`` outside other signs of mathematics, also with a star."""

_SIGN = re.compile(r"[$`~\\]")
"""What every mark begins with: found much faster than the marks themselves."""
_MARK = re.compile(
    r"(?P<rail>`{3,}|~{3,})"
    r"|(?P<ticks>`{1,100})"
    r"|\\begin\{(?P<environment>[A-Za-z]{1,12}\*?)\}"
    r"|(?P<boxed>\\boxed *)(?=\{)"
    r"|(?P<parenthesis>\\\()|(?P<bracket>\\\[)|(?P<dollars>\$\$)|(?P<dollar>\$)"
    r"|\\[\\`$]|~+|\\"
)
_BEFORE_RAIL = re.compile(r"[ \t>]{0,12}(?:(?:[-*+]|\d{1,3}[.)]) +)?")
_AFTER_RAIL = re.compile(r"[^`\n]*(?:\n|\Z)")
_BLANK_LINE = re.compile(r"(?P<closer>\n[ \t>]*\n)")
_CLOSERS = {
    closer: re.compile(rf"(?<!\\)(?:\\\\)*(?P<closer>{re.escape(closer)})")
    for closer in (r"\(", r"\)", r"\[", r"\]", "$$")
}
_IN_DOLLARS = re.compile(
    r"\\(?:text[a-z]{0,6}|mbox|hbox) ?\{[^{}]{0,1000}\}|\\.|(?P<closer>\$)", re.DOTALL
)
_GROUP = re.compile(
    r"\{(?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.|\{[^{}]{0,200}\}){0,400}\}){0,400}\}", re.DOTALL
)
_QUOTED = re.compile(r"\n[ \t]*>[ \t>]*")
_LONGEST_INDENT = 200
_SIGNS = re.compile(r"[\\^_={}<>]")
_WORDS = re.compile(r"[A-Za-z]{2,}")
_COMMANDS = re.compile(r"\\(?:text[a-z]{0,6}|mbox)\s?\{[^{}]{0,1000}\}|\\[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a text.

    Args:
        kind: text, code with its backticks, or mathematics in a line or on lines of its own.
        source: the part as written; the sources of all spans are the text.
        content: of mathematics, what stands between the delimiters.
    """

    kind: Kind
    source: str
    content: str = ""


def spans(text: str) -> Iterator[Span]:
    r"""Split a text into words, code and mathematics, in time linear in its length.

    Mathematics is what stands in ``$..$``, ``$$..$$``, ``\(..\)``, ``\[..\]``, environments
    of :data:`ENVIRONMENTS` and ``\boxed{..}``. A dollar sign before an amount is text.
    """
    scanner = _Scanner(text)
    start = position = 0
    while (sign := _SIGN.search(text, position)) and (mark := _MARK.match(text, sign.start())):
        span = scanner.span(mark)
        position = mark.end()
        if span is not None:
            if start < mark.start():
                yield Span("text", text[start : mark.start()])
            yield span
            start = position = mark.start() + len(span.source)
    if start < len(text):
        yield Span("text", text[start:])


class _Scanner:
    """Looks for what closes a mark, and at no place twice for the same closer."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next: dict[str, int] = {}
        self._unclosed: dict[str, int] = {}
        self._readers = {
            "rail": self._fence,
            "ticks": self._code,
            "environment": self._environment,
            "boxed": self._boxed,
            "parenthesis": self._parentheses,
            "bracket": self._brackets,
            "dollars": self._dollars,
            "dollar": self._dollar,
        }

    def span(self, mark: re.Match[str]) -> Span | None:
        """The span that begins with a mark, or nothing if it is not closed."""
        reader = self._readers.get(mark.lastgroup or "")
        return reader(mark) if reader else None

    def _fence(self, mark: re.Match[str]) -> Span | None:
        rail = mark["rail"]
        line = self._line_start(mark.start())
        is_alone = _BEFORE_RAIL.fullmatch(self._text, line, mark.start())
        if not is_alone or not _AFTER_RAIL.match(self._text, mark.end()):
            return self._code(mark) if rail[0] == "`" else None
        closing = re.compile(rf"\n[ \t>]{{0,12}}{rail[0]}{{{len(rail)},}}[ \t]*(?=\n|\Z)")
        closed = closing.search(self._text, mark.end())
        end = closed.end() if closed else len(self._text)
        return Span("code", self._text[mark.start() : end])

    def _code(self, mark: re.Match[str]) -> Span | None:
        end = self._closer(mark[0], mark.end(), self._paragraph_end(mark.end()))
        return self._cut("code", mark, end, len(mark[0]))

    def _environment(self, mark: re.Match[str]) -> Span | None:
        name, paragraph = mark["environment"], self._paragraph_end(mark.end())
        if name.rstrip("*") not in ENVIRONMENTS or self._unclosed.get(name) == paragraph:
            return None
        depth = 1
        brackets = re.compile(rf"\\(?:(begin)|end)\{{{re.escape(name)}\}}")
        for bracket in brackets.finditer(self._text, mark.end(), paragraph):
            depth += 1 if bracket[1] else -1
            if not depth:
                source = self._text[mark.start() : bracket.end()]
                return Span("display", source, source)
        self._unclosed[name] = paragraph
        return None

    def _boxed(self, mark: re.Match[str]) -> Span | None:
        group = _GROUP.match(self._text, mark.end())
        if group is None:
            return None
        source = self._text[mark.start() : group.end()]
        return Span("inline", source, source)

    def _parentheses(self, mark: re.Match[str]) -> Span | None:
        end = self._closer(r"\)", mark.end(), self._paragraph_end(mark.end()))
        again = self._closer(r"\(", mark.end(), len(self._text))
        return None if again < end else self._cut("inline", mark, end, 2)

    def _brackets(self, mark: re.Match[str]) -> Span | None:
        end = self._closer(r"\]", mark.end(), len(self._text))
        again = self._closer(r"\[", mark.end(), len(self._text))
        return None if again < end else self._cut("display", mark, end, 2)

    def _dollars(self, mark: re.Match[str]) -> Span | None:
        end = self._closer("$$", mark.end(), len(self._text))
        span = self._cut("display", mark, end, 2)
        return None if span is None or _BLANK_LINE.search(span.content.strip()) else span

    def _dollar(self, mark: re.Match[str]) -> Span | None:
        paragraph = self._paragraph_end(mark.end())
        if self._unclosed.get("$") == paragraph:
            return None
        for token in _IN_DOLLARS.finditer(self._text, mark.end(), paragraph):
            if token["closer"]:
                span = self._cut("inline", mark, token.start(), 1)
                after = self._text[token.end() : token.end() + 1]
                return span if span and _is_formula(span.content, after) else None
        self._unclosed["$"] = paragraph
        return None

    def _cut(self, kind: Kind, mark: re.Match[str], end: int, width: int) -> Span | None:
        """The span up to a closer of a width; nothing where it is not there or nothing stands."""
        content = self._text[mark.end() : end]
        if end > len(self._text) or not content.strip():
            return None
        if "\n" in content and self._is_quoted(mark.start()):
            content = _QUOTED.sub("\n", content)
        return Span(kind, self._text[mark.start() : end + width], content)

    def _is_quoted(self, position: int) -> bool:
        return self._text[self._line_start(position) : position].lstrip().startswith(">")

    def _line_start(self, position: int) -> int:
        """Where a line begins, or a place in it where no indentation would begin."""
        earliest = max(0, position - _LONGEST_INDENT)
        return max(earliest, self._text.rfind("\n", earliest, position) + 1)

    def _paragraph_end(self, position: int) -> int:
        return min(self._where("", _BLANK_LINE, position), len(self._text))

    def _closer(self, closer: str, position: int, limit: int) -> int:
        """Where the next closer before a limit begins; beyond the text where there is none."""
        pattern = _CLOSERS.get(closer) or re.compile(f"(?<!`)(?P<closer>{closer})(?!`)")
        found = self._where(closer, pattern, position)
        return found if found < limit else len(self._text) + 1

    def _where(self, name: str, pattern: re.Pattern[str], position: int) -> int:
        if self._next.get(name, -1) < position:
            found = pattern.search(self._text, position)
            self._next[name] = found.start("closer") if found else len(self._text) + 1
        return self._next[name]


def _is_formula(content: str, after: str) -> bool:
    """Tell a formula from what stands between two amounts of money."""
    has_signs = _SIGNS.search(content) is not None
    if content == content.strip():
        return not after.isdigit() and (has_signs or " " not in content or not _words(content))
    return (has_signs and not _words(content, least=3)) or len(content.split()) == 1


def _words(formula: str, least: int = 2) -> bool:
    """Tell whether a formula has words outside commands and text."""
    words = _WORDS.findall(_COMMANDS.sub(" ", formula))
    return any(len(word) >= least for word in words)
