"""A paper at a glance, for a terminal."""

from __future__ import annotations

from porism.core import Reading, Theorem

WIDTH = 100
BEST = 3


def summary(reading: Reading) -> str:
    """Return title, files, headings, statements with numbers, main results and faults as text."""
    lines = [reading.title or "(no title)", f"main file  {reading.main_file}"]
    lines += [f"           {name}" for name in reading.files[1:]]
    lines += ["", *(_outline(reading))]
    best = [theorem.reference for theorem in main_results(reading)[:BEST]]
    lines += ["", "main results  " + (", ".join(best) or "none found")]
    lines += [f"fault  {fault}" for fault in reading.faults]
    return "\n".join(_printable(line) for line in lines)


def main_results(reading: Reading) -> list[Theorem]:
    """Return the paper's own statements, the likeliest main result first."""
    own = [(t.weight, t) for t in reading.theorems if t.weight is not None]
    return [theorem for _, theorem in sorted(own, key=lambda one: (-one[0], one[1].place))]


def _outline(reading: Reading) -> list[str]:
    """Return the statements under the headings that they stand in."""
    lines: list[str] = []
    section = None
    for theorem in reading.theorems:
        if theorem.section != section:
            section = theorem.section
            lines.append(section or "(before the first heading)")
        lines.append(_line(theorem))
    return lines or [reading.reason or "no theorem-like statements"]


def _line(theorem: Theorem) -> str:
    title = f" ({theorem.title})" if theorem.title else ""
    marks = [
        word
        for word, holds in (
            ("proved", theorem.proof is not None),
            ("quoted", bool(theorem.quoted)),
            ("repeated", theorem.repeats),
        )
        if holds
    ]
    tail = f"  [{', '.join(marks)}]" if marks else ""
    head = f"  {theorem.reference}{title}: "
    room = max(20, WIDTH - len(head) - len(tail))
    body = " ".join(theorem.body.split())
    return head + (body if len(body) <= room else f"{body[: room - 3]}...") + tail


def _printable(line: str) -> str:
    """Replace control characters: the text is an author's, the terminal is the reader's."""
    return "".join(character if character.isprintable() else "�" for character in line)
