"""Bare runs of letters told apart: names, products of letters, words."""

from __future__ import annotations

from typing import Literal

from porism.grading.latex.units import is_unit
from porism.grading.latex.vocabulary import (
    CONNECTIVES,
    CONSTANTS,
    FUNCTIONS,
    GREEK,
    SHORT_WORDS,
)

_NAMES = frozenset(FUNCTIONS) - {"W", "li", "root", "pow", "tg"} | frozenset(CONSTANTS) | GREEK
_PREFIXES = ("arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "sqrt", "sin", "cos", "tan",
             "log", "exp", "ln", "pi")  # fmt: skip
_VARIABLES = frozenset("abcdijkmnpqrstuvwxyzABCDEFGHKLMNOPQRSTUVWXYZ")
_VOWELS = frozenset("aeiouAEIOU")

Kind = Literal["number", "letters", "name", "words", "bold", "mark", "begin", "end"]
Piece = tuple[Kind, str]
"""A token's kind and text."""


def pieces(run: str, *, after_number: bool, joined: bool = False) -> list[Piece]:
    """Cut a run of letters into tokens.

    Args:
        run: the letters, without any between them that is not one.
        after_number: whether a number stands before, so that a unit may follow.
        joined: whether it touches other parts of a formula, so that it is no short word.
    """
    name = _name(run)
    if name is not None:
        return [name]
    if joined and len(run) == 2 and not is_unit(run):
        return _letters(run)
    if after_number and (is_unit(run) or not _is_product(run)):
        return [("words", run)]
    for prefix in _PREFIXES:
        if run.startswith(prefix) and len(run) - len(prefix) <= 2:
            return [("name", prefix), *_letters(run[len(prefix) :])]
    return _letters(run) if _is_product(run) else [("words", run)]


def _name(run: str) -> Piece | None:
    """Return the one token that a known run is."""
    if len(run) == 1:
        return "letters", run
    if run.lower() in CONNECTIVES:
        return "mark", CONNECTIVES[run.lower()]
    if run in ("mod", "choose"):
        return "mark", run
    return ("name", run) if run in _NAMES else None


def _letters(run: str) -> list[Piece]:
    return [("letters", letter) for letter in run]


def _is_product(run: str) -> bool:
    if run.lower() in SHORT_WORDS:
        return False
    if len(run) == 2:
        return True
    return len(run) <= 6 and (
        not (_VOWELS & frozenset(run)) or (len(run) <= 4 and frozenset(run) <= frozenset("abcdxyz"))
    )
