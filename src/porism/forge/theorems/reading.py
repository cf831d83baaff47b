"""A paper that was read, in the form in which the store keeps it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from porism.core import Piece, Reading, Source, Theorem
from porism.errors import PorismError
from porism.forge.latex import Budget
from porism.forge.sources import transcript_of, unpack
from porism.forge.theorems.marks import without_marks
from porism.forge.theorems.paper import Paper, read_paper
from porism.forge.theorems.ranking import rank
from porism.forge.theorems.references import self_contained
from porism.forge.theorems.statement import Statement
from porism.forge.theorems.transcript import paper_of

READER = "1"
"""The version of the reading rules: what was read by an older one is read again."""
CONTEXT = 20_000
"""Characters of a section that are kept before and behind a statement."""


def read_source(path: Path, source: Source, budget: Budget | None = None) -> Reading:
    """Read a source, or the transcript beside it; what goes wrong is the reading's reason.

    Args:
        path: the file as it was fetched.
        source: what it is.
        budget: limits on the work.
    """
    try:
        if source.state == "transcribed":
            text = transcript_of(path).read_text(encoding="utf-8")
            return reading_of(paper_of(text, source.main_file), source)
        with tempfile.TemporaryDirectory() as scratch:
            folder = unpack(path, Path(scratch) / "paper").folder
            paper = read_paper(folder / source.main_file, folder, budget)
    except (PorismError, OSError) as error:
        return nothing_read(source, str(error))
    return reading_of(paper, source)


def nothing_read(source: Source, reason: str) -> Reading:
    """Return the reading of a source in which nothing can be read."""
    return Reading(
        paper=source.paper,
        version=source.version,
        sha256=source.sha256,
        reader=READER,
        reason=reason[:300],
        main_file=source.main_file,
    )


def reading_of(paper: Paper, source: Source) -> Reading:
    """Return what was read in a source."""
    theorems = theorems_of(paper)
    return Reading(
        paper=source.paper,
        version=source.version,
        sha256=source.sha256,
        reader=READER,
        reason="" if theorems else "no theorem-like statements",
        title=paper.title,
        main_file=paper.main_file,
        files=paper.files,
        faults=paper.faults,
        theorems=theorems,
    )


def theorems_of(paper: Paper) -> tuple[Theorem, ...]:
    """Return a paper's statements, each with all that is needed to read it alone."""
    weights = {ranked.statement.index: ranked.score for ranked in rank(paper)}
    return tuple(theorem_of(paper, s, weights.get(s.index)) for s in paper.statements)


def theorem_of(paper: Paper, statement: Statement, weight: float | None = None) -> Theorem:
    """Return one statement.

    Args:
        paper: where it stands.
        statement: the statement.
        weight: how much speaks for its being a main result; the text around it is kept only
            with one.
    """
    whole = self_contained(paper, statement)
    before, after = ("", "") if weight is None else around(paper, statement)
    return Theorem(
        place=statement.index,
        kind=statement.kind,
        name=statement.name,
        number=statement.number or "",
        environment=statement.environment,
        title=statement.title or "",
        label=statement.label or "",
        body=statement.expanded,
        statement=whole.statement,
        pieces=tuple(Piece(label=b.label, name=b.name, text=b.text) for b in whole.pieces),
        unresolved=whole.unresolved,
        citations=whole.citations,
        start=statement.offset,
        end=statement.end,
        section=statement.section,
        in_introduction=statement.in_introduction,
        before=before,
        after=after,
        proof=statement.proof.text if statement.proof else None,
        quoted=statement.quoted,
        repeats=statement.repeats,
        weight=weight,
    )


def around(paper: Paper, statement: Statement) -> tuple[str, str]:
    """Return the text of a statement's section before and behind it."""
    offsets = [heading.offset for heading in paper.headings if heading.level <= 2]
    start = max((o for o in offsets if o <= statement.offset), default=0)
    end = min((o for o in offsets if o > statement.offset), default=len(paper.text))
    return (
        without_marks(paper.text[max(start, statement.offset - CONTEXT) : statement.offset]),
        without_marks(paper.text[statement.end : min(end, statement.end + CONTEXT)]),
    )
