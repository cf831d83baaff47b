"""A statement in the form of LiveMathematicianBench's question files, before any question."""

from __future__ import annotations

from typing import TypedDict

from porism.core import Reading, Theorem


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


def source_record(reading: Reading, theorem: Theorem) -> SourceRecord:
    """Return a statement with its surroundings.

    Unlike in the files that others have made, titles and labels are not left in the
    statement, references are resolved, and a sketch that the paper does not give is null.

    Args:
        reading: a paper that was read.
        theorem: one of its statements.
    """
    context = "\n\n".join(f"{piece.name}. {piece.text}" for piece in theorem.pieces)
    return SourceRecord(
        id=reading.name,
        paper_link=f"http://arxiv.org/abs/{reading.name}",
        theorems_cnt=sum(t.kind == "statement" and not t.repeats for t in reading.theorems),
        theorem=TheoremRecord(
            env_name=theorem.environment,
            content=theorem.body,
            start_pos=theorem.start,
            end_pos=theorem.end,
            label=theorem.label or None,
        ),
        ref_dict={piece.label: piece.text for piece in theorem.pieces},
        pre_theorem_intro_text_len=len(theorem.before),
        pre_theorem_intro_text=theorem.before,
        context=context,
        full_context="\n\n".join(filter(None, (theorem.before, context))),
        post_theorem_intro_text_len=len(theorem.after),
        post_theorem_intro_text=theorem.after,
        sketch=theorem.proof,
        expanded_theorem=theorem.statement,
    )
