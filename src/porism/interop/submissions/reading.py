"""A text in Markdown, LaTeX or both, read into Pandoc's blocks with its formulas apart."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from porism.errors import TypesettingError
from porism.interop.submissions.formulas import Formula
from porism.interop.submissions.pandoc import MARKDOWN, read
from porism.interop.submissions.repairs import Log
from porism.interop.submissions.tree import (
    NOTHING,
    Tree,
    content_of,
    element,
    kind_of,
    parts,
    rebuilt,
    words,
)
from porism.markup.spans import Span, spans

LONGEST = 200_000
"""Characters of a proof that is read; a long one has 60,000."""
LATEX = "latex+raw_tex"
"""With what Pandoc does not know handed on, not left out."""
_HELD = re.compile("\ue000(\\d+)\ue001")
_DOCUMENT = re.compile(
    r"(?P<preamble>\\documentclass.*?)?\\begin\{document\}(?P<body>.*?)(?:\\end\{document\}|\Z)",
    re.DOTALL,
)
_DEFINITION = re.compile(
    r"\\(?:(?:re|provide)?newcommand|renewcommand|DeclareMathOperator)\*?\s*\{?\\[A-Za-z]+\}?"
    r"\s*(?:\[\d\])?\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
)
_THEOREM = re.compile(r"\\newtheorem\*?\s*\{[A-Za-z]+\}\s*(?:\[\w+\])?\s*\{[^{}]*\}(?:\[\w+\])?")
_THEOREM_NAMES = (
    "theorem", "lemma", "claim", "proposition", "corollary", "definition", "remark", "fact", "case",
)  # fmt: skip
_THEOREMS = "".join(rf"\newtheorem*{{{name}}}{{{name.capitalize()}}}" for name in _THEOREM_NAMES)
"""What LaTeX of a part, or of a document without its preamble, takes for granted."""
_DELIMITER = re.compile(r"(?<!\\)(?P<before>(?:\\\\)*)(?:\$\$?|\\[()\[\]])")
_PAIR = re.compile(r"(?<![\\$])\$ +(?P<inside>[^$\n]{1,300}?) +\$(?!\$)")
_PROSE = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3}")
_MONEY = re.compile(r"\$\d")
_WORDS = re.compile(r"\\(?:emph|text[a-z]{2}|underline|mbox|item|section|paragraph)(?![A-Za-z])")
_LAYOUT = re.compile(
    r"\\(?:noindent|(?:big|med|small)skip|newpage|clearpage|par|hfill|centering|maketitle|qed"
    r"|label|vspace\*?)(?:\s*\{[^{}]*\})?\s*"
)
_PAGE_LEVELS = 2
"""Of headings that the page has; those of a proof stand below, and look alike."""
_FENCE = re.compile(r"^(?:```|~~~)[^\n]*\n")
_PIECES = 60
"""Parts of a text in LaTeX that are read; each takes a process of its own."""
_RESTATED = re.compile(
    r"(?:(?:full |complete |detailed )?(?:solution|proof|answer)|problem(?: statement)?)"
    r"(?: (?:to|of|for))?(?: the)?(?: problem)?(?: [\w.-]{1,12})?\s*[:.]?",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Reading:
    """A text that was read; marks in its blocks stand for formulas and code."""

    blocks: list[Tree] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    definitions: str = ""
    """Commands that the text defines for itself."""


def read_proof(text: str, log: Log) -> Reading:
    """Read a text.

    Args:
        text: without private characters.
        log: where repairs are written down.

    Raises:
        TypesettingError: it cannot be read within bounds.
    """
    if len(text) > LONGEST:
        raise TypesettingError(f"longer than {LONGEST:,} characters")
    return _Reader(log).read(text)


def mark(number: int) -> str:
    """Return what stands in blocks for a formula."""
    return f"\ue000{number}\ue001"


class _Reader:
    """Reads one text; parts of it in LaTeX or indented are texts again."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._held: list[Span] = []
        self._formulas: list[Formula] = []
        self._pieces = 0
        self._in_latex = False
        self._rules: dict[str, Callable[[list[Tree]], list[Tree]]] = {
            "Code": lambda inside: [element("Code", [NOTHING, self._sources(str(inside[1]))])],
            "CodeBlock": lambda inside: self._indented(str(inside[1])),
            "Math": self._mathematics,
            "RawInline": lambda inside: self._raw(str(inside[1]), inline=True),
            "RawBlock": lambda inside: self._raw(str(inside[1]), inline=False),
            "Para": lambda inside: [element("Para", self._without_breaks(inside))],
            "Plain": lambda inside: [element("Plain", self._without_breaks(inside))],
            "Header": _lowered,
            "HorizontalRule": self._without_rule,
            "Link": self._unlinked,
            "Image": self._unlinked,
            **dict.fromkeys(("Span", "Div", "Cite", "Figure"), lambda inside: parts(inside[-1])),
            **dict.fromkeys(("Underline", "SmallCaps"), lambda inside: inside),
        }

    def read(self, text: str) -> Reading:
        definitions = "\n".join(found[0] for found in _DEFINITION.finditer(text))
        self._in_latex = _DOCUMENT.search(text) is not None
        text = _DEFINITION.sub("", _DOCUMENT.sub(self._body, text))
        held = "".join(map(self._hold, spans(text)))
        blocks = read(_THEOREMS + held, LATEX) if self._in_latex else read(held, MARKDOWN)
        blocks = self._blocks(blocks)
        return Reading(self._without_restated(blocks), self._formulas, definitions)

    def _body(self, document: re.Match[str]) -> str:
        if document["preamble"]:
            self._log.note("fence", document["preamble"])
        return "".join(_THEOREM.findall(document["preamble"] or "")) + document["body"]

    def _hold(self, span: Span) -> str:
        if span.kind == "text":
            return self._balanced(span.source)
        self._held.append(span)
        return mark(len(self._held) - 1)

    def _balanced(self, text: str) -> str:
        """Take out signs that open or close no formula."""
        if not _DELIMITER.search(text):
            return text
        return "".join(map(self._without_delimiters, text.splitlines(keepends=True)))

    def _without_delimiters(self, line: str) -> str:
        line = _PAIR.sub(self._paired, line)
        if _MONEY.search(line) or not _DELIMITER.search(line):
            return line
        without = _DELIMITER.sub(r"\g<before>", line)
        self._log.note("delimiter", line.strip(), without.strip())
        return without

    def _paired(self, pair: re.Match[str]) -> str:
        """Hold what stands between two dollars on a line, unless it is prose between prices."""
        if _PROSE.search(pair["inside"]):
            return pair[0]
        return self._hold(Span("inline", pair[0], pair["inside"]))

    def _blocks(self, blocks: list[Tree]) -> list[Tree]:
        return rebuilt(blocks, self._rule)

    def _rule(self, kind: str, content: Tree) -> list[Tree] | None:
        if kind == "Str":
            return self._restored(str(content))
        rule = self._rules.get(kind)
        return rule(parts(content)) if rule else None

    def _mathematics(self, inside: list[Tree]) -> list[Tree]:
        return [self._formula(str(inside[1]), display=kind_of(inside[0]) == "DisplayMath")]

    def _without_rule(self, _inside: list[Tree]) -> list[Tree]:
        self._log.note("rule", "---")
        return []

    def _unlinked(self, inside: list[Tree]) -> list[Tree]:
        self._log.note("link", str(parts(inside[2])[0]), words(inside[1]))
        return parts(inside[1])

    def _without_breaks(self, inlines: list[Tree]) -> list[Tree]:
        """Leave out the ends of lines around formulas that have lines of their own."""

        def is_display(tree: Tree) -> bool:
            said = parts(content_of(tree)) if kind_of(tree) == "RawInline" else []
            held = _HELD.fullmatch(str(said[1])) if said else None
            return held is not None and self._formulas[int(held[1])].display

        ends = [True, *map(is_display, inlines), True]
        return [
            inline
            for place, inline in enumerate(inlines, start=1)
            if kind_of(inline) not in {"LineBreak", "SoftBreak"}
            or not (ends[place - 1] or ends[place + 1])
        ]

    def _indented(self, text: str) -> list[Tree]:
        """Read what is indented as the text that it is; code stands in fences."""
        self._pieces += 1
        if self._pieces > _PIECES:
            return [_listing(self._sources(text))]
        return self._blocks(read("\n".join(map(str.strip, text.splitlines())), MARKDOWN))

    def _sources(self, text: str) -> str:
        return _HELD.sub(lambda held: self._held[int(held[1])].source, text)

    def _restored(self, text: str) -> list[Tree]:
        """Put formulas and code in the place of their marks."""
        found: list[Tree] = []
        start = 0
        for held in _HELD.finditer(text):
            found += [element("Str", text[start : held.start()])] if held.start() > start else []
            found.append(self._of(self._held[int(held[1])]))
            start = held.end()
        return found + ([element("Str", text[start:])] if start < len(text) else [])

    def _of(self, span: Span) -> Tree:
        if span.kind == "code":
            return element("Code", [NOTHING, _FENCE.sub("", span.source).strip("`~\n")])
        return self._formula(span.content, display=span.kind == "display")

    def _formula(self, source: str, *, display: bool) -> Tree:
        self._formulas.append(Formula(source, display))
        return element("RawInline", ["typst", mark(len(self._formulas) - 1)])

    def _raw(self, source: str, *, inline: bool) -> list[Tree]:
        """Read LaTeX that stands between Markdown."""
        if _LAYOUT.fullmatch(source):
            return []
        source = self._sources(source)
        if inline and not _WORDS.match(source):
            return [self._formula(source, display=False)]
        blocks = None if self._in_latex else self._latex(source)
        if blocks is None:
            self._log.note("source", source, source)
            return [element("Code", [NOTHING, source])] if inline else [_listing(source)]
        return parts(content_of(blocks[0])) if inline and blocks else blocks

    def _latex(self, source: str) -> list[Tree] | None:
        self._pieces += 1
        if self._pieces > _PIECES:
            return None
        self._in_latex = True
        try:
            return self._blocks(read(_THEOREMS + "".join(map(self._hold, spans(source))), LATEX))
        except TypesettingError:
            return None
        finally:
            self._in_latex = False

    def _without_restated(self, blocks: list[Tree]) -> list[Tree]:
        """Leave out headings at the beginning that say what the page says already."""
        while blocks and (said := _heading(blocks[0])) and _RESTATED.fullmatch(said):
            self._log.note("heading", said)
            blocks = blocks[1:]
        return blocks


def _heading(block: Tree) -> str:
    """Return what a block says if it is a heading, or bold words alone."""
    inside = parts(content_of(block))
    if kind_of(block) == "Header":
        return words(inside[2]).strip()
    alone = kind_of(block) == "Para" and len(inside) == 1 and kind_of(inside[0]) == "Strong"
    return words(inside).strip() if alone else ""


def _lowered(inside: list[Tree]) -> list[Tree]:
    level = _PAGE_LEVELS + min(3, int(str(inside[0])))
    return [element("Header", [level, NOTHING, inside[2]])]


def _listing(source: str) -> Tree:
    return element("CodeBlock", [NOTHING, source])
