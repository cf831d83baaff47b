"""Where text ends and mathematics or code begins, told before Markdown eats backslashes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

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
_SKIPPED = re.compile(r"`+|~+|\$\$?|\\[\\`$]?")
"""Of what begins no span, as much as cannot begin one either."""
_END_OF_LINE = r"\n(?![ \t>]*\n)"
"""A line feed in a paragraph."""
_IN_WORDS = r"\\(?:text[a-z]{0,6}|mbox|hbox)\ ?\{(?:[^{}\n]|" + _END_OF_LINE + r"){0,1000}\}"
"""A command with words, which may have dollars."""
_IN_GROUP = r"[^{}\\]|\\."
_GROUP = rf"\{{(?:{_IN_GROUP}|\{{(?:{_IN_GROUP}|\{{[^{{}}]{{0,200}}\}}){{0,400}}\}}){{0,400}}\}}"
_IN_LINE = re.compile(
    rf"\$(?!\$)(?P<dollar>(?:[^\\$\n]++|{_END_OF_LINE}|{_IN_WORDS}|\\(?:[^\n]|{_END_OF_LINE}))++)\$"
    rf"|\\\((?P<parentheses>(?:[^\\\n]++|{_END_OF_LINE}|\\\\|\\(?![()\\]))++)\\\)"
    rf"|(?P<boxed>\\boxed *{_GROUP})",
    re.DOTALL,
)
_DISPLAY = re.compile(
    r"\$\$(?P<dollars>(?:[^\\$]++|\\.|\$(?!\$))++)\$\$"
    r"|\\\[(?P<brackets>(?:[^\\]++|\\\\|\\(?![\[\]\\]))++)\\\]",
    re.DOTALL,
)
_CODE = re.compile(
    rf"(?P<ticks>`++)(?P<code>(?:[^`\n]++|{_END_OF_LINE}|(?!(?P=ticks)(?!`))`++)++)(?P=ticks)(?!`)"
)
_TICKS = re.compile("`+")
_ENVIRONMENT = re.compile(r"\\begin\{(?P<name>[A-Za-z]{1,12}\*?)\}")
_RAIL = re.compile(r"(?P<rail>`{3,}|~{3,})[^`\n]*(?:\n|\Z)")
_BEFORE_RAIL = re.compile(r"[ \t>]{0,12}(?:(?:[-*+]|\d{1,3}[.)]) +)?")
_BLANK_LINE = re.compile(r"\n[ \t>]*\n")
_QUOTED = re.compile(r"\n[ \t]*>[ \t>]*")
_LONGEST_INDENT = 200
_SIGNS = re.compile(r"[\\^_={}<>]")
_WORDS = re.compile(r"[A-Za-z]{2,}")
_COMMANDS = re.compile(r"\\(?:text[a-z]{0,6}|mbox)\s?\{[^{}]{0,1000}\}|\\[A-Za-z]+")


class Span(NamedTuple):
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
    while sign := _SIGN.search(text, position):
        here = sign.start()
        span = scanner.span(here)
        if span is None:
            skipped = _SKIPPED.match(text, here)
            position = skipped.end() if skipped else here + 1
            continue
        if start < here:
            yield Span("text", text[start:here])
        yield span
        start = position = here + len(span.source)
    if start < len(text):
        yield Span("text", text[start:])


class _Scanner:
    """Finds the span that begins at a sign, and reads no part of a text more than a few times."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._paragraph = -1
        self._no_dollar = 0
        """A dollar sign before this place closes nothing that begins after it."""
        self._unclosed: dict[str, int] = {}
        """Where paragraphs end in which an environment, or so many backticks, are not closed."""

    def span(self, here: int) -> Span | None:
        """The span that begins at a place, or nothing if it is not closed."""
        sign = self._text[here]
        if sign in "`~":
            return self._fence(here) or self._code(here)
        if sign == "$" and not self._text.startswith("$$", here):
            return self._dollar(here)
        if found := _DISPLAY.match(self._text, here):
            return self._display(found)
        if sign == "$":
            return None
        if found := _IN_LINE.match(self._text, here):
            return self._in_line(found)
        return self._environment(here)

    def _fence(self, here: int) -> Span | None:
        line = self._line_start(here)
        if not _BEFORE_RAIL.fullmatch(self._text, line, here):
            return None
        mark = _RAIL.match(self._text, here)
        if mark is None:
            return None
        rail = mark["rail"]
        closing = re.compile(rf"\n[ \t>]{{0,12}}{rail[0]}{{{len(rail)},}}[ \t]*(?=\n|\Z)")
        closed = closing.search(self._text, mark.end("rail"))
        return Span("code", self._text[here : closed.end() if closed else len(self._text)])

    def _code(self, here: int) -> Span | None:
        ticks = _TICKS.match(self._text, here)
        if ticks is None or self._unclosed.get(ticks[0]) == self._paragraph_end(here):
            return None
        found = _CODE.match(self._text, here)
        if found is None:
            self._unclosed[ticks[0]] = self._paragraph_end(here)
            return None
        return Span("code", found[0]) if found["code"].strip() else None

    def _display(self, found: re.Match[str]) -> Span | None:
        content = self._content(found)
        in_dollars = found.lastgroup == "dollars"
        if not content.strip() or (in_dollars and _BLANK_LINE.search(content.strip())):
            return None
        return Span("display", found[0], content)

    def _dollar(self, here: int) -> Span | None:
        if here < self._no_dollar:
            return None
        found = _IN_LINE.match(self._text, here)
        if found is None:
            self._no_dollar = self._paragraph_end(here)
            return None
        after = self._text[found.end() : found.end() + 1]
        return self._in_line(found) if _is_formula(self._content(found), after) else None

    def _in_line(self, found: re.Match[str]) -> Span | None:
        content = self._content(found)
        return Span("inline", found[0], content) if content.strip() else None

    def _content(self, found: re.Match[str]) -> str:
        """What stands between delimiters, without the marks of a quotation around it."""
        content = found[found.lastgroup or 0]
        if "\n" in content and self._is_quoted(found.start()):
            return _QUOTED.sub("\n", content)
        return content

    def _environment(self, here: int) -> Span | None:
        mark = _ENVIRONMENT.match(self._text, here)
        if mark is None or mark["name"].rstrip("*") not in ENVIRONMENTS:
            return None
        name, paragraph = mark["name"], self._paragraph_end(mark.end())
        if self._unclosed.get(name) == paragraph:
            return None
        depth = 1
        brackets = re.compile(rf"\\(?:(begin)|end)\{{{re.escape(name)}\}}")
        for bracket in brackets.finditer(self._text, mark.end(), paragraph):
            depth += 1 if bracket[1] else -1
            if not depth:
                source = self._text[here : bracket.end()]
                return Span("display", source, source)
        self._unclosed[name] = paragraph
        return None

    def _is_quoted(self, position: int) -> bool:
        return self._text[self._line_start(position) : position].lstrip().startswith(">")

    def _line_start(self, position: int) -> int:
        """Where a line begins, or a place in it where no indentation would begin."""
        earliest = max(0, position - _LONGEST_INDENT)
        return max(earliest, self._text.rfind("\n", earliest, position) + 1)

    def _paragraph_end(self, position: int) -> int:
        """Where a paragraph ends; positions only grow."""
        if position > self._paragraph:
            blank = _BLANK_LINE.search(self._text, position)
            self._paragraph = blank.start() if blank else len(self._text)
        return self._paragraph


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
