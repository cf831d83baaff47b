"""Reading LaTeX exactly, without running TeX."""

from __future__ import annotations

from pathlib import Path

from porism.forge.latex.budget import Budget
from porism.forge.latex.builtins import BUILTINS
from porism.forge.latex.flat import Document
from porism.forge.latex.project import Project
from porism.forge.latex.reader import Reader
from porism.forge.latex.tape import PLAIN, Frame


def read_document(main: Path, root: Path | None = None, budget: Budget | None = None) -> Document:
    """Read a paper.

    Args:
        main: the main file.
        root: the folder that holds all its files; nothing outside it is read. The main
            file's own folder where it is not given.
        budget: limits on the work.

    Raises:
        OSError: the main file cannot be read.
    """
    return reader_of(main, root, budget).document


def reader_of(main: Path, root: Path | None = None, budget: Budget | None = None) -> Reader:
    """Read a paper and return the reader, whose macros can still be asked for."""
    budget = budget or Budget()
    project = Project(root or main.parent, main, budget)
    reader = Reader(project, BUILTINS, budget)
    number = project.load(main.resolve())
    if number is not None:
        source = project.files[number]
        reader.tape.push(Frame(source.text, PLAIN, number, source))
        reader.read_all()
    if reader.tape.runaways:
        reader.fault("macros that call each other without end were left alone")
    reader.frame = Frame("", PLAIN, 0)
    if budget.spent:
        reader.fault("the paper asks for more work than is allowed; some macros were left alone")
    return reader


__all__ = ["Budget", "Document", "Reader", "read_document", "reader_of"]
