"""From a document that has been read to its statements."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from porism.forge.latex.flat import Document, RawStatement, Section
from porism.forge.theorems.marks import without_marks
from porism.forge.theorems.statement import Place, Statement, kind_of

CONTEXT = 1_500
"""Characters of text kept before and after a statement."""
_INTRODUCTION = re.compile(
    r"introduc|einleitung|einf[üu]hrung|введение|introducción|introduzione|main (result|theorem)s?"
    r"|statements? of (the )?(main )?result|overview|r[ée]sultats? principa|результаты",
    re.IGNORECASE,
)
_ACCENT = re.compile(
    r"\\([`'^\"~=.uvHcdbkr])\s*(?:\{\s*(\\?[A-Za-z])\s*\}|(\\?[ij](?![A-Za-z])|[A-Za-z]))"
)
_COMBINING = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306",
    ".": "\u0307", '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323",
    "c": "\u0327", "k": "\u0328", "b": "\u0331",
}  # fmt: skip
_FONT = re.compile(
    r"\\(?:bf|it|rm|sc|sf|sl|em|tt|bfseries|itshape|scshape|upshape|normalfont|textbf|textit|textsc"
    r"|textup|textrm|textsf|emph|protect|noindent|xspace|MakeUppercase|color\{\w*\})(?![A-Za-z])\s*"
)
_WORDLIKE = re.compile(r"\\(ae|oe|ss|o|l|AE|OE|O|L|aa|AA)(?![A-Za-z])\s*(?:\{\})?")
_LETTERS = {
    "ae": "æ", "oe": "œ", "ss": "ß", "o": "ø", "l": "ł", "AE": "Æ", "OE": "Œ", "O": "Ø",
    "L": "Ł", "aa": "å", "AA": "Å",
}  # fmt: skip


def plain_name(display: str) -> str:
    """Return a display name as it is printed: without fonts, with accents in place."""
    text = _ACCENT.sub(_accented, display)
    text = _WORDLIKE.sub(lambda match: _LETTERS[match[1]], text)
    text = _FONT.sub("", text).replace("~", " ").replace("\\ ", " ").replace("\\,", " ")
    text = text.replace("{", "").replace("}", "")
    return " ".join(text.split()).rstrip(".: ")


def _accented(match: re.Match[str]) -> str:
    letter = (match[2] or match[3]).lstrip("\\")
    return unicodedata.normalize("NFC", letter + _COMBINING[match[1]])


class Extraction:
    """Turns what was read into statements.

    Args:
        document: a paper that has been read.
        silent: macros that print nothing, with the number of their arguments.
    """

    def __init__(self, document: Document, silent: Mapping[str, int]) -> None:
        self.document = document
        self.silent = silent
        self.text = document.text
        self.raw = [raw for raw in document.statements if raw.end >= 0]
        titled = [s for s in document.sections if s.level in {1, 2}]
        self._introductions = [s for s in titled if _INTRODUCTION.search(s.title)] or titled[:1]
        self._titled = titled

    def items(self) -> list[tuple[RawStatement, str, str]]:
        """Return what was read with its name and its body as written, and no more."""
        return [
            (raw, plain_name(raw.display), without_marks(self.written(raw), self.silent))
            for raw in self.raw
        ]

    def statements(self) -> list[Statement]:
        """Return all statements in the order of the text."""
        return [self._statement(index, raw) for index, raw in enumerate(self.raw)]

    def _statement(self, index: int, raw: RawStatement) -> Statement:
        name = plain_name(raw.display)
        return Statement(
            index=index,
            kind=kind_of(name or raw.called),
            name=name,
            environment=raw.called,
            number=raw.number or None,
            title=raw.title,
            label=raw.label,
            body=without_marks(self.text[raw.body : raw.body_end], self.silent),
            written=without_marks(self.written(raw), self.silent),
            place=self.place(raw),
            section=self._section(raw),
            in_introduction=self._in_introduction(raw),
            before=self._before(index, raw),
            after=self._after(index, raw),
            repeats=raw.repeats,
        )

    def place(self, raw: RawStatement) -> Place:
        """Return where a statement stands; its end is the file's where it ends in another."""
        file = self.document.files[raw.span_start.file]
        start = file.raw_offset(raw.span_start.start)
        same = raw.span_end.file == raw.span_start.file
        end = file.raw_end(raw.span_end.end) if same else len(file.raw)
        return Place(file=file.name, start=start, end=max(start, end), line=file.line(start))

    def written(self, raw: RawStatement) -> str:
        """Return the body as it stands in the source; as it was read where it stands nowhere."""
        pieces = self.document.flat.pieces_of(raw.body, raw.body_end)
        begin, end = raw.span_start, raw.span_end
        while pieces and (pieces[0].start, pieces[0].end) == (begin.start, begin.end):
            pieces.pop(0)
        while pieces and (pieces[-1].start, pieces[-1].end) == (end.start, end.end):
            pieces.pop()
        files = {piece.file for piece in pieces}
        starts = [piece.start for piece in pieces]
        made_by_begin = any(piece.end >= 0 and piece.start == begin.start for piece in pieces)
        if len(files) != 1 or starts != sorted(starts) or made_by_begin:
            return self.text[raw.body : raw.body_end]
        file = self.document.files[pieces[0].file]
        last = pieces[-1]
        stop = last.end if last.end >= 0 else last.start + raw.body_end - last.offset
        if end.file == last.file and end.start >= starts[0]:
            stop = min(stop, end.start) if last.end < 0 else end.start
        return file.text[starts[0] : stop]

    def _current(self, offset: int, sections: list[Section]) -> Section | None:
        found = None
        for section in sections:
            if section.offset > offset:
                break
            found = section
        return found

    def _section(self, raw: RawStatement) -> str:
        if raw.section < 0:
            return ""
        section = self.document.sections[raw.section]
        return " ".join(part for part in (section.number, section.title) if part)

    def _in_introduction(self, raw: RawStatement) -> bool:
        current = self._current(raw.start, self._titled)
        return current is None or current in self._introductions

    def _before(self, index: int, raw: RawStatement) -> str:
        floor = max(
            self.raw[index - 1].end if index else 0,
            self.document.sections[raw.section].offset if raw.section >= 0 else 0,
            raw.start - CONTEXT,
        )
        return without_marks(self.text[floor : raw.start], self.silent)

    def _after(self, index: int, raw: RawStatement) -> str:
        following = self.raw[index + 1].start if index + 1 < len(self.raw) else len(self.text)
        return without_marks(
            self.text[raw.end : max(raw.end, min(following, raw.end + CONTEXT))], self.silent
        )
