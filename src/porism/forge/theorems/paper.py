"""A paper: its statements, and what is needed to read them."""

from __future__ import annotations

import re
from pathlib import Path

from porism.core import Noun
from porism.forge.latex import Budget, reader_of
from porism.forge.latex.flat import Document
from porism.forge.latex.macros import Macro
from porism.forge.latex.reader import Reader
from porism.forge.theorems.bibliography import Entry, entries_of
from porism.forge.theorems.blocks import Block, blocks_of
from porism.forge.theorems.extraction import Extraction
from porism.forge.theorems.marks import end_of_group, without_marks
from porism.forge.theorems.statement import Statement

_TITLE = re.compile(r"\\title\s*(?:\[[^\]]{0,400}\])?\s*\{")


class Heading(Noun):
    """A heading of the paper."""

    level: int
    """0 part, 1 chapter, 2 section, 3 subsection ..."""
    number: str = ""
    title: str = ""
    offset: int = 0
    """Where it stands in the paper's text."""


class Paper(Noun):
    """What was read of a paper."""

    main_file: str
    files: tuple[str, ...]
    """All files that were read, the main one first."""
    title: str = ""
    abstract: str = ""
    headings: tuple[Heading, ...] = ()
    statements: tuple[Statement, ...] = ()
    blocks: tuple[Block, ...] = ()
    """What labels name: statements, equations, sections ..."""
    bibliography: tuple[Entry, ...] = ()
    text: str = ""
    """The whole paper as one text, without comments and dead branches."""
    faults: tuple[str, ...] = ()

    def statement(self, label: str) -> Statement | None:
        """Return the statement with a label."""
        return next((s for s in self.statements if label == s.label or label in s.labels), None)


def read_paper(main_file: Path, root: Path | None = None, budget: Budget | None = None) -> Paper:
    """Read a paper: statements with proofs, labels, bibliography.

    Args:
        main_file: where to begin.
        root: the folder beyond which nothing is read; the main file's own without it.
        budget: limits on the work.

    Raises:
        OSError: the main file cannot be read.
    """
    reader = reader_of(main_file, root, budget)
    document = reader.document
    extraction = Extraction(document, silent_macros(reader), reader.expand)
    return Paper(
        main_file=document.files[0].name if document.files else main_file.name,
        files=tuple(file.name for file in document.files),
        title=_title(document),
        abstract=_abstract(document),
        headings=tuple(
            Heading(level=s.level, number=s.number, title=without_marks(s.title), offset=s.offset)
            for s in document.sections
        ),
        statements=tuple(extraction.statements()),
        blocks=blocks_of(document, reader.expand),
        bibliography=entries_of(document),
        text=document.text,
        faults=tuple(document.faults),
    )


def silent_macros(reader: Reader) -> dict[str, int]:
    """Return the macros of a paper that stand for nothing, with the number of arguments."""
    return {
        name: len(meaning.parameters)
        for name, meaning in reader.meanings.items()
        if isinstance(meaning, Macro)
        and not meaning.body.strip()
        and all(parameter.kind == "mandatory" for parameter in meaning.parameters)
    }


def _title(document: Document) -> str:
    """Return the title, which may stand before the document begins."""
    for text in (document.text, *(file.text for file in document.files[:3])):
        match = _TITLE.search(text)
        if match is not None:
            end = end_of_group(text, match.end() - 1)
            title = text[match.end() : max(end - 1, match.end())]
            return " ".join(without_marks(title, {"thanks": 1, "footnote": 1}).split())
    return ""


def _abstract(document: Document) -> str:
    found = next((e for e in document.environments if e.name == "abstract" and e.end >= 0), None)
    return without_marks(document.text[found.body : found.body_end]) if found else ""
