"""LaTeX as people and models write it, turned into the LaTeX that math-core reads."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from porism.markup.arguments import arguments, tagged
from porism.markup.environments import environments, in_lines

_SIZES = "(?:left|right|middle|[bB]igg?[lrm]?)"
_SIZED = rf"\\{_SIZES}"
_UNUSUAL = re.compile(  # each begins with a sign, so that the search skips all others
    rf"√|∛|∜|∅|∠|∡|∢|∴|∵|⊤|⊥|%|&|\*|\n\s*\n|\\(?:\\|\n|begin|limits|{_SIZES}\s*[<>]"
    r"|text|emph|mbox|hbox|substack|tag|label|(?:eq|c|C)?ref|vspace|hdotsfor)"
)
_SYMBOLS = str.maketrans(
    {
        "√": r"\surd ",
        "∛": r"\text{∛}",
        "∜": r"\text{∜}",
        "∅": r"\varnothing ",
        "∠": r"\angle ",
        "∡": r"\measuredangle ",
        "∢": r"\sphericalangle ",
        "∴": r"\therefore ",
        "∵": r"\because ",
        "⊤": r"\top ",
        "⊥": r"\perp ",
    }
)
_SPELLINGS = (
    ("√", re.compile(r"√\s*(\d+|[A-Za-z])"), r"\\sqrt{\1}"),
    ("√", re.compile(r"√\s*\{"), r"\\sqrt{"),
    (r"box", re.compile(r"\\[mh]box(?![A-Za-z])"), r"\\text"),
    (r"\text", re.compile(r"\\text(?:up|normal|md|sl)(?![A-Za-z])"), r"\\text"),
    ("<", re.compile(rf"({_SIZED}\s*)<"), r"\1\\langle "),
    (">", re.compile(rf"({_SIZED}\s*)>"), r"\1\\rangle "),
    ("%", re.compile(r"(?<=[\d}])(\s?)%"), r"\1\\%"),
    (r"\limits", re.compile(r"\}\s*\\limits(?![A-Za-z])"), "}"),
    ("*", re.compile(r"\\hspace\*"), r"\\hspace"),
    ("[", re.compile(r"(\\\\)\*?\s*\[\s*-?[\d.]*\s*(?:[a-z]{2}|\\[a-z]{1,15})\s*\]"), r"\1"),
    ("\n", re.compile(r"\n\s*\n"), "\n"),
    ("\n", re.compile(r"(?<!\\)((?:\\\\)*\\)\n"), r"\1 \n"),
    ("*", re.compile(r"\\(?!tag|hspace|vspace|operatorname)([A-Za-z]+)\*"), r"\\\1 *"),
)
"""What each needs to be there, what is found, and what takes its place."""


def adapt(latex: str, *, display: bool) -> str:
    """Say a formula in the words of math-core, as far as it can be.

    Args:
        latex: a formula to which :func:`porism.markup.bounds.objection` has none.
        display: the formula stands on lines of its own, so that it may have several.
    """
    if not _UNUSUAL.search(latex):
        return latex
    for sign, spelling, ours in _SPELLINGS:
        if sign in latex:
            latex = spelling.sub(ours, latex)
    if not latex.isascii():
        latex = latex.translate(_SYMBOLS)
    latex = arguments(environments(latex))
    return tagged(in_lines(latex) if display else latex, display=display)


@cache
def macros() -> dict[str, str]:
    """What ``macros.txt`` says commands stand for, without their backslash."""
    text = files("porism.markup").joinpath("macros.txt").read_text(encoding="utf-8")
    lines = (line.split(maxsplit=1) for line in text.splitlines() if line.startswith("\\"))
    return {name.removeprefix("\\"): meaning.strip() for name, meaning in lines}
