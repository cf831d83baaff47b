"""Plain text in which nothing hides: every invisible character is shown as what it is."""

from __future__ import annotations

import re

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, but neither tab nor line feed
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns the direction of text
    "\u200b\u2028\u2029\u2060-\u2065\ufeff\ufff9-\ufffb"  # what has no width, or ends a line
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"  # halves of pairs, and what is no character
    "\U000e0000-\U000e0fff]"  # tags, and variants of no use
)
_LINE_ENDS = re.compile("\r\n?")


def plain(text: str) -> str:
    """Return a text that shows all that it contains and can stand anywhere.

    Line feeds and tabs stay; other control characters appear as their pictures (``␀``, ``␛``),
    direction overrides, zero-width characters, lone surrogates and tags as ``⟨U+202E⟩``. The
    text is not escaped: a template does that.
    """
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return _HIDDEN.sub(_shown, _LINE_ENDS.sub("\n", text))


def _shown(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"
