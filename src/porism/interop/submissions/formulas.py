"""Formulas in LaTeX, said so that Pandoc reads them, and what may come back in Typst."""

from __future__ import annotations

import re
from dataclasses import dataclass

from porism.interop.submissions.look import quoted
from porism.markup.dialect import macros
from porism.markup.environments import in_lines

_COMMAND = re.compile(r"\\([A-Za-z]+)")
_SYNONYMS = (
    (re.compile(r"\\!"), " "),
    (re.compile(r"\\[;:>]"), r"\\ "),
    (re.compile(r"\\#"), r"\\text{#}"),
    (re.compile(r"\\varnothing(?![A-Za-z])"), r"\\emptyset "),
    (re.compile(r"\\(?:notag|nonumber)(?![A-Za-z])|\\label\s*\{[^{}]*\}"), ""),
    (re.compile(r"\\[hv]space\*?\s*\{[^{}]*\}"), r"\\ "),
)
"""Commands that Pandoc or Typst sets badly, and those that look the same and are set well."""
_MENDED = (
    (re.compile(r"\\tag\*?\s*\{([^{}]*)\}"), r"\\qquad \\text{(\1)}"),
    (re.compile(r"\\(?:text)?color\s*\{[^{}]*\}"), ""),
    (re.compile(r"\{\\rm\s([^{}\\]*)\}"), r"\\mathrm{\1}"),
    (re.compile(r"\\\.(?=\s*$)"), "."),
)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_ESCAPE = re.compile(r"\\(?:\S|\s)")
_LENGTH = r"-?\d*\.?\d+(?:em|pt|%)"
_CALLS = re.compile(
    rf"#h\({_LENGTH}\)|#scale\(x: {_LENGTH}, y: {_LENGTH}\)(?=\[)|#hide(?=\[)|#none"
    rf"|#box\(stroke: black, inset: {_LENGTH}, (?=\[)"
)
_FORBIDDEN = re.compile(r"#|//|/\*|(?<![A-Za-z])std(?![A-Za-z])")
_POLISHED = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*")|#scale\(x: (?P<percent>\d+)%, y: \d+%\)\[(?P<sign>\\?\S)\]'
    r"|(?P<bar>\\\|)|(?P<box>stroke: black)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as it was written, without its delimiters."""

    source: str
    display: bool


def plainly(latex: str) -> str:
    """Say a formula with commands that look the same and are set well."""
    for synonym, ours in _SYNONYMS:
        latex = synonym.sub(ours, latex)
    return latex


def mended(latex: str) -> str:
    """Say a formula in commands that Pandoc knows; what it means stays."""
    for spelling, ours in _MENDED:
        latex = spelling.sub(ours, latex)
    return in_lines(_COMMAND.sub(_known, latex))


def _known(command: re.Match[str]) -> str:
    meaning = macros().get(command[1], "#")
    return command[0] if "#" in meaning else f"{{{meaning}}}"


def is_harmless(typst: str) -> bool:
    """Tell whether a formula that Pandoc wrote in Typst calls nothing but layout.

    Whoever writes a proof chooses the LaTeX; should Pandoc ever let a part of it through as
    code, the code would have to begin with one of the forbidden signs.
    """
    without_text = _ESCAPE.sub("", _STRING.sub("", typst))
    return not _FORBIDDEN.search(_CALLS.sub("", without_text))


def polished(typst: str) -> str:
    """Let large parentheses stretch, bars stand close, and frames be thin."""
    return _POLISHED.sub(_polish, typst)


def _polish(found: re.Match[str]) -> str:
    if percent := found["percent"]:
        return f"lr(size: #{int(percent) / 100}em, {found['sign']})"
    if found["bar"]:
        return 'class("normal", |)'
    return "stroke: 0.5pt" if found["box"] else found[0]


def as_source(formula: Formula) -> str:
    """Return Typst that shows a formula as it was written."""
    return f"#raw({quoted(formula.source.strip())})"
