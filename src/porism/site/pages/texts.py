"""Pages of plain words: methods and about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from markupsafe import Markup

from porism.site import address
from porism.site.page import Page
from porism.site.settings import Settings
from porism.site.shown import text


@dataclass(frozen=True, slots=True)
class TextView:
    """A text in parts, each with its title."""

    parts: tuple[tuple[str, Markup], ...]


def methods_page() -> Page:
    """Return the page that says how figures are made."""
    return Page(
        address.METHODS, "text.html", "Methods", TextView(tuple(parts(packaged("methods.md"))))
    )


def about_page(settings: Settings) -> Page:
    """Return the page that says who publishes the site."""
    said = settings.about.strip()
    view = TextView((("Who publishes this site", text(said)),) if said else ())
    return Page(address.ABOUT, "about.html", "About", view)


def parts(written: str) -> Iterator[tuple[str, Markup]]:
    """Yield the documents in a text, whose headings go one level up below their titles."""
    for document in re.split(r"^# ", written, flags=re.MULTILINE)[1:]:
        title, _, body = document.partition("\n")
        yield title, text(re.sub(r"^#(#+ )", r"\1", body, flags=re.MULTILINE))


def packaged(name: str) -> str:
    """Read a text of the package."""
    return (files("porism.site") / "texts" / name).read_text(encoding="utf-8")
