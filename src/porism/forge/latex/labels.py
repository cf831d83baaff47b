"""Labels, and what they name."""

from __future__ import annotations

import re
from dataclasses import replace

from porism.forge.latex.flat import Label
from porism.forge.latex.meaning import Table
from porism.forge.latex.reader import Builtin, Reader

_NAME = re.compile(r"\s{0,20}\{([^{}]{0,400})\}")


def label(reader: Reader, called: str) -> None:
    r"""``\label``: remember what it names; it stays in the text."""
    frame = reader.tape.frames[-1]
    match = _NAME.match(frame.text, frame.position)
    if match is None:
        text: str = reader.tape.argument()
        reader.document.flat.write(f"\\label{{{text}}}", reader.origin())
    else:
        text = match[1]
        frame.position = match.end()
    name_label(reader, text)


def name_label(reader: Reader, text: str) -> None:
    """Let a label name what stands here."""
    name = written_label(text)
    labels = reader.document.labels
    anchor = reader.anchor
    if anchor.number is None:
        anchor = reader.anchor = replace(anchor, number=reader.counters.written(anchor.counter))
    if name and name not in labels:
        labels[name] = Label(name, reader.document.flat.length, anchor)
    if reader.anchor.kind == "statement":
        statement = reader.document.statements[reader.anchor.index]
        if statement.end < 0 and name:
            statement.labels.append(name)


def written_label(text: str) -> str:
    """Return a label as TeX writes it: single blanks, one behind every control word."""
    spaced = re.sub(r"(\\[A-Za-z@]+)\s*", r"\1 ", text)
    return (
        " ".join(spaced.split(" ")).replace("\n", " ").strip()
        if "\\" in text
        else " ".join(text.split())
    )


LABELS: Table = {"label": Builtin(label)}
