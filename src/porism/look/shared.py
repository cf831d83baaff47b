"""Files and templates that pages share."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from porism import markup
from porism.look import figures

if TYPE_CHECKING:
    from jinja2 import Environment


def assets() -> Iterator[tuple[str, bytes]]:
    """Yield the style sheets and the font that every page needs, by name."""
    yield "markup.css", markup.stylesheet().encode()
    yield markup.FONT, markup.font()
    yield "pages.css", (files("porism.look") / "pages.css").read_bytes()


def templates(package: str) -> Environment:
    """Return the templates of a package, which can use those that are shared.

    Args:
        package: has them in its folder ``templates``.
    """
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader("porism.look")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    made.filters |= {
        name: getattr(figures, name)
        for name in (
            "percent", "interval", "signed", "ends", "coefficient", "dollars", "count", "day",
            "moment",
        )
    }  # fmt: skip
    return made
