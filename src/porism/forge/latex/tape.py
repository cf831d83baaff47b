"""What is left to read: files and macro texts on a stack, read by TeX's rules for arguments."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from porism.forge.latex.budget import Budget
from porism.forge.latex.flat import FlatText
from porism.forge.latex.source import SourceFile, Span

Pattern = re.Pattern[str]
PLAIN: Pattern = re.compile(r"\\([A-Za-z]+|[\s\S])|\{(?:[^\\{}]*+\})?|\}")
"""Control sequences (name in group 1), braces, and groups that hold neither."""
WITH_AT: Pattern = re.compile(r"\\([A-Za-z@]+|[\s\S])|\{(?:[^\\{}]*+\})?|\}")
r"""The same where ``@`` is a letter: packages, classes, after ``\makeatletter``."""
LATEX3: Pattern = re.compile(r"\\([A-Za-z@_:]+|[\s\S])|\{(?:[^\\{}]*+\})?|\}")
r"""The same after ``\ExplSyntaxOn``."""

_BLANKS = re.compile(r"\s*")
_BLANKS_IN_PARAGRAPH = re.compile(r"[ \t]*(?:\n[ \t]*)?")
_EMPTY_LINE = re.compile(r"[ \t]*\n[ \t]*\n\s*")
_BRACE = re.compile(r"\\[\s\S]|\{|\}")


MAX_CALLS = 4_000
"""Macro calls that one control sequence of a file may lead to."""
MAX_TEXT = 400_000
MAX_OPTIONAL = 10_000
"""Length of an argument in brackets."""
MAX_DELIMITED = 100_000
COST_OF_A_STEP = 16
"""Characters that one step of a search counts as."""


@lru_cache(maxsize=512)
def _outside_braces(wanted: str) -> Pattern:
    return re.compile(rf"({re.escape(wanted)})|\\[\s\S]|\{{|\}}")


class Slice(str):
    """Text that stands as it is in a file, from ``position`` on."""

    __slots__ = ("file", "position")
    file: int
    position: int


def slice_of(text: str, file: int, position: int) -> Slice:
    """Return text together with the place where it stands."""
    piece = Slice(text)
    piece.file, piece.position = file, position
    return piece


@dataclass(slots=True)
class Frame:
    """One text that is being read."""

    text: str
    pattern: Pattern
    file: int
    """Number of the file that the text is, or in which the call stands that made it."""
    source: SourceFile | None = None
    """The file, where the text is one."""
    origin: Span | None = None
    """The call in ``file`` that made the text, where it is not a file's."""
    segments: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Arguments inside a macro's text: offset, length, and the file and position they are from."""
    position: int = 0
    copied: int = 0
    """Up to here the text has gone to the flat text, or has been dropped."""
    at_end: Callable[[], None] | None = None
    maker: object = None
    """The macro whose text it is, where it is one's."""
    is_document: bool = False
    r"""Whether ``\end{document}`` ends this file."""

    def close_of(self, brace: int, budget: Budget) -> int:
        """Return the position of the brace that closes the one at ``brace``; -1 where none does."""
        if self.source is not None:
            return self.source.closing.get(brace, -1)
        depth = 0
        for match in _BRACE.finditer(self.text, brace):
            if match[0] == "{":
                depth += 1
            elif match[0] == "}":
                depth -= 1
                if depth == 0:
                    budget.charge(match.end() - brace)
                    return match.start()
        budget.charge(len(self.text) - brace)
        return -1

    def piece(self, start: int, end: int) -> str:
        """Return a part of the text, with its place in a file where it has one."""
        text = self.text[start:end]
        if self.source is not None:
            return slice_of(text, self.file, start)
        for offset, length, file, position in self.segments:
            if offset <= start and end <= offset + length:
                return slice_of(text, file, position + start - offset)
        return text

    def span_of(self, start: int, end: int) -> Span | None:
        """Return the place in a file of a part of the text, where it stands in one."""
        piece = self.piece(start, end)
        if isinstance(piece, Slice):
            return Span(piece.file, piece.position, piece.position + len(piece))
        return None


class Tape:
    """A stack of frames; the top is read first."""

    def __init__(self, flat: FlatText, budget: Budget) -> None:
        self.flat = flat
        self.budget = budget
        self.frames: list[Frame] = []
        self.calls = 0
        self.runaways = 0
        """Texts pushed since the last control sequence that stood in a file."""

    # Pushing and popping

    def push(self, frame: Frame) -> None:
        """Read this first."""
        self.frames.append(frame)

    def push_text(
        self,
        text: str,
        pattern: Pattern,
        origin: Span,
        segments: list[tuple[int, int, int, int]] | None = None,
        maker: object = None,
    ) -> None:
        """Read this text, which the call of a macro at ``origin`` stands for, next."""
        self.calls += 1
        self.budget.charge(len(text), 1)
        if self.calls > MAX_CALLS or len(text) > MAX_TEXT:
            self._stop_runaway()
            return
        self.frames.append(
            Frame(text, pattern, origin.file, None, origin, segments or [], maker=maker)
        )

    def _stop_runaway(self) -> None:
        """Give up the macros that are being expanded, down to the innermost file."""
        self.runaways += 1
        while self.frames and self.frames[-1].source is None:
            self.frames[-1].copied = len(self.frames[-1].text)
            self.pop()
        if not self.frames:
            self.frames.append(Frame("", PLAIN, 0, origin=Span(0, 0, 0)))

    def pop(self) -> None:
        """Leave the top frame; what has not been dropped of it goes to the flat text."""
        frame = self.frames.pop()
        self.flush(frame, len(frame.text))
        if frame.at_end is not None:
            frame.at_end()

    def flush(self, frame: Frame, end: int) -> None:
        """Send the text up to ``end`` to the flat text."""
        if frame.copied < end:
            self.flat.copy(frame, frame.copied, end)
        frame.copied = end

    def drop(self) -> None:
        """Keep what has been read since the last flush out of the flat text."""
        frame = self.frames[-1]
        frame.copied = frame.position

    @property
    def file_frame(self) -> Frame:
        """The innermost file that is being read."""
        return next(frame for frame in reversed(self.frames) if frame.source is not None)

    # Reading by TeX's rules; whatever is read is dropped

    def ready(self) -> Frame:
        """Return the frame that holds the next character; ends of files are not crossed."""
        frame = self.frames[-1]
        while frame.position >= len(frame.text) and frame.source is None and len(self.frames) > 1:
            self.pop()
            frame = self.frames[-1]
            frame.copied = frame.position
        return frame

    def _move(self, frame: Frame, position: int) -> None:
        frame.position = frame.copied = position

    def skip_blanks(self) -> Frame:
        """Skip white space, also between frames."""
        while True:
            frame = self.ready()
            match = _BLANKS.match(frame.text, frame.position)
            end = match.end() if match else frame.position
            self._move(frame, end)
            if end < len(frame.text) or frame.source is not None or len(self.frames) == 1:
                return frame

    def skip_blanks_after(self, name: str) -> None:
        """Drop a control sequence just read, with the blanks that TeX skips behind a word."""
        frame = self.frames[-1]
        end = frame.position
        if name[-1:].isalpha() and (match := _BLANKS_IN_PARAGRAPH.match(frame.text, end)):
            end = match.end() if frame.text[match.end() : match.end() + 1] != "\n" else end
        self._move(frame, end)

    def next_character(self) -> str:
        """Look at the next character that is not a blank of this paragraph, without reading it."""
        for frame in reversed(self.frames):
            match = _BLANKS_IN_PARAGRAPH.match(frame.text, frame.position)
            end = match.end() if match else frame.position
            if end < len(frame.text):
                return frame.text[end]
            if frame.source is not None:
                return ""
        return ""

    def argument(self, *, long: bool = False) -> str:
        r"""Read one argument: a group without its braces, a control sequence or a character.

        Args:
            long: an empty line counts as ``\par``, and so as an argument.
        """
        frame = self.ready()
        if long and (empty := _EMPTY_LINE.match(frame.text, frame.position)):
            self._move(frame, empty.end())
            return "\\par "
        frame = self.skip_blanks()
        start = frame.position
        if start >= len(frame.text):
            return ""
        first = frame.text[start]
        if first == "{":
            close = frame.close_of(start, self.budget)
            while close < 0 and self._join_with_next(frame):
                frame = self.frames[-1]
                start = frame.position
                close = frame.close_of(start, self.budget)
            if close >= 0:
                self._move(frame, close + 1)
                return frame.piece(start + 1, close)
        end = start + 1
        if first == "\\":
            match = frame.pattern.match(frame.text, start)
            end = match.end() if match else end
        self._move(frame, end)
        return frame.text[start:end]

    def _join_with_next(self, frame: Frame) -> bool:
        """Put the frame below behind this one: a group may begin in one and end in the other."""
        if frame.source is not None or len(self.frames) < 2:
            return False
        rest, below = frame.text[frame.position :], self.frames[-2]
        end = len(below.text)
        if below.source is not None:
            end = self._end_of_open_groups(below, _depth(rest))
        text = rest + below.text[below.position : end]
        if end < 0 or len(text) > MAX_TEXT or not self.budget.charge(len(text)):
            return False
        self.frames.pop()
        self._move(below, end)
        if below.source is None:
            self.frames.pop()
        self.push(Frame(text, frame.pattern, frame.file, origin=frame.origin))
        return True

    def _end_of_open_groups(self, frame: Frame, depth: int) -> int:
        """Return where groups that were opened before this frame's position end; -1 if nowhere."""
        limit = frame.position + MAX_OPTIONAL
        for match in _BRACE.finditer(frame.text, frame.position, limit):
            self.budget.charge(COST_OF_A_STEP)
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if depth == 0:
                return match.end()
        return -1

    def group(self) -> str | None:
        """Read a group in braces; ``None`` where the next thing is none."""
        return self.argument() if self.next_character() == "{" else None

    def optional(self, opening: str = "[", closing: str = "]") -> str | None:
        """Read an argument in brackets; ``None`` where there is none."""
        if self.next_character() != opening:
            return None
        frame = self.skip_blanks()
        end = self._find(frame, frame.position + 1, closing, MAX_OPTIONAL)
        if end < 0:
            return None
        text = frame.piece(frame.position + 1, end)
        self._move(frame, end + 1)
        return text

    def _find(self, frame: Frame, start: int, wanted: str, room: int) -> int:
        """Return where a text stands outside braces; -1 where it does not, or not near enough."""
        limit = min(len(frame.text), start + room)
        if frame.text.find(wanted, start, limit) < 0:
            self.budget.charge((limit - start) // 8)
            return -1
        pattern = _outside_braces(wanted)
        position = start
        while (match := pattern.search(frame.text, position, limit)) is not None:
            if not self.budget.charge(match.end() - position + COST_OF_A_STEP):
                return -1
            position = match.end()
            if match[1]:
                return match.start()
            if match[0] == "{":
                position = frame.close_of(match.start(), self.budget) + 1
            if match[0] == "}" or position == 0:
                return -1
        return -1

    def star(self, mark: str = "*") -> bool:
        """Read a star, or another mark; false where there is none."""
        if self.next_character() != mark:
            return False
        frame = self.skip_blanks()
        self._move(frame, frame.position + 1)
        return True

    def until(self, delimiter: str) -> str:
        """Read up to a delimiter outside braces, and the delimiter; nothing where none comes."""
        frame = self.ready()
        start = frame.position
        end = self._find(frame, start, delimiter, MAX_DELIMITED)
        if end < 0:
            return ""
        self._move(frame, end + len(delimiter))
        return _without_braces(frame.piece(start, end))

    def control_sequence(self) -> str | None:
        """Read a control sequence and return its name; ``None`` (and nothing read) for others."""
        frame = self.skip_blanks()
        match = frame.pattern.match(frame.text, frame.position)
        if match is None or match[1] is None:
            return None
        self._move(frame, match.end())
        return match[1]

    def token(self) -> str:
        """Read one token: a control sequence with its backslash, or a character."""
        frame = self.ready()
        match = frame.pattern.match(frame.text, frame.position)
        named = match is not None and match[1] is not None
        end = match.end() if match is not None and named else frame.position + 1
        text = frame.text[frame.position : end]
        self._move(frame, min(end, len(frame.text)))
        if match is not None and match[1] is not None and match[1].isalpha():
            blanks = _BLANKS_IN_PARAGRAPH.match(frame.text, frame.position)
            self._move(frame, blanks.end() if blanks else frame.position)
        return text


def _depth(text: str) -> int:
    """Return how many groups are left open at the end of a text."""
    return sum({"{": 1, "}": -1}.get(match[0], 0) for match in _BRACE.finditer(text))


def _without_braces(text: str) -> str:
    """Strip the braces of a delimited argument that is one group, as TeX does."""
    if len(text) < 2 or text[0] != "{" or text[-1] != "}":
        return text
    depth = 0
    for match in _BRACE.finditer(text):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0 and match.end() < len(text):
            return text
    return str(text[1:-1])
