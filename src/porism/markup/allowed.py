"""The last gate: only these elements, attributes and addresses leave this package."""

from __future__ import annotations

import re
from collections.abc import Iterable
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

_OURS = {"math-block", "math-wide", "math-source", "image", "notice"}
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

_NAMED = "&[A-Za-z]{2,20};"


def _any_of(names: Iterable[str]) -> str:
    """Return a pattern of names, the frequent ones first."""
    frequent = ["mo", "mi", "mn", "mrow", "msub", "msup", "mfrac", "p", "li", "strong"]
    ranks = {name: rank for rank, name in enumerate(frequent, start=-len(frequent))}
    return f"(?:{'|'.join(sorted(names, key=lambda name: (ranks.get(name, 0), name)))})"


_FORMULA = re.compile(
    rf"(?:[^<>&{mathml.LOW_LINE}]++|{_NAMED}"
    rf"|<(?:/{_any_of(_MATHEMATICS)}|{_any_of(_MATHEMATICS)}(?:{mathml.HARMLESS})*+/?)>)++"
)
"""A formula with nothing but harmless attributes."""
_BARE = frozenset(_HTML.split()) - {"a", "br", "hr", "span"}
_FRAGMENT = re.compile(
    rf"(?:[^<>&]++|{_NAMED}|</?{_any_of(_BARE)}>|<[bh]r>"
    rf'|<t[dh] class="{_any_of(_ALIGNED)}">|<ol start="\d++">'
    r'|<pre tabindex="0"(?: data-language="[a-z0-9+#_-]++")?>)++'
)
"""What nearly all texts consist of."""
_TAG = re.compile(r"<(/?)([a-z0-9]+)")
_EMPTY = frozenset({"br", "hr"})


def clean_formula(formula: str) -> Markup:
    """Let through a formula.

    Args:
        formula: MathML. It is read as a browser would only where its tags leave a doubt: nearly
            always there is nothing to take out, and seeing that takes a fraction of the time.
    """
    if _is_harmless(formula) or _is_harmless(formula := mathml.without_styles(formula)):
        return Markup(formula)  # noqa: S704 - it has the elements and attributes of this module
    return _read(formula)


def _is_harmless(formula: str) -> bool:
    """Tell whether a formula is beyond doubt, and has as many ends as beginnings of elements."""
    ends = 2 * formula.count("</") + formula.count("/>")
    return _FORMULA.fullmatch(formula) is not None and formula.count("<") == ends


def clean(html: str) -> Markup:
    """Let through only what is allowed, and links that tell nobody where they stood."""
    if _FRAGMENT.fullmatch(html) and _is_nested(html):
        return Markup(html)  # noqa: S704 - it has a few elements of this module
    return _read(html)


def _is_nested(html: str) -> bool:
    """Tell whether every element ends, and within the one in which it begins."""
    opened: list[str] = []
    for end, name in _TAG.findall(html):
        if end:
            if not opened or opened.pop() != name:
                return False
        elif name not in _EMPTY:
            opened.append(name)
    return not opened


def _read(html: str) -> Markup:
    """Read a fragment as a browser would, and write what is allowed of it."""
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
