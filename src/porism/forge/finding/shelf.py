"""The texts of a paper, to be searched and read by a model, and to check what it says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from porism.core import JsonObject, Tool

PAPER = "paper"
"""The paper as it was read: all its files in one, without comments."""
MOST_HITS = 20
AROUND = 150
LONGEST_SEARCH = 400
LONGEST_READ = 6_000
SHORTEST_QUOTE = 12
LONGEST_QUOTE = 20_000
_PIECE = re.compile(r"\S+")

TEXT = {"type": "string"}
NUMBER = {"type": "integer", "minimum": 0}


def tool(name: str, description: str, **parameters: object) -> Tool:
    """Describe a tool all of whose parameters are needed."""
    schema = {"type": "object", "properties": parameters, "required": list(parameters)}
    return Tool(name=name, description=description, parameters=JsonObject(schema))


LOOKING = (
    tool("list_files", "List the files with their lengths in characters."),
    tool("search", "Find where a text stands, letter by letter, in all files.", text=TEXT),
    tool(
        "read",
        f"Read a part of a file, at most {LONGEST_READ:,} characters.",
        file=TEXT,
        start=NUMBER,
        length=NUMBER,
    ),
)


class Quote(NamedTuple):
    """Where a quotation stands."""

    file: str
    start: int
    end: int


class Shelf:
    """A paper's texts.

    Args:
        texts: by name; the paper as a whole is called :data:`PAPER`.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def look(self, name: str, asked: Mapping[str, object]) -> str:
        """Answer a model's call of one of the tools for looking."""
        match name:
            case "list_files":
                return "\n".join(f"{file}: {len(text):,}" for file, text in self.texts.items())
            case "search":
                return self._search(str(asked.get("text", "")))
            case "read":
                return self._read(asked)
            case _:
                return f"no tool is called {name[:60]}"

    def find(self, quotation: str) -> Quote | None:
        """Find a quotation, blanks and line breaks aside; ``None`` if it stands nowhere."""
        pieces = _PIECE.findall(quotation)
        if not SHORTEST_QUOTE <= sum(map(len, pieces)) <= LONGEST_QUOTE:
            return None
        pattern = re.compile(r"\s+".join(map(re.escape, pieces)))
        for file, text in self.texts.items():
            if match := pattern.search(text):
                return Quote(file, match.start(), match.end())
        return None

    def _search(self, wanted: str) -> str:
        if not wanted.strip() or len(wanted) > LONGEST_SEARCH:
            return f"error: the text to search for has 1 to {LONGEST_SEARCH} characters"
        hits: list[str] = []
        for file, text in self.texts.items():
            at = text.find(wanted)
            while at >= 0 and len(hits) < MOST_HITS:
                around = text[max(0, at - AROUND) : at + len(wanted) + AROUND]
                hits.append(f"{file} at {at}: {around}")
                at = text.find(wanted, at + len(wanted))
        return "\n---\n".join(hits) or "found nowhere"

    def _read(self, asked: Mapping[str, object]) -> str:
        text = self.texts.get(str(asked.get("file")))
        if text is None:
            return f"error: no such file; there are {', '.join(self.texts)}"[:LONGEST_READ]
        start, length = asked.get("start"), asked.get("length")
        if not isinstance(start, int) or not isinstance(length, int) or min(start, length) < 0:
            return "error: start and length are whole numbers"
        return text[start : start + min(length, LONGEST_READ)] or "nothing is there"
