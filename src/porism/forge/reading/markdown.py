"""LaTeX prose to Markdown; mathematics stays LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable

from porism.forge.theorems.extraction import plain_accents
from porism.forge.theorems.marks import end_of_group

_DISPLAYS = "equation|align|gather|multline|eqnarray|alignat|flalign|displaymath|math|dmath|tikzcd"
_MATH = re.compile(
    rf"\\[\\$%]|(?P<open>\$\$|\$|\\\(|\\\[|\\begin\s?\{{(?P<display>(?:{_DISPLAYS})\*?)\}})"
)
_CLOSERS = {"$$": "$$", "$": "$", r"\(": r"\)", r"\[": r"\]"}
_TOKEN = re.compile(
    r"\\(?P<name>[A-Za-z@]+)\*?[ \t]*|\\(?P<sign>[\s\S])|(?P<brace>[{}])|~|``|''|---?"
)
_BLANKS = re.compile(r"\s*")
_SPACES = re.compile(r"[ \t]+")
_LINES = re.compile(r"\n[ \t]*(?:\n\s*)+")
_ENVIRONMENT = re.compile(r"\{([^{}]{0,80})\}(?:\s*\[[^\]\n]{0,200}\])?")

# What stands for an argument in braces: before and behind it.
WRAPPED = {
    "textbf": ("**", "**"), "emph": ("*", "*"), "textit": ("*", "*"), "textsl": ("*", "*"),
    "texttt": ("`", "`"), "footnote": (" (", ")"), "underline": ("", ""), "mbox": ("", ""),
    "section": ("\n\n## ", "\n\n"), "subsection": ("\n\n### ", "\n\n"), "part": ("\n\n# ", "\n\n"),
    "subsubsection": ("\n\n#### ", "\n\n"), "chapter": ("\n\n# ", "\n\n"),
    "paragraph": ("\n\n**", "** "), "caption": ("\n\n*", "*\n\n"), "url": ("<", ">"),
    "cite": ("[", "]"), "citep": ("[", "]"), "citet": ("[", "]"), "parencite": ("[", "]"),
    "textcite": ("[", "]"), "bibitem": ("\n\n- [", "] "),
}  # fmt: skip
DROPPED = {
    "label": 1, "index": 1, "vspace": 1, "hspace": 1, "includegraphics": 1, "bibliographystyle": 1,
    "pagestyle": 1, "thispagestyle": 1, "setlength": 2, "addtolength": 2, "thanks": 1, "color": 1,
    "textcolor": 1, "fontsize": 2, "setcounter": 2, "addtocounter": 2, "bibliography": 1,
    "phantom": 1, "vphantom": 1, "hypertarget": 1, "href": 1, "markboth": 2, "input": 1,
    "addcontentsline": 3, "newpage": 0, "tableofcontents": 0, "maketitle": 0, "lean": 1, "uses": 1,
    "leanok": 0, "raisebox": 1, "scalebox": 1, "resizebox": 2, "hyphenation": 1, "nocite": 1,
    "author": 1, "address": 1, "email": 1, "date": 1, "title": 1, "subjclass": 1, "keywords": 1,
}  # fmt: skip
PRINTED = {
    "par": "\n\n", "newline": "\n", "linebreak": "\n", "item": "\n- ", "ldots": "...",
    "dots": "...",
    "S": "§", "P": "¶", "qed": " ∎", "qedhere": " ∎", "TeX": "TeX", "LaTeX": "LaTeX", "quad": " ",
    "qquad": " ", "textendash": "–", "textemdash": "—", "copyright": "©", "newblock": " ",
    "bigskip": "\n\n", "medskip": "\n\n", "smallskip": "\n\n", "textbackslash": "\\",
    "slash": "/",
}  # fmt: skip
BEGUN = {
    "proof": "\n\n*Proof.* ", "itemize": "\n", "enumerate": "\n", "description": "\n",
    "quote": "\n\n> ", "quotation": "\n\n> ", "abstract": "\n\n**Abstract.** ",
    "thebibliography": "\n\n## References\n\n",
}  # fmt: skip
ENDED = {"proof": " ∎\n\n"}
SIGNS = {"\\": "\n", ",": " ", ";": " ", ":": " ", "!": "", "/": "", "-": "", " ": " ", "\n": " ",
         "@": "", "%": "%", "&": "&", "#": "#", "$": "\\$", "_": "_", "{": "{",
         "}": "}"}  # fmt: skip
TYPOGRAPHY = {"~": " ", "``": "“", "''": "”", "---": "—", "--": "–"}
MAX_UNCLOSED = 50


def to_markdown(latex: str, resolve: Callable[[str], str] = str) -> str:
    """Convert LaTeX without comments, its macros expanded, to Markdown.

    Args:
        latex: body text.
        resolve: replaces references by what they print.
    """
    parts = [
        _display(text) if is_math else _prose(plain_accents(text))
        for is_math, text in _split_math(resolve(latex))
    ]
    lines = _SPACES.sub(" ", "".join(parts))
    return _LINES.sub("\n\n", lines).strip()


def _split_math(text: str) -> list[tuple[bool, str]]:
    """Cut a text into prose and formulas; a formula that never ends is prose."""
    parts: list[tuple[bool, str]] = []
    position = start = unclosed = 0
    while (match := _MATH.search(text, position)) is not None:
        position = match.end()
        if match["open"] is None:
            continue
        closer = f"\\end{{{match['display']}}}" if match["display"] else _CLOSERS[match["open"]]
        close = _find_closer(text, closer, position)
        if close < 0:
            unclosed += 1
            if unclosed > MAX_UNCLOSED:
                break
            continue
        parts.append((False, text[start : match.start()]))
        start = position = close + len(closer)
        parts.append((True, text[match.start() : start]))
    parts.append((False, text[start:]))
    return parts


def _find_closer(text: str, closer: str, position: int) -> int:
    close = text.find(closer, position)
    while close > 0 and closer[0] == "$" and text[close - 1] == "\\":
        close = text.find(closer, close + 1)
    return close


def _display(formula: str) -> str:
    """Give a formula the delimiters of Markdown."""
    if formula.startswith(r"\("):
        return f"${formula[2:-2].strip()}$"
    if formula.startswith(r"\["):
        return f"\n$$\n{formula[2:-2].strip()}\n$$\n"
    if formula.startswith("\\begin"):
        return f"\n$$\n{formula.strip()}\n$$\n"
    return formula


def _prose(text: str) -> str:
    """Convert text without formulas, token by token."""
    out: list[str] = []
    closers: list[str] = []
    position = 0
    while (match := _TOKEN.search(text, position)) is not None:
        out.append(text[position : match.start()])
        position = match.end()
        if match["brace"] == "{":
            closers.append("")
        elif match["brace"] == "}":
            out.append(closers.pop() if closers else "")
        elif match["sign"] is not None:
            out.append(SIGNS.get(match["sign"], match["sign"]))
        elif match["name"] is not None:
            position = _command(text, match["name"], position, out, closers)
        else:
            out.append(TYPOGRAPHY[match[0]])
    out.append(text[position:])
    return "".join(out)


def _command(text: str, name: str, position: int, out: list[str], closers: list[str]) -> int:
    """Write what stands for a command; return where to go on."""
    if name in {"begin", "end"}:
        environment = _ENVIRONMENT.match(text, position)
        if environment is not None:
            table = BEGUN if name == "begin" else ENDED
            out.append(table.get(environment[1].rstrip("*"), "\n"))
            return environment.end()
        return position
    if name in DROPPED:
        return _behind_arguments(text, position, DROPPED[name])
    if name in WRAPPED:
        brace = _behind_options(text, position)
        if text[brace : brace + 1] == "{":
            before, behind = WRAPPED[name]
            out.append(before)
            closers.append(behind)
            return brace + 1
    out.append(PRINTED.get(name, ""))
    return _behind_blanks(text, position) if name == "item" else position


def _behind_blanks(text: str, position: int) -> int:
    match = _BLANKS.match(text, position)
    return match.end() if match else position


def _behind_options(text: str, position: int) -> int:
    while text[position : position + 1] == "[":
        close = text.find("]", position, position + 400)
        if close < 0:
            break
        position = close + 1
    return position


def _behind_arguments(text: str, position: int, count: int) -> int:
    for _ in range(count):
        brace = _behind_options(text, position)
        if text[brace : brace + 1] != "{":
            return position
        end = end_of_group(text, brace)
        if end < 0:
            return position
        position = end
    return position
