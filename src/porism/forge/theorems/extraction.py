"""From a document that has been read to its statements."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

from porism.forge.latex.flat import Document, RawStatement, Section
from porism.forge.theorems.marks import without_marks
from porism.forge.theorems.proofs import FoundProof, find_proofs
from porism.forge.theorems.quoted import reason_quoted
from porism.forge.theorems.statement import Place, Proof, Statement, kind_of

CONTEXT = 1_500
"""Characters of text kept before and after a statement."""
_INTRODUCTION = re.compile(
    r"introduc|einleitung|einf[üu]hrung|введение|introducción|introduzione|main (result|theorem)s?"
    r"|statements? of (the )?(main )?result|overview|r[ée]sultats? principa|результаты",
    re.IGNORECASE,
)
_ACCENT = re.compile(
    r"\\(?:(?P<sign>[`'^\"~=.])\s*(?:\{\s*(?P<a>\\?[A-Za-z])\s*\}|(?P<b>\\?[ij](?![A-Za-z])|[A-Za-z]))"
    r"|(?P<letter>[uvHcdbkr])(?:\s*\{\s*(?P<c>\\?[A-Za-z])\s*\}|\s+(?P<d>[A-Za-z])(?![A-Za-z])))"
)
_COMBINING = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306",
    ".": "\u0307", '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323",
    "c": "\u0327", "k": "\u0328", "b": "\u0331",
}  # fmt: skip
_UMLAUT = re.compile(r'(?<!\\)"([aouAOU])')
"""As German authors write them."""
_FONT = re.compile(
    r"\\(?:bf|it|rm|sc|sf|sl|em|tt|bfseries|itshape|scshape|upshape|normalfont|textbf|textit|textsc"
    r"|textup|textrm|textsf|emph|protect|noindent|xspace|MakeUppercase|color\{\w*\})(?![A-Za-z])\s*"
)
_WORDLIKE = re.compile(r"\\(ae|oe|ss|o|l|AE|OE|O|L|aa|AA)(?![A-Za-z])\s*(?:\{\})?")
_LETTERS = {
    "ae": "æ", "oe": "œ", "ss": "ß", "o": "ø", "l": "ł", "AE": "Æ", "OE": "Œ", "O": "Ø",
    "L": "Ł", "aa": "å", "AA": "Å",
}  # fmt: skip


def plain_accents(text: str) -> str:
    """Replace TeX's accents and letters by the characters they print."""
    if "\\" not in text:
        return text
    return _WORDLIKE.sub(lambda match: _LETTERS[match[1]], _ACCENT.sub(_accented, text))


def plain_name(display: str) -> str:
    """Return a display name as it is printed: without fonts, with accents in place."""
    text = _FONT.sub("", plain_accents(_UMLAUT.sub(r'\\"\1', display)))
    text = text.replace("~", " ").replace("\\ ", " ").replace("\\,", " ")
    text = text.replace("{", "").replace("}", "")
    return " ".join(text.split()).rstrip(".: ")


def _accented(match: re.Match[str]) -> str:
    base = next(match[group] for group in "abcd" if match[group]).lstrip("\\")
    return unicodedata.normalize("NFC", base + _COMBINING[match["sign"] or match["letter"]])


class Extraction:
    """Turns what was read into statements.

    Args:
        document: a paper that has been read.
        silent: macros that print nothing, with the number of their arguments.
        expand: expands the author's macros in a text.
    """

    def __init__(
        self,
        document: Document,
        silent: Mapping[str, int],
        expand: Callable[[str], str] = str,
    ) -> None:
        self.document = document
        self.silent = silent
        self.expand = expand
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
        proofs = find_proofs(self.document, self.raw)
        return [
            self._statement(index, raw, proofs.get(index)) for index, raw in enumerate(self.raw)
        ]

    def _statement(self, index: int, raw: RawStatement, proof: FoundProof | None) -> Statement:
        name = plain_name(raw.display)
        body = without_marks(self.text[raw.body : raw.body_end], self.silent)
        before = self._before(index, raw)
        return Statement(
            index=index,
            kind=kind_of(name or raw.called),
            name=name,
            environment=raw.called,
            number=raw.number or None,
            title=raw.title,
            label=raw.label,
            labels=tuple(raw.labels),
            body=body,
            expanded=without_marks(self.expand(body)),
            written=without_marks(self.written(raw), self.silent),
            place=self.place(raw),
            offset=raw.body,
            end=raw.body_end,
            section=self._section(raw),
            in_introduction=self._in_introduction(raw),
            before=before,
            after=self._after(index, raw),
            proof=self._proof(proof),
            quoted=reason_quoted(raw.title, body, before),
            repeats=raw.repeats,
        )

    def _proof(self, found: FoundProof | None) -> Proof | None:
        if found is None:
            return None
        return Proof(
            text=without_marks(found.text, self.silent),
            title=found.title,
            place=self.place_of(found.start, found.end),
        )

    def place_of(self, start: int, end: int) -> Place:
        """Return where a part of the flat text stands, as far as it is in one file."""
        pieces = self.document.flat.pieces_of(start, end)
        first = pieces[0]
        last = [piece for piece in pieces if piece.file == first.file][-1]
        file = self.document.files[first.file]
        stop = last.end if last.end >= 0 else last.start + max(0, end - last.offset)
        begin = file.raw_offset(first.start)
        return Place(
            file=file.name,
            start=begin,
            end=max(begin, file.raw_end(min(stop, len(file.text)))),
            line=file.line(begin),
        )

    def place(self, raw: RawStatement) -> Place:
        """Return where a statement stands; its end is the file's where it ends in another."""
        file = self.document.files[raw.span_start.file]
        start = file.raw_offset(raw.span_start.start)
        same = raw.span_end.file == raw.span_start.file
        end = file.raw_end(raw.span_end.end) if same else len(file.raw)
        end = start + len(file.raw[start:end].rstrip())
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
        title = without_marks(section.title)
        return " ".join(part for part in (section.number, title) if part)

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
