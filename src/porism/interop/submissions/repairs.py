"""Repairs of a text's form: nothing of what it says, and every one is written down."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from porism.interop.submissions.names import MASK, Names
from porism.markup.characters import plain

What = Literal[
    "character", "token", "emoji", "name", "fence", "delimiter", "heading", "rule", "link",
    "formula", "source",
]  # fmt: skip
SHOWN = 160
"""Characters of a text that a log shows."""
_PLAIN: dict[str, str] = {
    **dict.fromkeys(
        "\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f", " "
    ),
    **dict.fromkeys("\u2010\u2011\u00ad", "-"),
    **dict.fromkeys("\u2018\u2019\u201a\u201b", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f", '"'),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u061c\u200e\u200f", ""),
    **dict.fromkeys("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", ""),
}
"""Spaces, hyphens, quotes and what is invisible: habits that tell authors apart."""
_UNUSUAL = re.compile(f"[{''.join(_PLAIN)}\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\ue000-\uf8ff]")
_TOKEN = re.compile(
    r"<[|｜][^<>|｜\n]{1,40}[|｜]>|</?s>|<eo[a-z]>|</?think(?:ing)?>|</?(?:answer|solution|proof)>"
    r"|\[/?INST\]",
    re.IGNORECASE,
)
_EMOJI = re.compile(
    "[\U0001f000-\U0001faff\u2705\u2728\u274c\u274e\u2753-\u2757\u2795-\u2797\u2b50\u2b55\u26a1]+ ?"
)
_FENCE = re.compile(
    r"^[ \t]{0,3}```[ \t]*(?:latex|tex|markdown|md)[ \t]*\n(?P<inside>.*?)\n[ \t]{0,3}```[ \t]*$",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
"""Around what is meant to be typeset, not to be shown as code."""


class Repair(NamedTuple):
    """A change of a text's form."""

    what: What
    before: str
    after: str


@dataclass(slots=True)
class Log:
    """The repairs of one text in their order, and how often each was made."""

    repairs: Counter[Repair] = field(default_factory=Counter)

    def note(self, what: What, before: str, after: str = "", count: int = 1) -> None:
        """Write one down."""
        self.repairs[Repair(what, _short(before), _short(after))] += count


def repaired(text: str, names: Names | None, log: Log) -> str:
    """Return a text without characters, tokens and names that betray who wrote it.

    Args:
        text: a proof as it was written.
        names: what is masked; nothing without it.
        log: where repairs are written down.
    """
    text = _each(_TOKEN, "token", _characters(text.replace("\r\n", "\n"), log), log)
    text = _each(_EMOJI, "emoji", text, log)
    for name in names.found(text) if names else ():
        log.note("name", name, MASK)
    return _unfenced(names.masked(text) if names else text, log)


def _characters(text: str, log: Log) -> str:
    """Replace unusual characters; each kind is logged once."""
    counts = Counter(_UNUSUAL.findall(text))
    for character, count in sorted(counts.items()):
        name = unicodedata.name(character, "unnamed").lower()
        log.note("character", f"U+{ord(character):04X} {name}", _usual(character), count)
    return plain(_UNUSUAL.sub(lambda found: _usual(found[0]), text))


def _usual(character: str) -> str:
    known = _PLAIN.get(character)
    if known is None:
        return "\ufffd" if "\ue000" <= character <= "\uf8ff" else ""
    return known


def _each(pattern: re.Pattern[str], what: What, text: str, log: Log) -> str:
    """Take out what matches."""
    for found in pattern.findall(text):
        log.note(what, found)
    return pattern.sub("", text)


def _unfenced(text: str, log: Log) -> str:
    """Take out of its fence what is LaTeX or Markdown itself."""

    def opened(fence: re.Match[str]) -> str:
        log.note("fence", fence[0], fence["inside"])
        return fence["inside"]

    return _FENCE.sub(opened, text)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
