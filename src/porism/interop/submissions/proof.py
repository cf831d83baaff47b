"""A proof's way from what was written to Typst: repaired, read, set; never dropped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from porism.errors import TypesettingError
from porism.interop.submissions.formulas import (
    Formula,
    as_source,
    is_harmless,
    mended,
    plainly,
    polished,
)
from porism.interop.submissions.look import style, verbatim
from porism.interop.submissions.names import Names
from porism.interop.submissions.pandoc import read, write
from porism.interop.submissions.reading import Reading, read_proof
from porism.interop.submissions.repairs import Log, Repair, repaired
from porism.interop.submissions.tree import Tree, element, parts, rebuilt
from porism.interop.submissions.typesetting import pdf, settable
from porism.markup.bounds import objection

Form = Literal["whole", "repaired", "partly source", "source"]
_MARK = re.compile("\ue000(\\d+)\ue001")
_NEXT = "\ue002"
"""Stands between formulas in what Pandoc writes."""


@dataclass(frozen=True, slots=True)
class Typeset:
    """A text in Typst, and what was done to its form."""

    typst: str
    repairs: Mapping[Repair, int]
    """With how often each was made."""
    unread: str = ""
    """Why all of it is shown as it was written."""

    @property
    def form(self) -> Form:
        """How much of the text was set as it is."""
        if self.unread:
            return "source"
        if any(repair.what == "source" for repair in self.repairs):
            return "partly source"
        return "repaired" if self.repairs else "whole"


def typeset(text: str, names: Names | None) -> Typeset:
    """Typeset a proof; one that cannot be read is shown as it was written.

    Args:
        text: as it was written, by anyone.
        names: what is masked; nothing without it.
    """
    log = Log()
    clean = repaired(text, names, log)
    try:
        typst = _set(read_proof(clean, log), log)
    except TypesettingError as error:
        log.note("source", clean, clean)
        return Typeset(verbatim(clean), log.repairs, str(error))
    return Typeset(typst, log.repairs)


def _set(reading: Reading, log: Log) -> str:
    """Return the Typst of a reading, of which it is known that it can be set.

    Raises:
        TypesettingError: it cannot.
    """
    formulas = _expanded(reading)
    said = [_said(formula, log) for formula in formulas]
    body, written = _written(reading.blocks, said)
    ours = [_ours(typst) if latex else "" for latex, typst in zip(said, written, strict=True)]
    shown = _checked(formulas, ours, log)
    typst = _MARK.sub(lambda found: shown[int(found[1])], body)
    pdf(style() + typst)
    return typst


def _said(formula: Formula, log: Log) -> str:
    """Return a formula as Pandoc is given it; nothing where it would take too much."""
    if objection(formula.source):
        return ""
    latex = plainly(formula.source.strip())
    ours = mended(latex)
    if ours != latex:
        log.note("formula", formula.source.strip(), ours)
    return ours


def _written(blocks: list[Tree], formulas: Sequence[str]) -> tuple[str, list[str]]:
    """Write a document and, apart from it, its formulas in Typst."""
    then = element("RawBlock", ["typst", _NEXT])
    pages = list(blocks)
    for latex in formulas:
        pages += [then, element("Para", [element("Math", [element("InlineMath"), latex])])]
    body, *written = write(pages).split(_NEXT)
    return body, [typst.strip() for typst in written]


def _ours(typst: str) -> str:
    """Return a formula that Pandoc wrote, if it is one and harmless; else nothing."""
    is_formula = typst.startswith("$") and len(typst) > 2
    return polished(typst) if is_formula and is_harmless(typst) else ""


def _checked(formulas: Sequence[Formula], ours: Sequence[str], log: Log) -> list[str]:
    """Return what shows each formula: ours where Typst sets it, else its source."""
    ready = [place for place, typst in enumerate(ours) if typst]
    fine = settable(["#let sect = sym.inter\n" + ours[place] for place in ready])
    set_well = {place for place, good in zip(ready, fine, strict=True) if good}
    shown = []
    for place, formula in enumerate(formulas):
        if place not in set_well:
            log.note("source", formula.source, formula.source)
        shown.append(_in_place(ours[place], formula) if place in set_well else as_source(formula))
    return shown


def _in_place(typst: str, formula: Formula) -> str:
    """Let a formula stand in a line, or on lines of its own."""
    inside = typst.strip("$").strip()
    return f"#fitted($ {inside} $)" if formula.display else f"${inside}$"


def _expanded(reading: Reading) -> Sequence[Formula]:
    """Expand the commands that a text defines for itself; Pandoc knows how."""
    if not reading.definitions:
        return reading.formulas
    lines = [rf"\({' '.join(formula.source.split())}\)" for formula in reading.formulas]
    found: list[str] = []

    def gather(kind: str, content: Tree) -> None:
        if kind == "Math":
            found.append(str(parts(content)[1]))

    rebuilt(read("\n\n".join([reading.definitions, *lines]), "latex"), gather)
    if len(found) != len(reading.formulas):
        return reading.formulas
    return [
        Formula(latex, formula.display)
        for latex, formula in zip(found, reading.formulas, strict=True)
    ]
