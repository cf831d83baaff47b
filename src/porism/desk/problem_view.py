"""A problem as pages show it to those who decide on it."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from porism.core import Problem
from porism.look import references
from porism.look.references import Choice
from porism.look.shown import answer, code, prose


@dataclass(frozen=True, slots=True)
class ProblemView:
    """A problem with its reference."""

    id: str
    benchmark: str
    statement: Markup
    formal: Markup | None
    pictures: tuple[str, ...]
    choices: tuple[tuple[Choice, Markup], ...]
    reference: Markup | None
    texts: tuple[tuple[str, Markup], ...]
    facts: tuple[tuple[str, str, str], ...]
    faults: tuple[str, ...]


def problem_view(problem: Problem, benchmark: str, *, faults: tuple[str, ...] = ()) -> ProblemView:
    """Return the view.

    Args:
        problem: what to show.
        benchmark: its benchmark's name.
        faults: what is wrong with what is decided on.
    """
    reference = problem.reference
    short = references.answer(problem.id, reference)
    shown = references.choices(problem.id, reference)
    origin = problem.provenance
    known = (
        ("Categories", ", ".join(problem.types), ""),
        ("Source", origin.source, web(origin.url)),
        ("Paper", f"arXiv:{origin.paper}" if origin.paper else "", ""),
        ("Theorem", origin.theorem, ""),
        ("Revision", str(problem.revision), ""),
    )
    return ProblemView(
        id=problem.id,
        benchmark=benchmark,
        statement=prose(problem.statement),
        formal=code(reference.statement) if reference.kind == "formal_proof" else None,
        pictures=tuple(f"picture/{i.sha256}" for i in problem.images),
        choices=tuple((choice, prose(choice.text)) for choice in shown),
        reference=answer(short) if short else None,
        texts=tuple((head, prose(text)) for head, text in references.texts(reference)),
        facts=tuple(fact for fact in known if fact[1]),
        faults=faults,
    )


def web(url: str) -> str:
    """Return an address on the web; nothing for any other scheme."""
    return url if url.startswith(("https://", "http://")) else ""
