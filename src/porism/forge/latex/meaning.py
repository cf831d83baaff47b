"""Helpers that the built-in control sequences share."""

from __future__ import annotations

from porism.forge.latex.macros import MANDATORY, Macro, Parameter
from porism.forge.latex.reader import Builtin, Meaning, Reader
from porism.forge.latex.tape import WITH_AT

Table = dict[str, Builtin]


def names_of(text: str) -> list[str]:
    """Split a list at commas."""
    return [name for part in text.split(",") if (name := part.strip())][:500]


def number_of(reader: Reader, text: str) -> int | None:
    """Read a whole number; ``None`` where it cannot be known."""
    written = reader.expand(text).strip().strip("{}").rstrip("\\relax").strip()
    sign = 1
    while written[:1] in "+-" and written:
        sign = -sign if written[0] == "-" else sign
        written = written[1:].lstrip()
    return sign * int(written) if written.isdecimal() and len(written) < 10 else None


def same_meaning(one: Meaning | None, other: Meaning | None) -> bool:
    r"""Compare two meanings as ``\ifx`` does."""
    if isinstance(one, Macro):
        return one.means_the_same(other)
    if isinstance(one, Builtin) and isinstance(other, Builtin):
        return one.run is other.run and one.name == other.name
    return one is other


def simple_macro(name: str, body: str, parameters: int = 0) -> Macro:
    """Return a macro with mandatory parameters."""
    taken: tuple[Parameter, ...] = (MANDATORY,) * parameters
    return Macro(name, taken, body, WITH_AT)


def key_values(text: str) -> dict[str, str]:
    """Read ``key=value, key, ...``; braces around a value are stripped, keys alone give ``""``."""
    found: dict[str, str] = {}
    for part in _split_outside_braces(text, ","):
        key, _, value = part.partition("=")
        value = value.strip()
        if value.startswith("{") and value.endswith("}"):
            value = value[1:-1].strip()
        if key.strip():
            found[key.strip()] = value
    return found


def _split_outside_braces(text: str, separator: str) -> list[str]:
    parts: list[str] = []
    depth = start = 0
    for index, character in enumerate(text):
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
        elif character == separator and depth <= 0:
            parts.append(text[start:index])
            start = index + 1
    parts.append(text[start:])
    return parts
