"""Environments of LaTeX, turned into those that math-core knows."""

from __future__ import annotations

import re
from collections.abc import Mapping

_READ_AS: Mapping[str, tuple[str, str]] = {
    **{
        name: (rf"\begin{{{read}}}", rf"\end{{{read}}}")
        for names, read in (
            ("align align* alignat alignat* flalign flalign*", "align*"),
            ("equation equation* dmath dmath*", "equation*"),
            ("gather gather*", "gather*"),
            ("split alignedat", "aligned"),
            ("smallmatrix matrix*", "matrix"),
            ("pmatrix* psmallmatrix", "pmatrix"),
            ("bmatrix* bsmallmatrix", "bmatrix"),
            ("vmatrix*", "vmatrix"),
        )
        for name in names.split()
    },
    **dict.fromkeys(("eqnarray", "eqnarray*"), (r"\begin{darray}{rcl}", r"\end{darray}")),
    **dict.fromkeys(("multline", "multline*"), (r"\begin{multline}", r"\notag\end{multline}")),
    **dict.fromkeys(("math", "displaymath", "subequations"), ("{", "}")),
}
"""How environments begin and end for math-core. None is numbered by itself: the numbers of
separate formulas would all begin at one."""

_BEGIN_OR_END = re.compile(
    r"\\(?P<which>begin|end)\s?\{(?P<name>[A-Za-z]{1,20}\*?)\}"
    r"(?P<option>\[[a-z]\])?(?P<count>\{\d{1,2}\})?"
)
_COUNTED = frozenset({"alignat", "alignat*", "alignedat"})
_COLUMNS = re.compile(
    r"(?P<begin>\\begin\{(?:d|sub)?array\})\{(?P<columns>(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\}){0,200})\}"
)
_REPEATED = re.compile(r"\*\{(\d)\}\{([lcr| ]{1,8})\}")
_DECORATION = re.compile(r"[@!><]\{(?:[^{}]|\{[^{}]*\})*\}")
_PARAGRAPH = re.compile(r"[pmb]\{[^{}]*\}")
_LEVEL = re.compile(r"\\(?:begin|end)(?![A-Za-z])|\\\\|\\.|[{}&]", re.DOTALL)


def environments(latex: str) -> str:
    """Replace the environments that math-core does not know, and columns that it cannot read."""
    return _COLUMNS.sub(_columns, _BEGIN_OR_END.sub(_environment, latex))


def in_lines(latex: str) -> str:
    r"""Let a formula with ``\\`` or ``&`` outside every environment have lines and columns."""
    if "&" not in latex and r"\\" not in latex:
        return latex
    depth, found = 0, set()
    for token in _LEVEL.findall(latex):
        if token in {"{", r"\begin"}:
            depth += 1
        elif token in {"}", r"\end"}:
            depth -= 1
        elif depth == 0 and token in {"&", r"\\"}:
            found.add(token)
    if not found:
        return latex
    name = "aligned" if "&" in found else "gathered"
    return rf"\begin{{{name}}}{latex}\end{{{name}}}"


def _environment(bracket: re.Match[str]) -> str:
    name, begins = bracket["name"], bracket["which"] == "begin"
    kept = "" if name in _COUNTED else bracket["count"] or ""
    if name in _READ_AS:
        return _READ_AS[name][0 if begins else 1] + kept
    return rf"\{bracket['which']}{{{name}}}{kept}"


def _columns(array: re.Match[str]) -> str:
    columns = _REPEATED.sub(lambda found: found[2] * int(found[1]), array["columns"])
    columns = _PARAGRAPH.sub("l", _DECORATION.sub("", columns))
    return f"{array['begin']}{{{columns}}}"
