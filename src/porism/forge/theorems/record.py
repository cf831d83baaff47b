"""A statement in the form of LiveMathematicianBench's question files, before any question."""

from __future__ import annotations

from typing import TypedDict

from porism.forge.theorems.marks import without_marks
from porism.forge.theorems.paper import Paper
from porism.forge.theorems.references import self_contained
from porism.forge.theorems.statement import Statement


class TheoremRecord(TypedDict):
    """The chosen statement."""

    env_name: str
    content: str
    start_pos: int
    end_pos: int
    label: str | None


class SourceRecord(TypedDict):
    """What a question is made from; the fields that hold the question itself come later."""

    id: str
    paper_link: str
    theorems_cnt: int
    theorem: TheoremRecord
    ref_dict: dict[str, str]
    pre_theorem_intro_text_len: int
    pre_theorem_intro_text: str
    context: str
    full_context: str
    post_theorem_intro_text_len: int
    post_theorem_intro_text: str
    sketch: str | None
    expanded_theorem: str


def source_record(paper: Paper, statement: Statement, paper_id: str) -> SourceRecord:
    """Return a statement with its surroundings.

    Unlike in the files that others have made, titles and labels are not left in the
    statement, references are resolved, and a sketch that the paper does not give is null.

    Args:
        paper: the paper.
        statement: one of its statements.
        paper_id: arXiv identifier with version.
    """
    whole = self_contained(paper, statement)
    start, end = _section_around(paper, statement)
    before = without_marks(paper.text[start : statement.offset])
    after = without_marks(paper.text[statement.end : end])
    context = "\n\n".join(f"{piece.name}. {piece.text}" for piece in whole.pieces)
    return SourceRecord(
        id=paper_id,
        paper_link=f"http://arxiv.org/abs/{paper_id}",
        theorems_cnt=sum(s.kind == "statement" and not s.repeats for s in paper.statements),
        theorem=TheoremRecord(
            env_name=statement.environment,
            content=statement.expanded,
            start_pos=statement.offset,
            end_pos=statement.end,
            label=statement.label,
        ),
        ref_dict={piece.label: piece.text for piece in whole.pieces},
        pre_theorem_intro_text_len=len(before),
        pre_theorem_intro_text=before,
        context=context,
        full_context="\n\n".join(filter(None, (before, context))),
        post_theorem_intro_text_len=len(after),
        post_theorem_intro_text=after,
        sketch=statement.proof.text if statement.proof else None,
        expanded_theorem=whole.statement,
    )


def _section_around(paper: Paper, statement: Statement) -> tuple[int, int]:
    """Return where the section that a statement stands in begins and ends."""
    offsets = [heading.offset for heading in paper.headings if heading.level <= 2]
    start = max((o for o in offsets if o <= statement.offset), default=0)
    end = min((o for o in offsets if o > statement.offset), default=len(paper.text))
    return start, end
