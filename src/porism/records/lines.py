"""JSON Lines and JSON arrays of nouns."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from porism.core import Noun
from porism.errors import DefinitionError
from porism.records.explain import Place, located
from porism.records.text import MIB, read_text, text_lines

N = TypeVar("N", bound=Noun)
LARGEST_ARRAY = 256 * MIB
_JSON_FAULT = re.compile(r"^Invalid JSON: (.*?)(?: at line (\d+) column (\d+))?$", re.DOTALL)


def read_jsonl(path: Path, noun: type[N]) -> Iterator[tuple[int, N]]:
    """Yield the noun on each line that is not blank, with its line number from 1.

    Raises:
        DefinitionError: a line is not such a noun. Earlier ones have been yielded by then.
    """
    for number, text in text_lines(path):
        if not text.isspace():
            yield number, _read(text, noun, path, number)


def _read(text: str, noun: type[N], path: Path, number: int) -> N:
    try:
        return noun.model_validate_json(text)
    except ValidationError as error:
        if broken := _not_json(error, path, line=number):
            raise broken from error
        raise located(error, noun, json.loads(text), Place(path, number)) from error


def read_json(path: Path, noun: type[N]) -> tuple[N, ...]:
    """Return the nouns of a file that is one JSON array.

    Raises:
        DefinitionError: the file is not JSON, not an array, or an item is not such a noun.
    """
    text = read_text(path, limit=LARGEST_ARRAY)
    try:
        return TypeAdapter(tuple[noun, ...]).validate_json(text)  # type: ignore[valid-type]
    except ValidationError as error:
        raise _not_json(error, path) or located(
            error, noun, json.loads(text), Place(path)
        ) from error


def _not_json(
    error: ValidationError, path: Path, *, line: int | None = None
) -> DefinitionError | None:
    fault = error.errors(include_url=False)[0]
    if fault["type"] != "json_invalid" or not (match := _JSON_FAULT.match(fault["msg"])):
        return None
    said, at_line, at_column = match.groups()
    column = f" (column {at_column})" if at_column else ""
    line = int(at_line) if line is None and at_line else line
    return DefinitionError(f"not JSON: {said}{column}", file=path, line=line)
