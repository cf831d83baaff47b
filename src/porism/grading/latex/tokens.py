"""Text cut into tokens, each spelling of the same mark made one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_letters
from typing import NamedTuple

from porism.grading.budget import LONG_TOKEN, TOKENS, OverBudget
from porism.grading.latex.letters import Kind, pieces
from porism.grading.latex.respelling import respelt
from porism.grading.latex.units import unit
from porism.grading.latex.vocabulary import (
    ARGUMENT_DROPPED,
    COLOURS,
    CONNECTIVES,
    FONTS,
    MARKS,
    SPACES,
    UNIT_LETTERS,
    WORDS,
)


class Token(NamedTuple):
    r"""A piece of an answer.

    ``number`` has digits only, with ``.`` for the decimal point and ``e`` for the exponent;
    ``letters`` is a bare run of letters, ``words`` the content of ``\text`` and its kin,
    ``bold`` a letter in bold or under an arrow or hat, ``name`` a command.
    """

    kind: Kind
    text: str
    spaced: bool = False
    """White space stands before it."""
    grouped: bool = False
    """A number whose commas may also separate a list."""


class Unreadable(Exception):  # noqa: N818 - reads as what it is
    """A text that is not mathematics as we know it; the message says why."""


_TOKEN = re.compile(
    r"""
    (?P<space>(?:\s|~)+)
  | (?P<number>
        [1-9]\d{0,2}(?P<gap>\{,\}|\{\\[,;: ]\}|,\\!|\\[,;: ]|[,\ ~'])\d{3}
        (?:(?P=gap)\d{3})*(?!\d)(?:\.\d+)?
      | \d+\.\d*\(\d{1,30}\)(?!\d)
      | \d+\.(?=\s*\\(?:overline|bar|dot)(?![A-Za-z]))
      | \.(?=\s*\\(?:overline|bar|dot)(?![A-Za-z]))
      | (?:\d+(?:\{,\}\d+|\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,12}(?![\dA-Za-z.]))?)
  | (?P<degree>\^\s*(?:\{\s*\\(?:circ|degree)\s*\}|\\circ(?![A-Za-z])))
  | \\(?P<env>begin|end)\s*\{(?P<envname>[A-Za-z]+\*?)\}
  | \\(?P<command>[A-Za-z]+\*?|\\|.)
  | (?P<letters>[A-Za-z]+|[^\W\d_])
  | (?P<mark>\.\.\.+|<=|>=|!=|==|=>|->|:=|\*\*|<>|\+/-|\+-|[-+*/^_=<>(){}\[\]|,;:!'%&$€£¥\#.?"°])
    """,
    re.VERBOSE | re.DOTALL,
)
_RESPELLED = {"...": "…", "==": "=", ":=": "=", "**": "^", "<>": "!=", "+/-": "+-"}
_GROUP = re.compile(r"\s*\{((?:[^{}\\]|\\.|\{[^{}]{0,40}\})*)\}", re.DOTALL)
_THIN = re.compile(r"\\[,;:! ]|\\cdot(?![A-Za-z])|~")
_MARKS_IN_TEXT = frozenset(("mod", "%", "\\%"))
_MATHS_INSIDE = re.compile(r"[$\\^_{}=<>]|\d")
_BOLD = frozenset((
    "mathbf", "bm", "boldsymbol", "vec", "hat", "overrightarrow", "widehat", "bold", "pmb",
))  # fmt: skip
_HATTED = re.compile(r"\s*(?:\{\s*\\?([a-zA-Z]|imath|jmath)\s*\}|\\(imath|jmath)|\s([a-zA-Z]))")
_DROPPED_ARGUMENT = re.compile(r"\s*(?:\[[^\]{}]*\])?\s*\{[^{}]*\}")
_SET_AHEAD = re.compile(r"\s*(?:\\?[{(\[]|\\lbrace|\\mathbb)")


def tokenize(text: str) -> list[Token]:
    """Cut an answer into tokens.

    Raises:
        Unreadable: a character that no mathematics uses.
        OverBudget: too many tokens.
    """
    return _without_doubled_brackets(_Tokenizer(respelt(text)).run())


def _frequent() -> Iterator[tuple[str, tuple[Token, Token]]]:
    """Yield the tokens that most answers consist of, without and with space before them."""
    kinds: tuple[tuple[Kind, str], ...] = (
        ("mark", "-+*/^_=<>(){}[]|,;:!'%&"),
        ("number", "0123456789"),
        ("letters", ascii_letters),
    )
    for kind, characters in kinds:
        for c in characters:
            yield c, (Token(kind, c), Token(kind, c, spaced=True))


_FREQUENT = dict(_frequent())


class _Tokenizer:
    def __init__(self, text: str) -> None:
        self.text, self.position, self.spaced = text, 0, False
        self.tokens: list[Token] = []

    def run(self) -> list[Token]:
        text, match, tokens, end = self.text, _TOKEN.match, self.tokens, len(self.text)
        cost = 0
        while self.position < end:
            found = match(text, self.position)
            if found is None:
                raise Unreadable(f"the character {text[self.position]!r} is not mathematics")
            self.position = found.end()
            frequent = _FREQUENT.get(found[0])
            if frequent is not None:
                tokens.append(frequent[self.spaced])
                self.spaced = False
                cost += 1
            else:
                self._take(found)
                cost += LONG_TOKEN if found.lastgroup != "space" else 0
            if cost > TOKENS:
                raise OverBudget(f"the answer has more than {TOKENS} tokens")
        return tokens

    def _take(self, found: re.Match[str]) -> None:
        group = found.lastgroup
        if group == "space":
            self.spaced = True
        elif group == "mark":
            if found[0] != "$":  # a bare dollar sign delimits mathematics
                self._add("mark", _respelled(found[0]))
        elif group == "letters":
            self._letters(found[0])
        elif group in ("number", "gap"):
            self._number(found)
        elif group == "command":
            self._command(found["command"])
        elif group == "degree":
            self._add("mark", "°")
        else:
            self._environment(found["env"], found["envname"])

    def _add(self, kind: Kind, text: str, *, grouped: bool = False) -> None:
        self.tokens.append(Token(kind, text, self.spaced, grouped))
        self.spaced = False

    def _number(self, found: re.Match[str]) -> None:
        gap = found["gap"]
        if gap:
            self._add("number", found[0].replace(gap, ""), grouped=gap == ",")
        else:
            self._add("number", found[0].replace("{,}", ".").lower())

    def _letters(self, run: str) -> None:
        after_number = bool(self.tokens) and self.tokens[-1].kind == "number"
        if run == "in" and not after_number and _SET_AHEAD.match(self.text, self.position):
            self._add("mark", "∈")
            return
        for kind, text in pieces(run, after_number=after_number, joined=self._joined()):
            self._add(kind, text)

    def _environment(self, which: str, name: str) -> None:
        self._add("begin" if which == "begin" else "end", name)
        if which == "begin" and name in ("array", "alignedat"):
            self._drop_argument()

    def _command(self, name: str) -> None:
        if name == "\\":
            self._add("mark", "\\\\")
        elif name in MARKS:
            self._add("mark", MARKS[name])
        elif name in SPACES or name.isspace():
            self.spaced = True
            if name in ARGUMENT_DROPPED:
                self._drop_argument()
            elif name in ("left", "right", "middle"):
                self._delimiter()
        elif name in COLOURS:
            self._drop_argument()
        elif not (self._bold(name) or self._words(name) or name in FONTS):
            self._add("name", name)

    def _drop_argument(self) -> None:
        found = _DROPPED_ARGUMENT.match(self.text, self.position)
        if found:
            self.position = found.end()

    def _delimiter(self) -> None:
        """Drop an empty delimiter; take angle brackets that are typed as inequalities."""
        delimiter = self.text[self.position : self.position + 1]
        if delimiter in (".", "<", ">"):
            self.position += 1
        if delimiter in ("<", ">"):
            self._add("mark", "⟨" if delimiter == "<" else "⟩")

    def _bold(self, name: str) -> bool:
        """Take a letter in bold or under an arrow, which is not the plain letter."""
        found = _HATTED.match(self.text, self.position) if name in _BOLD else None
        if found is None:
            return False
        self.position = found.end()
        self._add("bold", (found[1] or found[2] or found[3])[0])
        return True

    def _words(self, name: str) -> bool:
        """Take the argument of a text command, unless mathematics stands in it."""
        if name not in WORDS:
            return False
        found = _GROUP.match(self.text, self.position)
        if found is None:
            return True
        content = found[1].strip()
        spelt = _THIN.sub(" ", content)
        if self._after_value() and (content in UNIT_LETTERS or _is_unit_formula(spelt)):
            self.position = found.end()
            self._add("words", spelt)
            return True
        if content in _MARKS_IN_TEXT:
            self.position = found.end()
            self._add("mark", content[-3:].lstrip("\\"))
            return True
        if content and (_MATHS_INSIDE.search(content) or len(content) < 2):
            return True
        self.position = found.end()
        if content.lower() in CONNECTIVES:
            self._add("mark", CONNECTIVES[content.lower()])
        elif content:
            self.tokens.append(Token("words", content, spaced=True))
        return True

    def _joined(self) -> bool:
        """Return whether a run of letters just read touches other parts of a formula."""
        before = bool(self.tokens) and not self.spaced and self.tokens[-1].kind == "number"
        return before or self.text[self.position : self.position + 1] in ("^", "_")

    def _after_value(self) -> bool:
        last = self.tokens[-1] if self.tokens else None
        return last is not None and (last.kind == "number" or last.text in ("}", ")", "°", "/"))


def _is_unit_formula(content: str) -> bool:
    return (
        any(sign in content for sign in "^/ ")
        and unit(content.replace("{", "").replace("}", "")) is not None
    )


def _respelled(mark: str) -> str:
    return "…" if mark.startswith("...") else _RESPELLED.get(mark, mark)


def _without_doubled_brackets(tokens: list[Token]) -> list[Token]:
    """Drop brackets that stand directly in brackets of their own kind: ``((x))``."""
    if sum(t.text in ("{", "(") for t in tokens) < 2:
        return tokens
    closers = _closers(tokens)
    if not any(closers.get(i + 1, -2) == j - 1 for i, j in closers.items()):
        return tokens
    redundant: set[int] = set()
    for i, j in closers.items():
        if closers.get(i + 1) == j - 1 and tokens[i].text == tokens[i + 1].text:
            redundant |= {i, j}
    return [t for i, t in enumerate(tokens) if i not in redundant]


def _closers(tokens: list[Token]) -> dict[int, int]:
    """Return for each opening brace or bracket the index of the one that closes it."""
    closers: dict[int, int] = {}
    stack: list[int] = []
    for i, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in ("{", "("):
            stack.append(i)
        elif (
            stack
            and token.text in ("}", ")")
            and tokens[stack[-1]].text + token.text
            in (
                "{}",
                "()",
            )
        ):
            closers[stack.pop()] = i
    return closers
