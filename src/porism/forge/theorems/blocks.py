"""What labels name, so that a reference can be read without the paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from porism.core import Noun
from porism.forge.latex.flat import Document, Label
from porism.forge.theorems.extraction import plain_name
from porism.forge.theorems.marks import without_marks

BlockKind = Literal["statement", "equation", "section", "item", "float", "document"]
MAX_BLOCK = 8_000


class Block(Noun):
    """The thing that a label names."""

    label: str
    kind: BlockKind
    name: str
    """What a reader calls it: ``Theorem 1.2``, ``(3)``, ``Section 2``."""
    number: str = ""
    text: str = ""
    """LaTeX with macros expanded; empty where there is nothing to quote (sections, figures)."""


def blocks_of(document: Document, expand: Callable[[str], str]) -> tuple[Block, ...]:
    """Return what every label of a paper names.

    Args:
        document: a paper that has been read.
        expand: expands the author's macros.
    """
    return tuple(_block(document, label, expand) for label in document.labels.values())


def _block(document: Document, label: Label, expand: Callable[[str], str]) -> Block:
    anchor = label.anchor
    number = anchor.number or ""
    if anchor.kind == "statement" and 0 <= anchor.index < len(document.statements):
        statement = document.statements[anchor.index]
        name = " ".join(filter(None, (plain_name(statement.display), statement.number)))
        text = document.text[statement.body : max(statement.body_end, statement.body)]
        return Block(
            label=label.name, kind="statement", name=name, number=number, text=_clean(text, expand)
        )
    if anchor.kind in {"equation", "item"} and 0 <= anchor.index < len(document.environments):
        environment = document.environments[anchor.index]
        text = document.text[environment.start : max(environment.end, environment.start)]
        kind: BlockKind = "equation" if anchor.kind == "equation" else "item"
        return Block(
            label=label.name,
            kind=kind,
            name=f"({number})",
            number=number,
            text=_clean(text, expand),
        )
    if anchor.kind == "section" and 0 <= anchor.index < len(document.sections):
        section = document.sections[anchor.index]
        what = "Chapter" if section.level == 1 else "Section"
        return Block(
            label=label.name, kind="section", name=f"{what} {number}".strip(), number=number
        )
    kind = anchor.kind if anchor.kind in {"float", "document"} else "document"
    return Block(
        label=label.name,
        kind=kind,
        name=f"Figure {number}" if kind == "float" else number,
        number=number,
    )


def _clean(text: str, expand: Callable[[str], str]) -> str:
    return without_marks(expand(text[:MAX_BLOCK]))
