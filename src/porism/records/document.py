"""YAML definition files: plain values only, and the line of every key."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import ValidationError

from porism.core import Noun
from porism.errors import DefinitionError
from porism.records.explain import KeyPath, Place, located
from porism.records.text import read_text

N = TypeVar("N", bound=Noun)
Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]

DEEPEST = 32
"""Levels of nesting; no definition comes near."""
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLAIN_TAGS = {
    f"tag:yaml.org,2002:{kind}"
    for kind in ("null", "bool", "int", "float", "str", "timestamp", "value", "merge")
}
_WORDS: Mapping[str, bool | None] = {"": None, "~": None} | {
    form: value
    for word, value in (("null", None), ("true", True), ("false", False))
    for form in (word, word.title(), word.upper())
}
_INT = re.compile(r"[-+]?(0|[1-9][0-9]{0,30})")
_FLOAT = re.compile(
    rf"({_INT.pattern}(\.[0-9]{{0,30}})?|[-+]?\.[0-9]{{1,30}})([eE][-+]?[0-9]{{1,3}})?"
)


def read_yaml(path: Path, noun: type[N]) -> N:
    """Read one definition.

    A plain word means what the core schema of YAML 1.2 says: numbers, ``true``, ``false``
    and ``null`` are values, everything else, ``no`` and ``12:30`` too, is text. Dates are
    text that the noun reads. Anchors, aliases, tags and repeated keys are refused.

    Args:
        path: the file, of at most 1 MiB.
        noun: what it should define.

    Raises:
        DefinitionError: the file is not such a noun.
    """
    return parse_yaml(read_text(path), noun, path)[0]


def parse_yaml(text: str, noun: type[N], path: Path) -> tuple[N, Place]:
    """Read one definition from the text of a file; return with it where its keys stand.

    Raises:
        DefinitionError: the text is not such a noun.
    """
    document = _Document(path)
    value = document.value(text)
    place = Place(path, lines=document.lines)
    try:
        return noun.model_validate_json(json.dumps(value)), place
    except ValidationError as error:
        raise located(error, noun, value, place) from error


class _Document:
    """One file on its way from nodes to values."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: dict[KeyPath, int] = {}
        self._seen: set[int] = set()

    def value(self, text: str) -> Value:
        try:
            root = yaml.compose(text, Loader=_Loader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            where = None if mark is None else mark.line + 1
            said = ", ".join(filter(None, (error.context, error.problem)))
            raise DefinitionError(f"not YAML: {said}", file=self.path, line=where) from error
        except (yaml.YAMLError, RecursionError) as error:
            said = str(error).splitlines()[0] if str(error) else "nested too deeply"
            raise DefinitionError(f"not YAML: {said}", file=self.path) from error
        if root is None:
            raise DefinitionError("the file is empty", file=self.path)
        return self._built(root, ())

    def _built(self, node: yaml.Node, path: KeyPath) -> Value:
        self.lines.setdefault(path, node.start_mark.line + 1)
        if id(node) in self._seen:
            raise self._refused(node, "aliases (*name) are not read here; write it out")
        self._seen.add(id(node))
        if len(path) > DEEPEST:
            raise self._refused(node, "nested too deeply")
        if isinstance(node, yaml.MappingNode) and node.tag == "tag:yaml.org,2002:map":
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode) and node.tag == "tag:yaml.org,2002:seq":
            return [self._built(item, (*path, n)) for n, item in enumerate(node.value)]
        if isinstance(node, yaml.ScalarNode) and node.tag in _PLAIN_TAGS:
            return self._scalar(node)
        raise self._refused(node, f"tags are not read here: {node.tag}")

    def _mapping(self, node: yaml.MappingNode, path: KeyPath) -> dict[str, Value]:
        values: dict[str, Value] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise self._refused(key_node, "a key must be one word")
            key = key_node.value
            if key in values:
                first = self.lines[*path, key]
                raise self._refused(key_node, f"'{key}' stands here twice; first on line {first}")
            self.lines[*path, key] = key_node.start_mark.line + 1
            values[key] = self._built(value_node, (*path, key))
        return values

    def _scalar(self, node: yaml.ScalarNode) -> Value:
        text: str = node.value
        if node.style:  # quoted or a block: text, whatever it looks like
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INT.fullmatch(text):
            return int(text)
        if _FLOAT.fullmatch(text) and math.isfinite(number := float(text)):
            return number
        return text

    def _refused(self, node: yaml.Node, why: str) -> DefinitionError:
        return DefinitionError(why, file=self.path, line=node.start_mark.line + 1)
