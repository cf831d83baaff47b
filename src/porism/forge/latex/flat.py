"""A paper as one text: inputs in place, comments and dead branches gone, every piece traceable."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from porism.forge.latex.source import SourceFile, Span

if TYPE_CHECKING:
    from porism.forge.latex.tape import Frame


class Piece(NamedTuple):
    """A run of the flat text: copied from a file, or made by a call in it."""

    offset: int
    file: int
    start: int
    end: int
    """For made text: where the call ends. For copied text: -1."""


class FlatText:
    """The text that is being put together, or has been."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.length = 0
        self.pieces: list[Piece] = []

    def clear(self) -> None:
        """Forget what has been put together so far."""
        self._parts.clear()
        self.pieces.clear()
        self.length = 0

    @property
    def text(self) -> str:
        """All of it."""
        if len(self._parts) > 1:
            self._parts = ["".join(self._parts)]
        return self._parts[0] if self._parts else ""

    def copy(self, frame: Frame, start: int, end: int) -> None:
        """Append a part of a frame."""
        if frame.origin is None:
            self._trace(Piece(self.length, frame.file, start, -1))
        else:
            self._copy_made(frame, start, end)
        self._append(frame.text[start:end])

    def _copy_made(self, frame: Frame, start: int, end: int) -> None:
        """Trace text of a macro call: its arguments to where they stand, the rest to the call."""
        origin = frame.origin
        assert origin is not None  # noqa: S101 - the caller has looked
        position = start
        for offset, length, file, place in frame.segments:
            if offset + length <= position or offset >= end:
                continue
            if position < offset:
                self._trace(self._made(position - start, origin))
                position = offset
            self._trace(Piece(self.length + position - start, file, place + position - offset, -1))
            position = min(end, offset + length)
        if position < end:
            self._trace(self._made(position - start, origin))

    def _made(self, ahead: int, origin: Span) -> Piece:
        return Piece(self.length + ahead, origin.file, origin.start, origin.end)

    def write(self, text: str, origin: Span) -> None:
        """Append text that a call stands for."""
        self._trace(Piece(self.length, origin.file, origin.start, origin.end))
        self._append(text)

    def _append(self, text: str) -> None:
        self._parts.append(text)
        self.length += len(text)

    def _trace(self, piece: Piece) -> None:
        if self.pieces:
            last = self.pieces[-1]
            if (
                piece.end < 0
                and last.end < 0
                and last.file == piece.file
                and last.start + piece.offset - last.offset == piece.start
            ):
                return
        self.pieces.append(piece)

    def pieces_of(self, start: int, end: int) -> list[Piece]:
        """Return the pieces that make up a part, the first one cut to begin there."""
        first = max(0, bisect_right(self.pieces, start, key=lambda p: p.offset) - 1)
        last = bisect_right(self.pieces, end - 1, key=lambda p: p.offset)
        found = self.pieces[first:last]
        if found and found[0].end < 0 and found[0].offset < start:
            head = found[0]
            found[0] = head._replace(offset=start, start=head.start + start - head.offset)
        return found


AnchorKind = Literal["document", "section", "statement", "equation", "item", "float"]


@dataclass(frozen=True, slots=True)
class Anchor:
    """What a label would name if it stood here."""

    kind: AnchorKind
    number: str | None
    """``None`` where it is still to be written: the value of ``counter`` here."""
    index: int = -1
    """Which section, statement or environment, where it is one."""
    counter: str = ""


@dataclass(slots=True)
class Label:
    """A label and what it names."""

    name: str
    offset: int
    anchor: Anchor


@dataclass(slots=True)
class Section:
    """A heading."""

    offset: int
    level: int
    """0 part, 1 chapter, 2 section, 3 subsection ..."""
    title: str
    number: str


@dataclass(slots=True)
class Environment:
    """An environment that is not a statement."""

    name: str
    start: int
    body: int
    end: int = -1
    r"""Behind ``\end{...}``; -1 while it is open."""
    body_end: int = -1
    title: str = ""
    r"""The argument in brackets right behind ``\begin{...}``, for proofs."""


@dataclass(slots=True)
class RawStatement:
    """A theorem-like environment as it was read."""

    environment: str
    """The name of the environment that was declared."""
    called: str
    """The name that the author wrote."""
    display: str
    number: str | None
    title: str | None
    start: int
    body: int
    end: int = -1
    body_end: int = -1
    span_start: Span = Span(0, 0, 0)
    span_end: Span = Span(0, 0, 0)
    labels: list[str] = field(default_factory=list)
    repeats: bool = False
    """A restated copy, or in a file that had been input before."""
    section: int = -1

    @property
    def label(self) -> str | None:
        """The first of its labels."""
        return self.labels[0] if self.labels else None


@dataclass(slots=True)
class Document:
    """All that reading a paper gives."""

    files: list[SourceFile]
    flat: FlatText = field(default_factory=FlatText)
    statements: list[RawStatement] = field(default_factory=list)
    environments: list[Environment] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    labels: dict[str, Label] = field(default_factory=dict)
    title: str = ""
    faults: list[str] = field(default_factory=list)
    """What could not be read as it was meant: missing files, spent budgets ..."""

    @property
    def text(self) -> str:
        """The flat text."""
        return self.flat.text
