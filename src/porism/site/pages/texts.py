"""Pages of plain words: methods and about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

from markupsafe import Markup

from porism.look.shown import text
from porism.site import address
from porism.site.page import Page
from porism.site.settings import Settings


@dataclass(frozen=True, slots=True)
class TextView:
    """A text in parts, each with its title."""

    parts: tuple[tuple[str, Markup], ...]


METHODS = ("from-answers-to-figures.md", "methods.md", "grading.md")
"""Pages of the documentation, to which the folder ``texts`` has links."""
LINK = re.compile(r"\[([^\]]+)\]\((?!https?://)[^)]*\)")
FENCE = re.compile(r"^```grading$", re.MULTILINE)


def methods_page() -> Page:
    """Return the page that says how figures are made."""
    view = TextView(tuple(document(packaged(name)) for name in METHODS))
    return Page(address.METHODS, "text.html", "Methods", view)


def about_page(settings: Settings) -> Page:
    """Return the page that says who publishes the site."""
    said = settings.about.strip()
    view = TextView((("Who publishes this site", text(said)),) if said else ())
    return Page(address.ABOUT, "about.html", "About", view)


def document(written: str) -> tuple[str, Markup]:
    """Return the title and the body of a document.

    Headings go one level up below the title; links to pages that a site has not become words.
    """
    title, _, body = written.partition("\n")
    words = FENCE.sub("```", LINK.sub(r"\1", body))
    return title.removeprefix("# "), text(re.sub(r"^#(#+ )", r"\1", words, flags=re.MULTILINE))


def packaged(name: str) -> str:
    """Read a text of the package."""
    return (files("porism.site") / "texts" / name).read_text(encoding="utf-8")
