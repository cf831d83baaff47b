"""The document of one submission: a title page, then each problem with what was submitted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from porism.interop.submissions.look import quoted, style
from porism.interop.submissions.proof import Typeset


@dataclass(frozen=True, slots=True)
class Section:
    """A problem with what was submitted for it."""

    problem: str
    statement: Typeset
    proof: Typeset | None
    """``None`` where nothing was submitted."""


def document(competition: str, code: str, sections: Sequence[Section]) -> str:
    """Return the Typst of a submission."""
    count = f"{len(sections)} problem{'s' * (len(sections) != 1)}"
    title = f"#title({quoted(competition)}, {quoted(code)}, {quoted(count)})\n"
    return style(code) + title + "".join(map(_section, sections))


def _section(section: Section) -> str:
    proof = "#absent" if section.proof is None else section.proof.typst
    return (
        f"#pagebreak(weak: true)\n= #{quoted(f'Problem {section.problem}')}\n"
        f"#statement[\n{section.statement.typst}\n]\n== Solution\n{proof}\n"
    )
