"""``search_papers``, ``fetch_paper`` and ``find_in_paper``: a model reads papers of a library.

Off unless a benchmark names them: a benchmark made from papers must not let models read these.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, Protocol

from porism.core import JsonObject, Tool
from porism.tools.tool import BadArguments, Used

MOST_FOUND = 10
SUMMARY = 400
"""Characters of an abstract in a list."""
PAGE = 12_000
"""Characters of a paper at once."""
MOST_PLACES = 8
AROUND = 300
"""Characters on either side of a place that was found."""
LONGEST_QUERY = 200


class Entry(NamedTuple):
    """A paper as lists show it."""

    paper: str
    title: str
    published: date
    abstract: str


class Library(Protocol):
    """Papers that can be searched and read; safe for several threads."""

    def search(self, words: Sequence[str], before: date, most: int) -> Sequence[Entry]:
        """Return papers in which all words stand, of versions from before a day."""
        ...

    def text(self, paper: str, before: date) -> str | None:
        """Return what can be read of a paper; ``None`` if there is none from before a day."""
        ...


def tool(name: str, description: str, **arguments: str) -> Tool:
    """Define a tool whose arguments are texts, all of them needed but ``page``."""
    kinds = {key: "integer" if key == "page" else "string" for key in arguments}
    return Tool(
        name=name,
        description=description,
        parameters=JsonObject(
            {
                "type": "object",
                "properties": {
                    key: {"type": kinds[key], "description": meaning}
                    for key, meaning in arguments.items()
                },
                "required": [key for key in arguments if key != "page"],
                "additionalProperties": False,
            }
        ),
    )


SEARCH = tool(
    "search_papers",
    f"Search a library of mathematical papers. Finds up to {MOST_FOUND} papers in whose title or "
    "abstract all words stand.",
    query="A few words.",
)
FETCH = tool(
    "fetch_paper",
    f"Read a paper of the library: abstract, statements and proofs, {PAGE:,} characters a page.",
    paper="Its identifier, as search_papers gives it.",
    page="Which page, from 1.",
)
FIND = tool(
    "find_in_paper",
    f"Find up to {MOST_PLACES} places of a paper in which some words stand, with what is around.",
    paper="Its identifier, as search_papers gives it.",
    words="Words that stand there one after the other.",
)
DEFINITIONS = {one.name: one for one in (SEARCH, FETCH, FIND)}


@dataclass(frozen=True, slots=True)
class PaperTool:
    """One of the three, for one attempt.

    Args:
        definition: which.
        library: what can be read.
        before: nothing that appeared on that day or later is shown.
    """

    definition: Tool
    library: Library
    before: date

    async def use(self, arguments: Mapping[str, object]) -> Used:
        """Search or read; see :class:`~porism.tools.tool.AttemptTool`."""
        match self.definition.name:
            case SEARCH.name:
                words = text_of(arguments, "query").split()
                work = asyncio.to_thread(self.library.search, words, self.before, MOST_FOUND)
                return Used(listed(await work))
            case FETCH.name:
                return Used(page_of(await self._text(arguments), arguments.get("page", 1)))
            case _:
                wanted = text_of(arguments, "words")
                return Used(places_of(await self._text(arguments), wanted))

    def recall(self, arguments: Mapping[str, object], text: str) -> None:
        """Nothing is kept from call to call."""

    async def close(self) -> None:
        """Nothing was begun."""

    async def _text(self, arguments: Mapping[str, object]) -> str:
        paper = text_of(arguments, "paper")
        text = await asyncio.to_thread(self.library.text, paper, self.before)
        if text is None:
            raise BadArguments(f"the library has no paper {paper!r}")
        return text


def text_of(arguments: Mapping[str, object], name: str) -> str:
    """Return an argument that is a short text.

    Raises:
        BadArguments: it is none.
    """
    value = arguments.get(name)
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise BadArguments(f"{name!r} has to be there, as a text")
    if len(value) > LONGEST_QUERY:
        raise BadArguments(f"{name!r} may have {LONGEST_QUERY} characters")
    return value.strip()


def listed(found: Sequence[Entry]) -> str:
    """Write a list of papers."""
    entries = (
        f"{one.paper} ({one.published:%Y-%m-%d}): {one.title}\n{one.abstract[:SUMMARY]}"
        for one in found[:MOST_FOUND]
    )
    return "\n\n".join(entries) or "No paper is like that; try fewer or other words."


def page_of(text: str, page: object) -> str:
    """Return a page of a paper.

    Raises:
        BadArguments: it has no such page.
    """
    pages = max(1, -(-len(text) // PAGE))
    if not isinstance(page, int) or not 1 <= page <= pages:
        raise BadArguments(f"the paper has pages 1 to {pages}")
    return f"Page {page} of {pages}\n\n{text[(page - 1) * PAGE : page * PAGE]}"


def places_of(text: str, words: str) -> str:
    """Return the places at which words stand, whatever their case and the spaces between."""
    flat = " ".join(text.split())
    low, wanted = flat.casefold(), " ".join(words.casefold().split())
    places: list[str] = []
    at = low.find(wanted)
    while at >= 0 and len(places) < MOST_PLACES:
        end = at + len(wanted) + AROUND
        places.append(f"... {flat[max(0, at - AROUND) : end]} ...")
        at = low.find(wanted, end)
    return "\n\n".join(places) or "The words do not stand in the paper."
