"""The last gate: only these elements, attributes and addresses leave this package."""

from __future__ import annotations

import re
from functools import cache

import nh3
from markupsafe import Markup

from porism.markup import mathml

_MATHML = """
    math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow
    ms mspace msqrt msub msubsup msup mtable mtd mtext mtr munder munderover
"""
_HTML = """
    a b blockquote br code em h3 h4 h5 h6 hr i li ol p pre s span strong table tbody td th thead tr
    u ul
"""
_MATHEMATICS = frozenset(_MATHML.split())
ELEMENTS = _MATHEMATICS | frozenset(_HTML.split())
"""Every element that a fragment can have."""

ATTRIBUTES: dict[str, set[str]] = {
    **{element: set(mathml.ATTRIBUTES - {"class"}) for element in _MATHEMATICS},
    "a": {"href", "title"},
    "code": {"title"},
    "ol": {"start"},
    "pre": {"data-language", "tabindex"},
    "span": {"tabindex"},
}
"""The attributes of each element, beside ``class`` and the ``rel`` of links."""

_OURS = {"math-block", "math-source", "image", "notice"}
_ALIGNED = {"left", "center", "right"}
CLASSES: dict[str, set[str]] = {
    **{element: set(mathml.CLASSES) for element in _MATHEMATICS},
    "code": {"math-source"},
    "span": {*mathml.CLASSES, *_OURS},
    "p": {"notice"},
    "td": _ALIGNED,
    "th": _ALIGNED,
}
"""The classes of each element."""

SCHEMES = frozenset({"http", "https", "mailto"})
"""Where a link may lead."""


_NAME = "|".join(sorted(_MATHEMATICS, reverse=True))
_ATTRIBUTE = (
    f' (?:class="(?:(?:{"|".join(sorted(mathml.CLASSES, reverse=True))}) ?)++"'
    f'|(?:{"|".join(sorted(mathml.ATTRIBUTES - {"class"}, reverse=True))})="[A-Za-z0-9#. -]*+")'
)
_BEYOND_DOUBT = re.compile(
    rf"(?:[^<>&]++|&[A-Za-z]{{2,20}};|<(?:/(?:{_NAME})|(?:{_NAME})(?:{_ATTRIBUTE})*+/?)>)++"
)
"""Text, and elements and attributes of formulas."""


def clean_formula(formula: str) -> Markup:
    """Let through a formula; it is read as a browser would only where its tags leave a doubt.

    Args:
        formula: MathML. Nearly always there is nothing to take out, and seeing that takes a
            quarter of the time that reading it takes.
    """
    if _BEYOND_DOUBT.fullmatch(formula) and _ends_what_it_begins(formula):
        return Markup(formula)  # noqa: S704 - it has the elements and attributes of this module
    return clean(formula)


def _ends_what_it_begins(formula: str) -> bool:
    """Tell whether a formula has as many ends as beginnings of elements."""
    return formula.count("<") == 2 * formula.count("</") + formula.count("/>")


def clean(html: str) -> Markup:
    """Let through only what is allowed, and links that tell nobody where they stood."""
    return Markup(_cleaner().clean(html))  # noqa: S704 - cleaned on this line


@cache
def _cleaner() -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=ELEMENTS,
        clean_content_tags={"script", "style"},
        attributes=ATTRIBUTES,
        allowed_classes=CLASSES,
        url_schemes=SCHEMES,
        url_relative="deny",
        link_rel="nofollow noopener noreferrer",
    )
