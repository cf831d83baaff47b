"""A page, and how it becomes bytes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from porism.look.shared import templates
from porism.site import address
from porism.site.cells import cells, squares, whisker
from porism.site.settings import Settings

if TYPE_CHECKING:
    from jinja2 import Environment


@dataclass(frozen=True, slots=True)
class Link:
    """A way to another page."""

    text: str
    href: str
    """From the site's root."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page before it is written.

    Attributes:
        path: from the site's root.
        template: the file that shows the view.
        title: in a few words.
        view: what it shows.
        trail: the pages above it, the home page apart.
        sample: whether it shows data that were made up.
        key: digest of all that it is made from; pages without one are always made again.
    """

    path: str
    template: str
    title: str
    view: object
    trail: tuple[Link, ...] = ()
    sample: bool = False
    key: str = ""


MENU = (
    Link("Standings", address.HOME),
    Link("Compare", address.COMPARE),
    Link("Methods", address.METHODS),
    Link("Corrections", address.LOG),
    Link("Data", address.DATA),
    Link("About", address.ABOUT),
)


@cache
def environment() -> Environment:
    """Return the templates, compiled once a process."""
    made = templates("porism.site")
    written = {"cells": cells, "squares": squares, "whisker": whisker}
    made.globals |= {"menu": MENU, "addresses": address, **written}
    return made


def render(page: Page, settings: Settings) -> bytes:
    """Write a page."""
    template = environment().get_template(page.template)
    text = template.render(page=page, view=page.view, root=address.up(page.path), settings=settings)
    return text.encode("utf-8", "replace")
