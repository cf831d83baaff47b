"""Texts of models, files and people as pages show them: typeset, harmless, of bounded length."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup, escape

from porism import markup

LONGEST = 200_000
"""Characters of one text that a page shows; the files hold all of them."""
LONGEST_ANSWER = 2_000
PLAIN_WORDS = re.compile(r"[^\W\d_]{3,}(?:[\s-]+[^\W\d_]+)*|[A-Z]")


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
    kept, note = cut(text)
    return noted(markup.prose(kept), note)


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
    if PLAIN_WORDS.fullmatch(kept):
        return escape(markup.plain(kept))
    bare = re.sub(r"^(\$\$?|\\[(\[])\s*|\s*(\$\$?|\\[)\]])$", "", kept)
    return markup.mathematics(bare, display=False)
