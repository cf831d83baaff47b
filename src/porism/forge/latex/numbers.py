"""Counters, and how their values are written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_SYMBOLS = ("*", "†", "‡", "§", "¶", "‖", "**", "††", "‡‡")
_FORMAT = re.compile(
    r"\\(arabic|roman|Roman|alph|Alph)\s?\{([^{}\\]{1,80})\}|\\the([A-Za-z]+)(?![A-Za-z@])\s?"
)
MAX_COUNTERS = 20_000


def roman(value: int) -> str:
    """Write a number between 1 and 3999 in small Roman numerals; others as they are."""
    if not 0 < value < 4000:
        return str(value)
    text = ""
    for size, numeral in _ROMAN:
        count, value = divmod(value, size)
        text += numeral * count
    return text


def letter(value: int) -> str:
    """Write 1 to 26 as a small letter; others as they are."""
    return chr(96 + value) if 0 < value < 27 else str(value)


def symbol(value: int) -> str:
    """Write 1 to 9 as a footnote sign; others as they are."""
    return _SYMBOLS[value - 1] if 0 < value <= len(_SYMBOLS) else str(value)


STYLES: dict[str, Callable[[int], str]] = {
    "arabic": str,
    "roman": roman,
    "Roman": lambda value: roman(value).upper(),
    "alph": letter,
    "Alph": lambda value: letter(value).upper(),
    "fnsymbol": symbol,
    "value": str,
}


@dataclass(slots=True)
class _Counter:
    value: int = 0
    inside: list[str] = field(default_factory=list)
    """Counters that go back to zero when this one moves."""


class Counters:
    r"""All counters of a paper.

    Args:
        expand: expands macros in a text; used to write ``\thetheorem`` and its like.
        format_of: the text of such a macro, ``None`` where it is not a plain one.
    """

    def __init__(
        self, expand: Callable[[str], str], format_of: Callable[[str], str | None]
    ) -> None:
        self._expand = expand
        self._format_of = format_of
        self._counters: dict[str, _Counter] = {}
        self._aliases: dict[str, str] = {}

    def __contains__(self, name: str) -> bool:
        return self.base(name) in self._counters

    def base(self, name: str) -> str:
        """Return the counter that a name stands for: itself, unless it is an alias."""
        for _ in range(8):
            if name not in self._aliases:
                break
            name = self._aliases[name]
        return name

    def new(self, name: str, within: str | None = None) -> None:
        """Make a counter, at zero; one that exists keeps its value."""
        self._aliases.pop(name, None)
        if len(self._counters) < MAX_COUNTERS:
            self._counters.setdefault(name, _Counter())
        if within:
            self.put_within(name, within)

    def alias(self, name: str, target: str) -> None:
        """Make a name stand for another counter."""
        if self.base(target) != name:
            self._aliases[name] = target

    def put_within(self, name: str, within: str) -> None:
        """Let a counter go back to zero whenever another moves."""
        outer = self._counters.setdefault(self.base(within), _Counter())
        inner = self.base(name)
        if inner not in outer.inside and len(outer.inside) < 1000:
            outer.inside.append(inner)

    def free(self, name: str, within: str) -> None:
        """Undo :meth:`put_within`."""
        outer = self._counters.get(self.base(within))
        if outer is not None and self.base(name) in outer.inside:
            outer.inside.remove(self.base(name))

    def value(self, name: str) -> int:
        """Return a counter's value; 0 for one that does not exist."""
        counter = self._counters.get(self.base(name))
        return counter.value if counter else 0

    def set(self, name: str, value: int) -> None:
        """Set a counter."""
        self._counters.setdefault(self.base(name), _Counter()).value = value

    def step(self, name: str) -> None:
        """Add one, and set those within it to zero."""
        counter = self._counters.setdefault(self.base(name), _Counter())
        counter.value += 1
        waiting, seen = list(counter.inside), {self.base(name)}
        while waiting:
            inner = waiting.pop()
            if inner not in seen:
                seen.add(inner)
                reset = self._counters.setdefault(inner, _Counter())
                reset.value = 0
                waiting.extend(reset.inside)

    def written(self, name: str) -> str:
        r"""Return what ``\the<name>`` prints."""
        text = self._format_of(name)
        for _ in range(8):
            if text is None or "\\" not in text:
                break
            text = _FORMAT.sub(self._one, text)
        if text is None or "\\" in text:
            text = self._expand(self._format_of(name) or f"\\the{name}")
        return " ".join(text.split()).strip("{}")

    def _one(self, match: re.Match[str]) -> str:
        """Carry out one step of a format; what is not plain stays."""
        if match[1]:
            return STYLES[match[1]](self.value(match[2])) if match[2] in self else match[0]
        return self._format_of(match[3]) or match[0]
