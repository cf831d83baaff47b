"""Macros: what they take, what they stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from porism.forge.latex.tape import PLAIN, Pattern, Slice, Tape

NO_VALUE = "-NoValue-"
TRUE, FALSE = r"\BooleanTrue", r"\BooleanFalse"

ParameterKind = Literal["mandatory", "optional", "star", "until", "literal", "group"]

_SLOT = re.compile(r"\\[\\#]|(#+)(\d?)")
_MENTION = re.compile(r"\\(begin|end)\s{0,3}\{([^{}\\]{0,60})\}|\\([A-Za-z@_:]+|.)")
_CHOOSING = ("if", "If", "@if", "kernel@if", "@gobble", "@firstof", "@secondof")
_PARAMETER = re.compile(r"#(\d|$)")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing that a macro takes."""

    kind: ParameterKind
    default: str = NO_VALUE
    opening: str = "["
    closing: str = "]"
    """For ``until``: the delimiter. For ``literal``: what has to stand there."""


MANDATORY = Parameter("mandatory")


@dataclass(slots=True, eq=False)
class Macro:
    """A user's macro: a text with slots."""

    name: str
    parameters: tuple[Parameter, ...]
    body: str
    pattern: Pattern = PLAIN
    live: bool = False
    """Whether its text holds something that has to be carried out."""
    mentions: frozenset[str] = field(init=False)
    """Control sequences in its text; environments as ``begin NAME`` and ``end NAME``."""
    loses: bool = field(init=False)
    """Whether an argument can get lost or doubled, so that the call cannot stand for itself."""
    _parts: list[str | int] = field(init=False)

    def __post_init__(self) -> None:
        self.mentions = mentions_in(self.body)
        self._parts = _split(self.body)
        slots = [part for part in self._parts if isinstance(part, int)]
        slotted = sorted(slots) == list(range(1, len(self.parameters) + 1))
        self.loses = not slotted or any(name.startswith(_CHOOSING) for name in self.mentions)

    def means_the_same(self, other: object) -> bool:
        r"""Compare as ``\ifx`` does."""
        return (
            isinstance(other, Macro)
            and self.body == other.body
            and self.parameters == other.parameters
        )

    def take_arguments(self, tape: Tape) -> list[str]:
        """Read the arguments of a call."""
        return [text for p in self.parameters if (text := take(p, tape)) is not None]

    def fill(self, arguments: Sequence[str]) -> tuple[str, list[tuple[int, int, int, int]]]:
        """Put arguments into the slots; also say where in the text those from files stand."""
        if len(self._parts) == 1 and isinstance(self._parts[0], str):
            return self._parts[0], []
        texts: list[str] = []
        segments: list[tuple[int, int, int, int]] = []
        length = 0
        for part in self._parts:
            text = part if isinstance(part, str) else _nth(arguments, part)
            if isinstance(text, Slice) and text:
                segments.append((length, len(text), text.file, text.position))
            texts.append(text)
            length += len(text)
        return "".join(texts), segments


def _nth(arguments: Sequence[str], number: int) -> str:
    return arguments[number - 1] if 0 < number <= len(arguments) else ""


def _split(body: str) -> list[str | int]:
    """Cut a text at its slots; doubled signs, of definitions inside, become single."""
    parts: list[str | int] = []
    position = 0
    for match in _SLOT.finditer(body):
        if match[1] is None:
            continue
        signs = len(match[1])
        parts.append(body[position : match.start()] + "#" * (signs // 2))
        position = match.end()
        if signs % 2 and match[2]:
            parts.append(int(match[2]))
        else:
            position = match.start(2)
    parts.append(body[position:])
    return [part for part in parts if part != ""] or [""]


def mentions_in(body: str) -> frozenset[str]:
    """Return the control sequences and environments that a text names."""
    found = set()
    for match in _MENTION.finditer(body):
        if match[3] is not None:
            found.add(match[3])
        else:
            name = "#" if "#" in match[2] else match[2].strip()
            found.add(f"{match[1]} {name}")
    return frozenset(found)


def take(parameter: Parameter, tape: Tape) -> str | None:
    """Read one argument; ``None`` for a literal, which gives none."""
    match parameter.kind:
        case "mandatory":
            return tape.argument(long=True)
        case "optional":
            given = tape.optional(parameter.opening, parameter.closing)
            return parameter.default if given is None else given
        case "star":
            return TRUE if tape.star(parameter.closing) else FALSE
        case "group":
            given = tape.group()
            return parameter.default if given is None else given
        case "until":
            return tape.until(parameter.closing)
        case "literal":
            tape.until(parameter.closing)
            return None


def classic_parameters(count: str | None, default: str | None) -> tuple[Parameter, ...]:
    r"""Return the parameters of ``\newcommand{...}[count][default]``."""
    digits = (count or "").strip()
    number = min(int(digits), 9) if digits.isdecimal() else 0
    if default is None or not number:
        return (MANDATORY,) * number
    return (Parameter("optional", default), *(MANDATORY,) * (number - 1))


def primitive_parameters(text: str) -> tuple[Parameter, ...]:
    r"""Return the parameters of a ``\def`` from the text between its name and its body."""
    parts = _PARAMETER.split(text)
    parameters = [Parameter("literal", closing=parts[0])] if parts[0].strip() else []
    for delimiter in parts[2::2]:
        if delimiter.strip():
            parameters.append(Parameter("until", closing=delimiter.strip()))
        else:
            parameters.append(MANDATORY)
    return tuple(parameters[:10])


_XPARSE = re.compile(r"\s*(?:>\s*\{[^{}]*\}|[+!])?\s*([a-zA-Z])")


def document_parameters(specification: str) -> tuple[Parameter, ...]:
    r"""Return the parameters of ``\NewDocumentCommand`` from its argument specification."""
    parameters: list[Parameter] = []
    rest = specification
    while (match := _XPARSE.match(rest)) and len(parameters) < 9:
        rest = rest[match.end() :]
        letter = match[1]
        opening, closing, default = "[", "]", NO_VALUE
        if letter in "rRdD":
            tokens = rest.lstrip()[:2]
            if len(tokens) < 2:
                break
            opening, closing, rest = tokens[0], tokens[1], rest.lstrip()[2:]
        elif letter == "t":
            closing, rest = rest.lstrip()[:1] or "*", rest.lstrip()[1:]
        if letter in "ODRG":
            default, rest = _default(rest)
        parameters.append(_document_parameter(letter, opening, closing, default))
    return tuple(parameters)


def _document_parameter(letter: str, opening: str, closing: str, default: str) -> Parameter:
    if letter == "s":
        return Parameter("star", closing="*")
    if letter == "t":
        return Parameter("star", closing=closing)
    if letter in "oOdDrR":
        return Parameter("optional", default, opening, closing)
    if letter in "gG":
        return Parameter("group", default)
    return MANDATORY


def _default(text: str) -> tuple[str, str]:
    """Split a default in braces from what follows."""
    stripped = text.lstrip()
    if not stripped.startswith("{"):
        return stripped[:1], stripped[1:]
    depth = 0
    for index, character in enumerate(stripped):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth == 0:
            return stripped[1:index], stripped[index + 1 :]
    return stripped[1:], ""
