"""Theorem-like statements of papers."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from porism.forge.latex import Budget, reader_of
from porism.forge.theorems.blocks import Block
from porism.forge.theorems.extraction import Extraction
from porism.forge.theorems.paper import Heading, Paper, read_paper, silent_macros
from porism.forge.theorems.statement import Place, Proof, Statement, kind_of


class Item(TypedDict):
    """A statement in the form that extractors are compared in."""

    env: str
    title: str | None
    label: str | None
    body: str
    number: str | None


def extract_file(main_file: str | Path) -> list[Item]:
    """Return the theorem-like items of a paper, in the order of the text.

    Files beside the paper and in the folder above it are read when the paper inputs them.

    Args:
        main_file: path of the main file.
    """
    main = Path(main_file).resolve()
    reader = reader_of(main, main.parent.parent)
    items = Extraction(reader.document, silent_macros(reader)).items()
    return [
        Item(env=name, title=raw.title, label=raw.label, body=body, number=raw.number or None)
        for raw, name, body in items
        if not raw.repeats
    ]


__all__ = [
    "Block",
    "Budget",
    "Heading",
    "Item",
    "Paper",
    "Place",
    "Proof",
    "Statement",
    "extract_file",
    "kind_of",
    "read_paper",
]
