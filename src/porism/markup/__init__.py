"""Fragments of HTML that pages share: prose with mathematics, formulas, code, JSON, plain text.

Whatever comes in - answers of models, papers, files, forms - is hostile; what goes out has only
the elements, attributes and addresses of :mod:`porism.markup.allowed`, loads nothing, runs
nothing, and has no inline style. Pages that show fragments carry :func:`stylesheet`, and serve
:func:`font` beside it.
"""

from porism.markup.blocks import code, json_block
from porism.markup.characters import plain
from porism.markup.mathematics import mathematics
from porism.markup.prose import prose
from porism.markup.report import Report, Unreadable, unreadable
from porism.markup.stylesheet import FONT, font, stylesheet

__all__ = [
    "FONT",
    "Report",
    "Unreadable",
    "code",
    "font",
    "json_block",
    "mathematics",
    "plain",
    "prose",
    "stylesheet",
    "unreadable",
]
