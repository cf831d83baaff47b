"""One source file: its text as it stands, its text without comments, the way between the two."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

VERBATIM = frozenset(
    [
        "verbatim",
        "Verbatim",
        "BVerbatim",
        "LVerbatim",
        "SaveVerbatim",
        "spverbatim",
        "boxedverbatim",
        "lstlisting",
        "minted",
        "filecontents",
        "luacode",
        "pycode",
        "pyblock",
        "sageblock",
        "sagesilent",
        "sagecommandline",
        "asy",
        "asydef",
        "asyinline",
        "rawhtml",
        "htmlonly",
        "gnuplot",
        "dot2tex",
        "code",
        "spec",
        "alltt",
    ]
)
_NAMES_A_VERBATIM = re.compile(
    r"\\(?:lstnewenvironment|DefineVerbatimEnvironment|newverbatim|newtcblisting|newminted)"
    r"\s*(?:\[[^\]\n]{0,80}\])?\s*\{([A-Za-z*]{1,40})\}"
)
# A pair of escaped characters goes first, so that "\\%" and "\{" never look like what they hide.
# Bounds inside the pattern keep every attempt short: no input makes it slow.
_LEXEME = re.compile(
    r"\\(?:[\\{}%]"
    r"|(?P<verb>(?:verb|lstinline|mintinline\s?\{\w{1,20}\})(?![A-Za-z])\*?"
    r"(?:\[[^\]\n]{0,80}\])?(?P<fence>[^A-Za-z\s*{\[])[^\n]{0,1000}?(?P=fence))"
    r"|(?P<url>(?:url|href|path|nolinkurl|burl)\s?\{[^{}\n]{0,2000}\})"
    r"|begin\s{0,3}\{(?P<environment>[A-Za-z]{1,40})\*?\})"
    r"|\{(?P<simple>[^\\{}%\r]*+\})?"
    r"|\}(?P<close>)"
    r"|%(?P<comment>[^\n]*(?:\n[ \t]*+(?!\n))?)"
    r"|\r(?P<return>(?=\n))"
)
# Every alternative begins with a character of its own, so that the search for the next one is fast.


@dataclass(frozen=True, slots=True)
class Span:
    """Where something stands: characters ``start`` to ``end`` of file number ``file``."""

    file: int
    start: int
    end: int


@dataclass(slots=True)
class SourceFile:
    """A file of a paper.

    ``text`` is ``raw`` without comments, as TeX reads it: a comment takes its line end and
    the blanks that open the next line with it. All other positions are kept and can be
    mapped back.
    """

    name: str
    """Path below the paper's folder, with slashes."""
    raw: str
    text: str = ""
    closing: dict[int, int] = field(default_factory=dict)
    """Position in ``text`` of each opening brace that has a closing one, with that one."""
    verbatim: dict[int, int] = field(default_factory=dict)
    """Where verbatim material starts in ``text``, and where it ends."""
    _kept_at: list[int] = field(default_factory=list)
    _cut_before: list[int] = field(default_factory=list)
    _line_ends: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        _Reading(self).read()

    def raw_offset(self, position: int) -> int:
        """Return the position in ``raw`` of a position in ``text``."""
        run = bisect_right(self._kept_at, position) - 1
        return position + (self._cut_before[run] if run >= 0 else 0)

    def raw_end(self, position: int) -> int:
        """Return the position in ``raw`` just behind the character before ``position``."""
        return self.raw_offset(position - 1) + 1 if position else 0

    def line(self, offset: int) -> int:
        """Return the 1-based line of a position in ``raw``."""
        if not self._line_ends:
            self._line_ends = [m.start() for m in re.finditer("\n", self.raw)] or [len(self.raw)]
        return bisect_left(self._line_ends, offset) + 1


class _Reading:
    """One pass over the raw text: cuts comments, pairs braces, marks verbatim material."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.raw = re.sub(r"\r(?!\n)", "\n", source.raw) if "\r" in source.raw else source.raw
        self.names = {*VERBATIM, *_NAMES_A_VERBATIM.findall(self.raw)}
        self.kept: list[str] = []
        self.cut = 0
        self.copied = 0
        self.open: list[int] = []

    def read(self) -> None:
        position: int | None = 0
        while position is not None:
            position = self._read_from(position)
        self.kept.append(self.raw[self.copied :])
        self.source.text = "".join(self.kept)

    def _read_from(self, position: int) -> int | None:
        """Read on until verbatim material has to be jumped; return where it ends."""
        closing = self.source.closing
        for match in _LEXEME.finditer(self.raw, position):
            kind = match.lastgroup
            if kind == "simple":
                closing[match.start() - self.cut] = match.end() - 1 - self.cut
            elif kind == "close":
                if self.open:
                    closing[self.open.pop()] = match.start() - self.cut
            elif kind is not None:
                end = self._read_special(kind, match)
                if end is not None:
                    return end
            elif match[0] == "{":
                self.open.append(match.start() - self.cut)
        return None

    def _read_special(self, kind: str, match: re.Match[str]) -> int | None:
        """Read anything but braces; return where to go on, if not right behind it."""
        if kind == "verb":
            self._mark(match.start(), match.end())
        elif kind in {"comment", "return"}:
            self._drop(match.start(), match.end())
        else:
            opening = match.start() + match[0].index("{")
            self.source.closing[opening - self.cut] = match.end() - 1 - self.cut
            if match["environment"] in self.names:
                return self._end_of_verbatim(match)
        return None

    def _drop(self, start: int, end: int) -> None:
        self.kept.append(self.raw[self.copied : start])
        self.cut += end - start
        self.copied = end
        self.source._kept_at.append(end - self.cut)  # noqa: SLF001 - builds what it reads for
        self.source._cut_before.append(self.cut)  # noqa: SLF001

    def _mark(self, start: int, end: int) -> None:
        self.source.verbatim[start - self.cut] = end - self.cut

    def _end_of_verbatim(self, begin: re.Match[str]) -> int | None:
        closing = "\\end" + begin[0][begin.group().index("{") :]
        end = self.raw.find(closing, begin.end())
        if end < 0:
            self.names.discard(begin["environment"])
            return None
        self._mark(begin.start(), end + len(closing))
        return end + len(closing)
