"""What a model's findings add to a reading; what does not stand in the source is refused."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from porism.core import Piece, Reading, Source, Theorem, Tool
from porism.forge.asking import WAITS_S, forge_text
from porism.forge.finding.conversation import ANSWER, MOST_REQUESTS, converse
from porism.forge.finding.shelf import PAPER, TEXT, Shelf, tool
from porism.forge.latex import reader_of
from porism.forge.sources import decode, transcript_of, unpack
from porism.forge.theorems.statement import kind_of
from porism.models import Connection

READABLE = frozenset({".tex", ".ltx", ".latex", ".txt", ".sty", ".cls", ".bbl", ".def", ""})
MOST_FILE_BYTES = 2_000_000
MOST_STATEMENTS = 200
MOST_REFERENCES = 5
"""Statements of one paper whose open references are looked for."""


def answer_with(description: str, *names: str) -> dict[str, object]:
    """Describe a list of objects of texts."""
    item = {"type": "object", "properties": dict.fromkeys(names, TEXT), "required": list(names)}
    return {"type": "array", "description": description, "items": item}


STATEMENTS = tool(
    ANSWER,
    "Answer, and end.",
    items=answer_with("the statements, in their order", "name", "number", "title", "text"),
)
REFERENCES = tool(
    ANSWER, "Answer, and end.", items=answer_with("what was found", "label", "name", "text")
)


class Helped:
    """One paper that a model helps to read.

    Args:
        path: its source as it was fetched.
        source: what it is.
        connection: whom to ask.
        model: its identifier.
        waits_s: before each further try after passing failures, in seconds.

    Raises:
        PorismError: the source cannot be opened.
    """

    def __init__(
        self,
        path: Path,
        source: Source,
        connection: Connection,
        model: str,
        waits_s: Sequence[float] = WAITS_S,
    ) -> None:
        self._connection, self._model, self._waits_s = connection, model, waits_s
        self._name = source.name
        texts, self._expand = open_source(path, source)
        self._shelf = Shelf(texts)

    async def improve(self, reading: Reading) -> Reading:
        """Return the reading with what the model found; refusals are among its faults."""
        faults = list(reading.faults)
        if reading.theorems:
            theorems = await self._references(reading.theorems, faults)
        else:
            theorems = await self._statements(faults)
        return reading.model_copy(
            update={
                "theorems": theorems,
                "faults": tuple(faults),
                "reason": "" if theorems else reading.reason,
                "reader": f"{reading.reader}+{self._model}",
            }
        )

    async def _statements(self, faults: list[str]) -> tuple[Theorem, ...]:
        """Have the statements of a paper found in which rules found none."""
        task = forge_text("find_statements").replace("{requests}", str(MOST_REQUESTS))
        found: list[Theorem] = []
        for item in await self._ask(task, STATEMENTS, faults):
            quote = self._shelf.find(item.get("text", ""))
            if quote is None or quote.file != PAPER or len(found) >= MOST_STATEMENTS:
                faults.append(self._refused(item.get("text", "")))
                continue
            body = self._expand(self._shelf.texts[PAPER][quote.start : quote.end])
            name = item.get("name", "")[:80] or "Theorem"
            kind = kind_of(name)
            found.append(
                Theorem(
                    place=len(found),
                    kind=kind,
                    name=name,
                    number=item.get("number", "")[:40],
                    environment="",
                    title=item.get("title", "")[:300],
                    body=body,
                    statement=body,
                    start=quote.start,
                    end=quote.end,
                    weight=0 if kind == "statement" else None,
                    found_by=self._model,
                )
            )
        return tuple(found)

    async def _references(
        self, theorems: Sequence[Theorem], faults: list[str]
    ) -> tuple[Theorem, ...]:
        """Have the open references of own statements found."""
        left = MOST_REFERENCES
        improved: list[Theorem] = []
        for theorem in theorems:
            if theorem.weight is not None and theorem.unresolved and left:
                left -= 1
                improved.append(await self._resolve(theorem, faults))
            else:
                improved.append(theorem)
        return tuple(improved)

    async def _resolve(self, theorem: Theorem, faults: list[str]) -> Theorem:
        task = forge_text("find_references").replace("{requests}", str(MOST_REQUESTS))
        task = task.replace("{labels}", "\n".join(theorem.unresolved))
        pieces: dict[str, Piece] = {}
        for item in await self._ask(
            task.replace("{statement}", theorem.statement), REFERENCES, faults
        ):
            label, quote = item.get("label", ""), self._shelf.find(item.get("text", ""))
            if label not in theorem.unresolved or quote is None:
                faults.append(self._refused(item.get("text", "")))
                continue
            text = self._expand(self._shelf.texts[quote.file][quote.start : quote.end])
            pieces[label] = Piece(label=label, name=item.get("name", "")[:80] or label, text=text)
        if not pieces:
            return theorem
        return theorem.model_copy(
            update={
                "pieces": (*theorem.pieces, *pieces.values()),
                "unresolved": tuple(x for x in theorem.unresolved if x not in pieces),
                "found_by": f"{theorem.found_by}+{self._model}",
            }
        )

    async def _ask(self, task: str, answer: Tool, faults: list[str]) -> Sequence[Mapping[str, str]]:
        ended = await converse(
            self._connection, self._shelf, task, answer, self._name, self._waits_s
        )
        if ended.reason:
            faults.append(f"{self._model}: {ended.reason}")
        return ended.items

    def _refused(self, text: str) -> str:
        shown = " ".join(text.split())[:80]
        return f"{self._model}: refused, for it stands nowhere in the source: {shown}"


def open_source(path: Path, source: Source) -> tuple[dict[str, str], Callable[[str], str]]:
    """Return a source's texts, the paper as a whole first, and what expands its macros."""
    if source.state == "transcribed":
        return {PAPER: transcript_of(path).read_text(encoding="utf-8")}, str
    with tempfile.TemporaryDirectory() as scratch:
        unpacked = unpack(path, Path(scratch) / "paper")
        reader = reader_of(unpacked.folder / source.main_file, unpacked.folder)
        texts = {PAPER: reader.document.text}
        for file in unpacked.files:
            if file.suffix.lower() in READABLE and file.stat().st_size <= MOST_FILE_BYTES:
                name = file.relative_to(unpacked.folder).as_posix()
                texts[name] = decode(file.read_bytes())
    return texts, reader.expand
