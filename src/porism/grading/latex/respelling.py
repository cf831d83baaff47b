r"""Spellings that only a whole group shows, rewritten before the text is cut into tokens."""

from __future__ import annotations

import re
from collections.abc import Callable

from porism.grading.latex.glyphs import to_latex

_INDEX = r"(?:\{\s*([\w+-]{1,12})\s*\}|(\w))"
_Replacement = str | Callable[[re.Match[str]], str]


def _rules(
    *rules: tuple[str, str, _Replacement],
) -> tuple[tuple[str, re.Pattern[str], _Replacement], ...]:
    return tuple((sign, re.compile(expression), new) for sign, expression, new in rules)


def _unit_fraction(match: re.Match[str]) -> str:
    power = f"^{match[3]}" if match[3] else ""
    return rf"\text{{ {match[1]}/{match[2]}{power}}}"


def _chosen(match: re.Match[str]) -> str:
    """Return combinations or arrangements as what they count."""
    n, letter, k = match[1] or match[2], match["kind"], match[4] or match[5]
    if letter == "C":
        return rf"\binom{{{n}}}{{{k}}}"
    return rf"\frac{{({n})!}}{{({n}-({k}))!}}"


def _chosen_upright(match: re.Match[str]) -> str:
    r"""Return ``C_n^k`` as a binomial coefficient, unless it can only be a power."""
    n, k = match[1] or match[2], match[3] or match[4]
    if n in ("0", "1", "2") or (n.isdigit() and k.isdigit() and int(n) < int(k)):
        return match[0]
    return rf"\binom{{{n}}}{{{k}}}"


_DOUBLED = (
    r"\\\\(?=(?:d?t?frac|sqrt|pi|boxed|text|cdot|times|left|right|ldots|infty|cup|le|ge)"
    r"(?![A-Za-z]))"
)
_ORDINAL = (
    r"(?<=\d)(?:\^\s*(?:\{\s*th\s*\}|\{\s*\\(?:text|mathrm)\{\s*(?:st|nd|rd|th)\s*\}\s*\})"
    r"|\^?\s*\\(?:text|mathrm)\{\s*(?:st|nd|rd|th)\s*\})"
)
_UNIT_FRACTION = (
    r"\\[dt]?frac\s*\{\s*\\(?:text|mathrm)\{\s*([A-Za-z]+)\s*\}\s*\}\s*"
    r"\{\s*\\(?:text|mathrm)\{\s*([A-Za-z]+(?:\^\{?\d\}?)?)\s*\}(?:\^\{?(\d)\}?)?\s*\}"
)
_RULES = _rules(
    ("\\\\", _DOUBLED, r"\\"),
    ("}", r"(?<=[\w)}])\{\s*\}", ""),
    ("^", r"(?<=\d)\s*[xX]\s*(?=10\s*\^)", r"\\times "),
    ("{", r"\{\s*([:=<>])\s*\}", r"\1"),
    ("{,", r"\\(?:text|mathrm)\{,\}", "{,}"),
    ("m{", r"(?<=\d)\\mathrm\{([eE])\}(?=[+-]?\d)", r"\1"),
    ("not", r"\\not\s*(?:=|\\eq(?![A-Za-z]))", r"\\ne "),
    ("not", r"\\not\s*\\in(?![A-Za-z])", r"\\notin "),
    ("minus", r"(?:\\text\{\s*)?\bplus[ -]or[ -]minus\b\s*\}?", r"\\pm "),
    ("mathbb", r"(\\mathbb\{[A-Z]\})\s*\\\{([^{}\\]*)(?:\}|$)", r"\1\\setminus\\{\2\\}"),
    ("_", rf"(?<![\w}}])(?:\{{\s*\}})?[_^]{_INDEX}\s*(?P<kind>[CP])_{_INDEX}", _chosen),
    ("C_", rf"(?<![A-Za-z\\])C_{_INDEX}\^{_INDEX}", _chosen_upright),
    ("frac", _UNIT_FRACTION, _unit_fraction),
    ("th", _ORDINAL, ""),
    ("st}", _ORDINAL, ""),
    ("nd}", _ORDINAL, ""),
    ("rd}", _ORDINAL, ""),
)
"""A sign without which a rule cannot apply, the rule, and what it makes of its match."""


def respelt(text: str) -> str:
    """Return a text in the one spelling that the tokenizer knows."""
    text = to_latex(text)
    for sign, pattern, new in _RULES:
        if sign in text:
            text = pattern.sub(new, text)
    return text
