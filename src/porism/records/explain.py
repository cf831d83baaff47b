"""What a validator says, in plain words with line and key."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from porism.core import Noun
from porism.errors import DefinitionError

KeyPath = tuple[str | int, ...]
Lines = Mapping[KeyPath, int]
"""The line on which each key stands."""

_EXPECTED = {
    "string": "text",
    "int": "a whole number",
    "float": "a number",
    "decimal": "a number",
    "bool": "true or false",
    "date": "a date such as 2026-02-06",
    "tuple": "a list",
    "dict": "keys and values",
    "model": "keys and values",
    "union": "one of the documented forms",
}
_QUOTED = re.compile("'([^']*)'")
_PATTERNS = {
    r"^[a-z0-9][a-z0-9._-]*$": "small letters, digits, '.', '_' and '-', a letter or digit first",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands."""

    file: Path
    line: int | None = None
    """The line of the whole value, where it has one."""
    lines: Lines = field(default_factory=dict)
    """The line of each key path, where the reader knows them."""
    within: str = ""
    """What the keys are keys of, where no line says it: ``row 3``."""

    def fault(self, problem: str, path: KeyPath = ()) -> DefinitionError:
        """Return the error that says what is wrong at a key of the value."""
        known = (self.lines[path[:n]] for n in range(len(path), -1, -1) if path[:n] in self.lines)
        return DefinitionError(
            problem,
            file=self.file,
            line=next(known, self.line),
            key=", ".join(filter(None, (self.within, _dotted(path)))) or None,
        )


def located(
    error: ValidationError, noun: type[Noun], value: object, place: Place
) -> DefinitionError:
    """Translate a validator's complaint about ``value``, read from ``place`` to be a ``noun``."""
    faults = sorted(error.errors(include_url=False), key=_telling)
    paths = [_path_in(value, fault) for fault in faults]
    others = len(set(paths)) - 1
    more = f" (and {others} more)" if others else ""
    return place.fault(_explained(faults[0], noun) + more, paths[0])


def _telling(fault: ErrorDetails) -> int:
    """Return a sorting key: what tells a person most comes first.

    A key that seems missing is often one that is misspelt, and of two forms that a value
    may have, only one can stand in a file.
    """
    ranks = {"extra_forbidden": 0, "is_instance_of": 2, "needs_python_object": 2}
    return ranks.get(fault["type"], 1)


def _path_in(value: object, fault: ErrorDetails) -> KeyPath:
    """Drop from the validator's path the names of union members, which no file contains."""
    path: list[str | int] = []
    for step in fault["loc"]:
        children = _children(value)
        if step in children:
            value = children[step]
            path.append(step)
    if fault["type"] == "missing":
        path.append(fault["loc"][-1])
    return tuple(path)


def _children(value: object) -> Mapping[str | int, object]:
    if isinstance(value, list | tuple):
        return dict(enumerate(value))
    return value if isinstance(value, Mapping) else {}


def _dotted(path: KeyPath) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


def _explained(fault: ErrorDetails, noun: type[Noun]) -> str:
    kind, given = fault["type"], fault["input"]
    context = fault.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return f"no such key; {_hint(str(fault['loc'][-1]), _keys_at(noun, fault['loc'][:-1]))}"
    if kind in {"literal_error", "union_tag_invalid"}:
        expected = str(context.get("expected") or context.get("expected_tags"))
        given = context.get("tag", given)
        return f"is {_shown(given)}; {_hint(str(given), re.findall(_QUOTED, expected))}"
    if kind == "union_tag_not_found":
        return f"needs the key {context['discriminator']}"
    if kind == "string_pattern_mismatch" and context["pattern"] in _PATTERNS:
        return f"expected {_PATTERNS[context['pattern']]}, not {_shown(given)}"
    return _of_kind(fault)


def _of_kind(fault: ErrorDetails) -> str:
    given = fault["input"]
    expected = _EXPECTED.get(fault["type"].split("_")[0])
    by_kind = fault["type"].endswith(("_type", "_parsing", "_from_float", "_attributes_type"))
    if expected is None or not by_kind:
        message = fault["msg"].removeprefix("Value error, ")
        if fault["type"] == "value_error" and _children(given):  # it says itself what is wrong
            return message
        return re.sub(r"^(Input|String|Value) should", "should", message) + f", not {_shown(given)}"
    quotes = "; put it in quotes" if expected == "text" and isinstance(given, int | float) else ""
    return f"expected {expected}, not {_shown(given)}{quotes}"


def _hint(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    meant = f"did you mean '{near[0]}'? " if near else ""
    return f"{meant}known: {', '.join(sorted(known))}"


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        return "keys and values"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _keys_at(noun: type[BaseModel], path: KeyPath) -> list[str]:
    """Return the keys that ``noun`` knows at a path of its own or of a noun within it."""
    candidates = [noun]
    for step in path:
        tagged = [c for c in candidates if _is_tagged(c, step)]
        fields = [c.model_fields[step] for c in candidates if step in c.model_fields]
        if tagged:
            candidates = tagged
        elif fields:
            candidates = [inner for field in fields for inner in _nouns_in(field.annotation)]
    return [key for candidate in candidates for key in candidate.model_fields]


def _is_tagged(noun: type[BaseModel], step: str | int) -> bool:
    """Tell whether a step of the validator's path names this member of a tagged union."""
    tag = getattr(noun, "tag", None)
    return tag is not None and step in get_args(noun.model_fields[tag].annotation)


def _nouns_in(annotation: Any) -> Iterator[type[BaseModel]]:  # noqa: ANN401 - any type form
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _nouns_in(argument)
