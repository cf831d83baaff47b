"""Which papers are taken, and which may be passed on to others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from porism.core import Preprint

_WITHDRAWN = re.compile(
    r"\b(?:has been|have been|had been|is|was|being) (?:withdrawn|retracted)\b"
    r"|^\W*(?:withdrawn|retracted)\b|\b(?:withdrawn|retracted) (?:by|due|because)\b",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"0\s*kb", re.IGNORECASE)
_NO_PAPER = "I"
"""arXiv's letter for a version all of whose files are to be ignored."""
_FREE = re.compile(
    r"https?://creativecommons\.org/"
    r"(?:licenses/(?:by|by-sa|by-nc-sa|by-nc)/|publicdomain/|licenses/publicdomain)"
)
_VERBATIM_ONLY = re.compile(r"https?://creativecommons\.org/licenses/by(?:-nc)?-nd/")


def why_left_out(preprint: Preprint, categories: Sequence[str] = ()) -> str:
    """Say why a paper of the month is not taken; empty if it is.

    Args:
        preprint: the paper.
        categories: it has to be in one of these; ``math`` stands for all that begin with
            ``math.``. All will do without any.
    """
    if is_withdrawn(preprint):
        return "withdrawn"
    if categories and not any(
        within(c, wanted) for c in preprint.categories for wanted in categories
    ):
        return f"in none of the categories {', '.join(categories)}"
    return ""


def is_withdrawn(preprint: Preprint) -> bool:
    """Whether the newest version takes the paper back."""
    newest = preprint.newest
    gone = _NO_PAPER in newest.flags or _EMPTY.fullmatch(newest.size) is not None
    return gone or _WITHDRAWN.search(preprint.comments) is not None


def within(category: str, wanted: str) -> bool:
    """Whether a category is the wanted one or a part of it."""
    return category == wanted or category.startswith(f"{wanted}.")


def why_kept_back(license: str) -> str:  # noqa: A002 - the noun's word
    """Say why what is made from a paper must not be passed on; empty where it may be."""
    if _FREE.match(license):
        return ""
    if _VERBATIM_ONLY.match(license):
        return "its licence allows verbatim copies only"
    return "its licence lets arXiv alone distribute it" if license else "it names no licence"
