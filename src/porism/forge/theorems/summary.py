"""A paper at a glance, for a terminal."""

from __future__ import annotations

from porism.forge.theorems.paper import Paper
from porism.forge.theorems.ranking import rank
from porism.forge.theorems.statement import Statement

WIDTH = 100


def summary(paper: Paper) -> str:
    """Return title, files, headings, statements with numbers, main results and faults as text."""
    lines = [paper.title or "(no title)", f"main file  {paper.main_file}"]
    lines += [f"           {name}" for name in paper.files[1:]]
    lines += ["", *(_outline(paper))]
    best = [ranked.statement.reference for ranked in rank(paper)[:3]]
    lines += ["", "main results  " + (", ".join(best) or "none found")]
    lines += [f"fault  {fault}" for fault in paper.faults]
    return "\n".join(_printable(line) for line in lines)


def _outline(paper: Paper) -> list[str]:
    """Return the statements under the headings that they stand in."""
    lines: list[str] = []
    section = None
    for statement in paper.statements:
        if statement.section != section:
            section = statement.section
            lines.append(section or "(before the first heading)")
        lines.append(_line(statement))
    return lines or ["no theorem-like statements"]


def _line(statement: Statement) -> str:
    title = f" ({statement.title})" if statement.title else ""
    marks = [
        word
        for word, holds in (
            ("proved", statement.proof is not None),
            ("quoted", bool(statement.quoted)),
            ("repeated", statement.repeats),
        )
        if holds
    ]
    tail = f"  [{', '.join(marks)}]" if marks else ""
    head = f"  {statement.reference}{title}: "
    room = max(20, WIDTH - len(head) - len(tail))
    body = " ".join(statement.body.split())
    return head + (body if len(body) <= room else f"{body[: room - 3]}...") + tail


def _printable(line: str) -> str:
    """Replace control characters: the text is an author's, the terminal is the reader's."""
    return "".join(character if character.isprintable() else "�" for character in line)
