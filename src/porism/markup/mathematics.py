"""A formula in LaTeX to MathML, or to its own source where it cannot be read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from markupsafe import Markup
from math_core import LatexError, LatexToMathML

from porism.markup.allowed import clean_formula
from porism.markup.bounds import objection
from porism.markup.characters import plain
from porism.markup.dialect import adapt, macros

_SCROLLS = 40
"""Characters from which a formula may be wider than a page, and can be scrolled by keys."""
_CACHED = 500


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as HTML.

    Args:
        html: MathML, or the escaped source.
        unread: why it stayed source, or nothing.
    """

    html: Markup
    unread: str | None = None


def mathematics(latex: str, display: bool = False) -> Markup:  # noqa: FBT001, FBT002 - as in TeX
    """Typeset a formula.

    Args:
        latex: the formula without its delimiters, from anyone.
        display: on lines of its own, in full size.

    Returns:
        A ``<math>`` element, in a ``<span class="math-block">`` if displayed, in a ``<span
        class="math-wide">`` if it may be wider than a phone. What cannot be
        read is ``<code class="math-source">`` with the reason as its title.
    """
    return typeset(plain(latex), display=display).html


def typeset(latex: str, *, display: bool) -> Formula:
    """Typeset a formula in which nothing hides; frequent short ones are remembered."""
    if len(latex) > _CACHED:
        return _typeset(latex, display)
    return _remembered(latex, display)


def _typeset(latex: str, display: bool) -> Formula:  # noqa: FBT001 - shared with the cache
    unread = objection(latex)
    if unread is None:
        try:
            mathml = _converter().convert_with_local_state(
                adapt(latex, display=display), displaystyle=display
            )
        except LatexError as error:
            unread = str(error).partition(": ")[2] or str(error)
        else:
            return Formula(_placed(clean_formula(mathml), latex, display=display))
    source = Markup('<code class="math-source" title="{}">{}</code>').format(unread, latex)
    return Formula(source, unread)


_remembered = lru_cache(maxsize=20_000)(_typeset)


def _placed(formula: Markup, latex: str, *, display: bool) -> Markup:
    wide = len(latex) > _SCROLLS
    if not (display or wide):
        return formula
    name, focus = "math-block" if display else "math-wide", ' tabindex="0"' if wide else ""
    return Markup(f'<span class="{name}"{focus}>{formula}</span>')  # noqa: S704 - of ours


@cache
def _converter() -> LatexToMathML:
    return LatexToMathML(macros=macros(), allow_unreliable_rendering=True, fancy_error=False)
