"""Theorem-like statements of papers."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from porism.forge.latex import Budget, reader_of
from porism.forge.latex.macros import Macro
from porism.forge.latex.reader import Reader
from porism.forge.theorems.extraction import Extraction
from porism.forge.theorems.statement import Kind, Place, Proof, Statement, kind_of


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


def silent_macros(reader: Reader) -> dict[str, int]:
    """Return the macros of a paper that stand for nothing, with the number of arguments."""
    return {
        name: len(meaning.parameters)
        for name, meaning in reader.meanings.items()
        if isinstance(meaning, Macro)
        and not meaning.body.strip()
        and all(parameter.kind == "mandatory" for parameter in meaning.parameters)
    }


__all__ = ["Budget", "Item", "Kind", "Place", "Proof", "Statement", "extract_file", "kind_of"]
