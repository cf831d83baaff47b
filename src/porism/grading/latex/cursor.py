"""A place in a list of tokens, and the bounds on what is read from there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from porism.grading.budget import DEPTH, FACTORS, OverBudget
from porism.grading.expression.shapes import Expression
from porism.grading.latex.letters import Kind
from porism.grading.latex.tokens import Token, Unreadable

END = Token("mark", "")
_LOOK_AHEAD = 32
"""End marks behind the last token, so that looking ahead needs no bounds."""


@dataclass(frozen=True, slots=True)
class Style:
    """Which of two meanings an ambiguous spelling is given."""

    slash_tight: bool = False
    """``1/2x`` is 1/(2x), not x/2."""
    letters_are_units: bool = False
    """``5 m`` is five metres, not five times m."""
    log_is_decimal: bool = False
    r"""``\log`` without a base is to base 10, not e."""


class Cursor:
    """What every part of the grammar has: the tokens, a position, the style."""

    def __init__(self, tokens: list[Token], style: Style, depth: int = 0) -> None:
        self.tokens = [*tokens, *(END,) * _LOOK_AHEAD]
        self.length = len(tokens)
        self.style = style
        self.position = 0
        self.listed = 0
        """How many statements the last list had."""
        self.ambiguous: set[str] = set()
        """Fields of the style that would have changed the reading."""
        self._depth = depth
        self._factors = 0
        self._open_bars: list[str] = []

    def peek(self, ahead: int = 0) -> Token:
        """Return a token to come, or one just read; an empty mark past the end."""
        return self.tokens[self.position + ahead]

    def take(self) -> Token:
        """Return the next token and move past it."""
        token = self.tokens[self.position]
        if self.position < self.length:
            self.position += 1
        return token

    def sees(self, *marks: str) -> bool:
        """Return whether the next token is one of these marks."""
        kind, text, _, _ = self.tokens[self.position]
        return kind == "mark" and text in marks

    def takes(self, *marks: str) -> str:
        """Move past the next token if it is one of these marks and return it, else ``""``."""
        kind, text, _, _ = self.tokens[self.position]
        if kind != "mark" or text not in marks or not text:
            return ""
        self.position += 1
        return text

    def sees_kind(self, kind: Kind, *texts: str) -> bool:
        """Return whether the next token is of this kind (and one of these texts)."""
        token = self.tokens[self.position]
        return token.kind == kind and (not texts or token.text in texts)

    def expect(self, mark: str) -> None:
        """Move past a mark that must be there.

        Raises:
            Unreadable: something else stands there.
        """
        if not self.takes(mark):
            raise self.unreadable(f"{mark} was expected")

    def unreadable(self, why: str) -> Unreadable:
        """Return the error that says what is wrong, and where."""
        found = self.peek().text or "the end"
        return Unreadable(f"{why} before {found}")

    @property
    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self.position >= self.length

    def count_factor(self) -> None:
        """Count one more factor.

        Raises:
            OverBudget: there are too many.
        """
        self._factors += 1
        if self._factors > FACTORS:
            raise OverBudget(f"the answer has more than {FACTORS} factors")

    @contextmanager
    def nested(self, closer: str = "") -> Iterator[None]:
        """Go one level deeper; ``closer`` is the bar that ends the level, if one does.

        Raises:
            OverBudget: too deep.
        """
        self._depth += 1
        if self._depth > DEPTH:
            raise OverBudget(f"the answer is nested more than {DEPTH} levels deep")
        self._open_bars.append(closer)
        try:
            yield
        finally:
            self._open_bars.pop()
            self._depth -= 1

    def closes_bar(self) -> bool:
        """Return whether the next token is the bar that ends the current level."""
        return (
            bool(self._open_bars) and bool(self._open_bars[-1]) and self.sees(self._open_bars[-1])
        )

    def fork(self, tokens: list[Token]) -> Cursor:
        """Return a reader of its own for tokens that stand apart, no less deep than this one."""
        return type(self)(tokens, self.style, self._depth)

    # What the parts of the grammar ask of one another.

    def listing(self) -> Expression:
        """Read statements joined by commas, "and", "or"."""
        raise NotImplementedError

    def expression(self) -> Expression:
        """Read a statement: terms, sets, relations; no commas at this level."""
        raise NotImplementedError

    def term(self) -> Expression:
        """Read a sum."""
        raise NotImplementedError

    def product(self, *, tight: bool = False) -> Expression:
        """Read factors; ``tight`` stops at a written sign of multiplication."""
        raise NotImplementedError

    def power(self) -> Expression:
        """Read one factor with its exponents and what is written behind it."""
        raise NotImplementedError

    def atom(self) -> Expression:
        """Read a number, a letter, a function's value or something in brackets."""
        raise NotImplementedError

    def numeral(self, text: str) -> Expression:
        """Return the number that a numeral means."""
        raise NotImplementedError

    def bracketed(self) -> Expression:
        """Read something in brackets, bars or braces."""
        raise NotImplementedError

    def bracketed_terms(self) -> tuple[Expression, ...]:
        """Read terms with commas between round brackets."""
        raise NotImplementedError

    def argument(self, *, whole_numbers: bool = False) -> Expression:
        """Read a braced group or a single token; of a number, its first digit or all of it."""
        raise NotImplementedError

    def call(self, name: str) -> Expression:
        """Read what stands behind the name of a function."""
        raise NotImplementedError

    def special(self, name: str) -> Expression:
        """Read what stands behind a command that is neither letter nor function."""
        raise NotImplementedError

    def environment(self) -> Expression:
        r"""Read what stands between ``\begin`` and ``\end``."""
        raise NotImplementedError
