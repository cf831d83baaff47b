"""Texts of models, files and people as pages show them: typeset, harmless, of bounded length."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup, escape

from porism import markup

LONGEST = 200_000
"""Characters of one text that a page shows; the files hold all of them."""
LONGEST_ANSWER = 2_000
COMMANDS = re.compile(r"\\(?:text|mathrm|operatorname|mathbf)\s*\{[^{}]*\}|\\[a-zA-Z]+")
WORDS = re.compile(r"[^\W\d_]{2,}|^\(?[A-Z]\)?$")
DOLLARS = re.compile(r"^(?:\$\$?|\\[(\[])\s*|\s*(?:\$\$?|\\[)\]])$")


def cut(text: str, most: int = LONGEST) -> tuple[str, str]:
    """Shorten a text, with a note that says so."""
    if len(text) <= most:
        return text, ""
    return text[:most], f"Shortened: the first {most:,} of {len(text):,} characters."


def noted(shown: Markup, note: str) -> Markup:
    """Put a note below a text."""
    return shown + Markup('<p class="note">{}</p>').format(note) if note else shown


@lru_cache(maxsize=4096)
def prose(text: str) -> Markup:
    """Typeset Markdown with mathematics."""
    return markup.prose(text)


def text(written: str) -> Markup:
    """Typeset a document, in which the ends of lines mean nothing."""
    return markup.prose(written, breaks=False)


def code(text: str) -> Markup:
    """Show a text as it is, in a block."""
    kept, note = cut(text)
    return noted(markup.code(kept), note)


@lru_cache(maxsize=4096)
def answer(text: str) -> Markup:
    """Typeset a short answer, which is LaTeX or words."""
    kept, _ = cut(text.strip(), LONGEST_ANSWER)
    if not kept:
        return Markup("–")
    bare = DOLLARS.sub("", kept)
    if WORDS.search(COMMANDS.sub("", bare)) or "$" in bare:
        return words(kept)
    return markup.mathematics(bare, display=False)


def words(text: str) -> Markup:
    """Show a line as it is, save for mathematics between dollars."""
    if "$" not in text:
        return escape(markup.plain(text))
    return Markup(re.sub(r"^\s*<p>|</p>\s*$", "", prose(text)))  # noqa: S704 - a part of safe HTML
