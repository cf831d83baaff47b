"""A reference from the one text that simple files give."""

from __future__ import annotations

from porism.core import (
    FinalAnswer,
    FormalStatement,
    Kind,
    MultipleChoice,
    ProofScheme,
    Reference,
    TrueStatement,
)


def reference_from(kind: Kind, answer: str) -> Reference:
    """Return the reference that ``answer`` is for a problem of a kind.

    A final answer, the letter of the right choice, a marking scheme, the true statement
    behind a false one, or a statement in Lean.
    """
    match kind:
        case "final_answer":
            return FinalAnswer(answer=answer)
        case "multiple_choice":
            return MultipleChoice(label=answer.strip().upper())
        case "proof":
            return ProofScheme(rubric=answer)
        case "broken_statement":
            return TrueStatement(original=answer)
        case "formal_proof":
            return FormalStatement(statement=answer)
