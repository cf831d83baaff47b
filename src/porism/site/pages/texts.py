"""Pages of plain words: methods and about."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

from markupsafe import Markup

from porism.site import address
from porism.site.page import Page
from porism.site.settings import Settings
from porism.site.shown import prose


@dataclass(frozen=True, slots=True)
class TextView:
    """A text."""

    body: Markup
    by_whom: bool = True
    """Whether the publishers have said who they are."""


def methods_page() -> Page:
    """Return the page that says how figures are made."""
    return Page(address.METHODS, "text.html", "Methods", TextView(prose(packaged("methods.md"))))


def about_page(settings: Settings) -> Page:
    """Return the page that says who publishes the site."""
    said = settings.about.strip()
    text = f"{said}\n\n{packaged('about.md')}" if said else packaged("about.md")
    return Page(address.ABOUT, "text.html", "About", TextView(prose(text), bool(said)))


def packaged(name: str) -> str:
    """Read a text of the package."""
    return (files("porism.site") / "texts" / name).read_text(encoding="utf-8")
