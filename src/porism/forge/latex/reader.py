"""Reads a paper as TeX would, as far as its structure goes, and leaves all else alone.

The reader walks from control sequence to control sequence. Those that shape the document
(definitions, inputs, conditionals, environments, headings, labels, counters) are carried
out; macros are expanded where their text holds such a thing. Everything else is copied.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from porism.forge.latex.budget import Budget
from porism.forge.latex.flat import Anchor, Document, FlatText
from porism.forge.latex.macros import Macro
from porism.forge.latex.numbers import Counters
from porism.forge.latex.source import Span
from porism.forge.latex.tape import PLAIN, WITH_AT, Frame, Pattern, Tape
from porism.forge.latex.vocabulary import STRONG_ENVIRONMENTS, start

if TYPE_CHECKING:
    from porism.forge.latex.project import Project

_STRUCTURE = re.compile(r"\\(?:begin|input|include|subfile|import)\b")
MAX_NESTING = 30
MAX_GROUPS = 100_000


@dataclass(frozen=True, slots=True, eq=False)
class Builtin:
    """A control sequence that the reader carries out."""

    run: Callable[[Reader, str], None]
    name: str = ""
    """What it is called before anyone gives it another name."""
    strong: bool = True
    """Whether a macro that holds it has to be expanded."""
    expandable: bool = False
    """Whether it is carried out also when a text is expanded for its own sake."""


Meaning = Macro | Builtin


@dataclass(slots=True)
class Group:
    """What has to be put back when a group ends."""

    kind: str
    """``{``, ``begingroup`` or ``environment``."""
    name: str = ""
    saved: dict[str, Meaning | None] = field(default_factory=dict)
    anchor: Anchor | None = None
    environment: int = -1
    """Which of the document's environments it is."""
    closing: Callable[[], None] | None = None
    r"""For environments that the reader has opened itself: what ``\end`` does."""


class Reader:
    """The state of reading one paper.

    Args:
        project: the paper's files.
        builtins: every control sequence that is carried out.
        budget: limits on the work.
    """

    def __init__(self, project: Project, builtins: Mapping[str, Builtin], budget: Budget) -> None:
        self.project = project
        self.budget = budget
        self.document = Document(project.files)
        self.tape = Tape(self.document.flat, self.budget)
        self.meanings: dict[str, Meaning] = dict(builtins)
        self.groups: list[Group | None] = []
        self.counters = Counters(self.expand, self._format_of)
        self.anchor = Anchor("document", "")
        self.conditions = 0
        self.expanding = False
        self.globally = False
        self.in_document = False
        self.in_front = False
        """Whether chapters have no numbers here."""
        self.at_begin_document: list[str] = []
        self.declared: set[str] = set()
        """Theorem-like environments."""
        self.theorem_styles: dict[str, dict[str, str]] = {}
        self.open_statements: list[int] = []
        self.repeating = False
        """Whether this file has been read before."""
        self.read_before: set[int] = set()
        self.included: set[str] | None = None
        self.options: list[list[str]] = []
        """Options of the classes and packages that are being read."""
        self.declared_options: dict[str, str] = {}
        self.frame = Frame("", PLAIN, 0)
        self.start = 0
        self._nesting = 0
        self._mentioned_in: dict[str, list[Macro]] = {}
        start(self)

    # Walking

    def read_all(self) -> None:
        """Read until nothing is left on the tape."""
        frames = self.tape.frames
        while frames:
            self._read_frame(frames[-1])

    def _read_frame(self, frame: Frame) -> None:
        """Read on in one frame until something has been carried out, or to its end."""
        meanings, groups, expanding = self.meanings, self.groups, self.expanding
        for match in frame.pattern.finditer(frame.text, frame.position):
            name = match[1]
            if name is None:
                brace = match[0]
                if expanding or len(brace) > 1:
                    continue
                if brace == "{":
                    groups.append(None)
                elif groups and groups[-1] is None:
                    groups.pop()
                else:
                    self.close_brace()
                continue
            meaning = meanings.get(name)
            if meaning is not None and self._acts(meaning, frame, match.end()):
                self.tape.flush(frame, match.start())
                frame.position = match.end()
                self.frame, self.start = frame, match.start()
                if frame.source is not None:
                    self.tape.calls = 0
                self.carry_out(meaning, name)
                return
        frame.position = len(frame.text)
        self.tape.pop()

    def _acts(self, meaning: Meaning, frame: Frame, end: int) -> bool:
        if isinstance(meaning, Builtin):
            return not self.expanding or meaning.expandable
        if self.budget.spent or len(self.tape.frames) > self.budget.depth:
            return False
        if self.expanding:
            return not self._calls_itself(meaning)
        return meaning.live or (meaning.loses and self._hides(meaning, frame, end))

    def _calls_itself(self, macro: Macro) -> bool:
        """Whether expanding a macro again would not end."""
        active = sum(frame.maker is macro for frame in self.tape.frames)
        return active > (0 if macro.name in macro.mentions else MAX_NESTING)

    @staticmethod
    def _hides(macro: Macro, frame: Frame, position: int) -> bool:
        """Whether arguments that the macro may lose hold a part of the document's structure."""
        if frame.source is None or not macro.parameters:
            return False
        start = position
        for _ in macro.parameters:
            brace = frame.text.find("{", position, position + 200)
            close = frame.source.closing.get(brace, -1)
            if close < 0:
                break
            position = close
        return _STRUCTURE.search(frame.text, start, position) is not None

    def carry_out(self, meaning: Meaning, name: str) -> None:
        """Do what a control sequence means."""
        if isinstance(meaning, Builtin):
            meaning.run(self, meaning.name or name)
            return
        self.tape.skip_blanks_after(name)
        arguments = meaning.take_arguments(self.tape)
        text, segments = meaning.fill(arguments)
        self.tape.push_text(text, meaning.pattern, self.origin(), segments, meaning)

    def origin(self) -> Span:
        """Return where the control sequence that is being carried out stands in a file."""
        frame = self.frame
        if frame.origin is None:
            return Span(frame.file, self.start, frame.position)
        return frame.span_of(self.start, frame.position) or frame.origin

    def push(self, text: str, pattern: Pattern | None = None) -> None:
        """Read a text next, in place of what is being carried out."""
        segments = []
        if (place := getattr(text, "position", None)) is not None:
            segments = [(0, len(text), text.file, place)]  # type: ignore[attr-defined]
        self.tape.push_text(text, pattern or self.frame.pattern, self.origin(), segments)

    def expand(self, text: str) -> str:
        """Return a text with all macros expanded; bounded, and without effects."""
        if "\\" not in text or self._nesting >= MAX_NESTING or self.budget.spent:
            return text
        state = self.tape, self.expanding, self.conditions, self.frame, self.start
        pattern = self.frame.pattern
        self.tape = Tape(FlatText(), self.budget)
        self.tape.push(Frame(text, pattern, 0, origin=Span(0, 0, 0)))
        self.expanding, self._nesting = True, self._nesting + 1
        self.budget.charge(len(text))
        try:
            self.read_all()
            return self.tape.flat.text
        finally:
            self.tape, self.expanding, self.conditions, self.frame, self.start = state
            self._nesting -= 1

    def fault(self, text: str) -> None:
        """Record what could not be read as it was meant."""
        if len(self.document.faults) < 200 and text not in self.document.faults:
            self.document.faults.append(text)

    # Groups and definitions

    def open_group(self, group: Group) -> None:
        """Begin a group; what is defined in it ends with it."""
        if len(self.groups) < MAX_GROUPS:
            group.anchor = self.anchor
            self.groups.append(group)

    def close_brace(self) -> None:
        """End the innermost group if it is one of braces in which something was defined."""
        if self.groups and (top := self.groups[-1]) is not None and top.kind == "{":
            self.restore(self.groups.pop())

    def restore(self, group: Group | None) -> None:
        """Put back what a group had changed."""
        if group is None:
            return
        for name, meaning in group.saved.items():
            if meaning is None:
                self.meanings.pop(name, None)
            else:
                self.meanings[name] = meaning
        if group.kind != "{" and group.anchor is not None:
            self.anchor = group.anchor

    def define(self, name: str, meaning: Meaning | None, *, globally: bool = False) -> None:
        """Give a control sequence a meaning, or take it away, until the group ends."""
        if not globally and not self._take_global() and self.groups:
            top = self.groups[-1]
            if top is None:
                top = self.groups[-1] = Group("{")
            top.saved.setdefault(name, self.meanings.get(name))
        if meaning is None:
            self.meanings.pop(name, None)
            return
        self.meanings[name] = meaning
        if isinstance(meaning, Macro):
            self._learn(meaning)
        if self.is_strong(name):
            self._enliven(name)

    def _take_global(self) -> bool:
        globally, self.globally = self.globally, False
        return globally

    def is_strong(self, mention: str) -> bool:
        """Whether a macro that mentions this has to be expanded."""
        if mention.startswith(("begin ", "end ")):
            name = mention.split(" ", 1)[1]
            return name == "#" or name in STRONG_ENVIRONMENTS or self._is_strong_name(name)
        return self._is_strong_name(mention)

    def _is_strong_name(self, name: str) -> bool:
        meaning = self.meanings.get(name)
        if isinstance(meaning, Builtin):
            return meaning.strong
        return meaning is not None and meaning.live

    def _learn(self, macro: Macro) -> None:
        for mention in macro.mentions:
            self._mentioned_in.setdefault(mention, []).append(macro)
        macro.live = any(self.is_strong(mention) for mention in macro.mentions)

    def _enliven(self, name: str) -> None:
        """Mark macros that mention this, and those that mention them, as to be expanded."""
        waiting = [name]
        while waiting:
            known = waiting.pop()
            for mention in (known, f"begin {known}", f"end {known}"):
                for macro in self._mentioned_in.pop(mention, ()):
                    if not macro.live:
                        macro.live = True
                        waiting.append(macro.name)

    # Counters

    def make_counter(self, name: str, within: str | None) -> None:
        """Make a counter that is written in Arabic numerals."""
        self.counters.new(name, within)
        if f"the{name}" not in self.meanings:
            self.set_format(name, f"\\arabic{{{name}}}")

    def share_counter(self, name: str, other: str) -> None:
        """Let a name stand for another counter, and be written like it."""
        self.counters.alias(name, other)
        self.set_format(name, f"\\the{other}")

    def _format_of(self, counter: str) -> str | None:
        meaning = self.meanings.get(f"the{counter}")
        plain = isinstance(meaning, Macro) and not meaning.parameters
        return meaning.body if isinstance(meaning, Macro) and plain else None

    def set_format(self, counter: str, text: str) -> None:
        r"""Say how ``\the<counter>`` is written."""
        name = f"the{counter}"
        self.define(name, Macro(name, (), text, WITH_AT), globally=True)
