"""The grammar of the smallest things: numerals, letters, named constants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from flint import fmpq

from porism.grading.expression.shapes import (
    EMPTY,
    Collection,
    Expression,
    Interval,
    NumberSet,
    SetOperation,
)
from porism.grading.expression.terms import (
    INFINITY,
    ZERO,
    Applied,
    Call,
    E,
    I,
    Number,
    Quantity,
    Quotient,
    Symbol,
)
from porism.grading.latex.cursor import Cursor
from porism.grading.latex.numerals import (
    decimal,
    period_of,
    repeating_value,
    whole_number,
    whole_pair,
)
from porism.grading.latex.units import unit
from porism.grading.latex.vocabulary import CONSTANTS, FUNCTIONS, GREEK, ONLY_WITH_BRACKETS
from porism.grading.latex.wording import worded

_FRACTIONS = frozenset(("frac", "dfrac", "tfrac", "cfrac", "sfrac", "nicefrac", "rfrac"))
NUMBER_SETS = {
    "R": NumberSet("R"), "Q": NumberSet("Q"), "Z": NumberSet("Z"), "N": NumberSet("N"),
    "C": NumberSet("C"),
}  # fmt: skip
_EMPTY_SETS = frozenset(("emptyset", "varnothing", "O"))
_FUNCTION_LETTERS = frozenset("fghFGH")
_LOWEST = {"+": False, ">0": False, ">=0": True, "*+": False, "+*": False}
_CHANCES = frozenset("PE")
"""Names of probabilities and expectations."""
"""Whether zero belongs to what is left of a number set under each restriction."""
_EVENTS = frozenset(("=", "<", ">", "<=", ">=", "!=", "∩", "∪", "∈"))
_TRANSPOSES = frozenset(("top", "intercal", "transpose"))
_BARS = frozenset(("overline", "bar"))
_SPELT_BASES = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
                "nine": 9, "ten": 10, "twelve": 12, "sixteen": 16}  # fmt: skip


class Atoms(Cursor):
    """Numerals with their bases, fractions and repeating digits; letters with their indices."""

    def atom(self) -> Expression:
        """Read a number, a letter, a function's value or something in brackets.

        Raises:
            Unreadable: none of these stands here.
        """
        rule = self._ATOMS.get(self.peek().kind)
        return self.bracketed() if rule is None else rule(self)

    def _bold(self) -> Expression:
        name = self.take().text
        return Symbol(f"vec {name}" if name in "ijk" else name)

    # Numerals

    def _numeral(self) -> Expression:
        text = self.take().text
        if self.sees("_"):
            return self._in_base(text)
        if text.endswith(")"):
            fixed, _, period = text.rstrip(")").partition("(")
            return Number(repeating_value(fixed, period))
        if text.isdigit():
            return self._mixed(text) or Number(whole_number(text))
        if "." in text and "e" not in text:
            repeating = self._repeating(text)
            if repeating is not None:
                return repeating
        return self.numeral(text)

    def numeral(self, text: str) -> Expression:
        """Return the number that a numeral means."""
        return Number(whole_number(text)) if text.isdigit() else decimal(text)

    def _in_base(self, digits: str) -> Expression:
        self.take()
        base = self._base()
        try:
            return Number(fmpq(int(digits, base)))
        except ValueError:
            raise self.unreadable(f"{digits[:20]} has digits that base {base} lacks") from None

    def _base(self) -> int:
        braced = bool(self.takes("{"))
        bracketed = bool(self.takes("("))
        text = self.take().text.lower()
        if bracketed:
            self.expect(")")
        if braced:
            self.expect("}")
        base = int(text) if text.isdigit() and len(text) < 3 else _SPELT_BASES.get(text, 0)
        if not 2 <= base <= 36:
            raise self.unreadable("a number's index is its base, from 2 to 36,")
        return base

    def _mixed(self, whole: str) -> Expression | None:
        r"""Read the fraction of a mixed number: ``2\frac{1}{2}``, ``2 1/2``."""
        start = self.position
        parts = self._plain_fraction()
        if parts is not None and 0 < parts[0] < parts[1]:
            return Number(whole_number(whole) + fmpq(*parts))
        self.position = start
        return None

    def _plain_fraction(self) -> tuple[int, int] | None:
        if self.sees_kind("name") and self.peek().text in _FRACTIONS:
            self.take()
            return whole_pair(self.argument(), self.argument())
        over_token, slash, under_token = self.peek(), self.peek(1), self.peek(2)
        if (
            over_token.kind == under_token.kind == "number"
            and over_token.spaced
            and slash.text == "/"
            and over_token.text.isdigit()
            and under_token.text.isdigit()
            and len(over_token.text + under_token.text) < 20
        ):
            self.position += 3
            return int(over_token.text), int(under_token.text)
        return None

    def _repeating(self, text: str) -> Expression | None:
        """Read repeating digits behind a decimal: a bar, a dot, or an ellipsis."""
        if self.sees_kind("name") and self.peek().text in (*_BARS, "dot"):
            self.take()
            digits = self._digits()
            while self.sees_kind("number") or (self.sees_kind("name", "dot")):
                digits += self._digits() if self.sees_kind("number") else self._dotted_digit()
            return Number(repeating_value(text, digits)) if digits else None
        if self.sees("…") and not self.peek().spaced:
            period = period_of(text.partition(".")[2])
            if period:
                self.take()
                return Number(repeating_value(text, period))
        return None

    def _dotted_digit(self) -> str:
        self.take()
        return self._digits()

    def _digits(self) -> str:
        braced = self.takes("{")
        text = self.take().text if self.sees_kind("number") else ""
        if braced:
            self.expect("}")
        return text if text.isdigit() else ""

    # Letters

    def _letter(self) -> Expression:
        letter = self.take().text
        if letter in _CHANCES and self.sees("(") and self._event_follows():
            return Applied(letter, (self.bracketed(),))
        if self.sees("(") and self._pair_follows():
            if letter == "C":
                return self.call("binom")
            if letter.isupper() and letter not in _FUNCTION_LETTERS:
                return self.bracketed()  # a point with its name: P(1, 2)
        if letter == "e" and not self.sees("_", "'"):
            return E
        if letter == "i" and not self.sees("_", "'"):
            return I
        return self._indexed(letter)

    def _pair_follows(self) -> bool:
        """Return whether brackets with a comma stand here, and no definition follows them."""
        level = 0
        comma = False
        for at in range(self.position, min(self.position + 24, self.length)):
            text = self.tokens[at].text
            level += (text == "(") - (text == ")")
            comma = comma or (text == "," and level == 1)
            if level == 0:
                following = self.tokens[at + 1].text if at + 1 < self.length else ""
                return comma and following != "="
        return False

    def _event_follows(self) -> bool:
        """Return whether brackets with a relation or sets follow, and then an equals sign."""
        level = 0
        related = False
        for at in range(self.position, min(self.position + 24, self.length)):
            text = self.tokens[at].text
            level += (text == "(") - (text == ")")
            related = related or text in _EVENTS
            if level == 0:
                return related and self.tokens[at + 1].text == "="
        return False

    def _indexed(self, name: str) -> Expression:
        """Read a letter's index, primes and arguments."""
        symbol: Expression = Symbol(name)
        if self.sees("_"):
            symbol = self._subscripted(name)
        while self.takes("'"):
            symbol = Symbol(f"{symbol.name}'") if isinstance(symbol, Symbol | Applied) else symbol
        if isinstance(symbol, Symbol) and self._applies(symbol.name):
            inverse = self._takes_inverse()
            return Applied(symbol.name + inverse, self.bracketed_terms())
        return symbol

    def _subscripted(self, name: str) -> Expression:
        self.take()
        if self.sees_kind("words"):
            return Symbol(f"{name}_{self.take().text.lower()}")
        if self.sees("{") and self.peek(1).kind == "words" and self.peek(2).text == "}":
            self.take()
            label = self.take().text.lower()
            self.take()
            return Symbol(f"{name}_{label}")
        if self.sees("{") and self.peek(1).text in ("max", "min") and self.peek(2).text == "}":
            self.position += 3
            return Symbol(f"{name}_{self.peek(-2).text}")
        index = self.argument(whole_numbers=True)
        if isinstance(index, Number):
            return Symbol(f"{name}_{index.value}")
        return Applied(name, (index,))

    def _applies(self, name: str) -> bool:
        """Return whether brackets behind a letter hold its arguments, not a factor."""
        at = self.position
        if self.sees("^") and name[0] in _FUNCTION_LETTERS:
            at = self._behind_exponent()
        if at >= self.length or self.tokens[at].text != "(":
            return False
        return name[0] in _FUNCTION_LETTERS or name.endswith("'") or self._defines(at)

    def _behind_exponent(self) -> int:
        """Return where ``^{-1}`` ends, or the end of all tokens for any other exponent."""
        texts = [self.peek(k).text for k in range(5)]
        if texts == ["^", "{", "-", "1", "}"]:
            return self.position + 5
        return self.position + 3 if texts[:3] == ["^", "-", "1"] else self.length

    def _takes_inverse(self) -> str:
        if not self.sees("^"):
            return ""
        self.position = self._behind_exponent()
        return "^{-1}"

    def _defines(self, opening: int) -> bool:
        """Return whether ``a(x) =`` stands here, with nothing but letters in the brackets."""
        if opening != 1 and self.peek(-2).text not in (",", ";", "and", "or"):
            return False
        for at in range(opening + 1, min(opening + 8, self.length)):
            token = self.tokens[at]
            if token.text == ")":
                return at + 1 < self.length and self.tokens[at + 1].text in ("=", "≈", "≡")
            if token.kind not in ("letters", "number") and token.text != ",":
                return False
        return False

    # Names

    def _named(self) -> Expression:
        name = self.take().text
        if name in _FRACTIONS and not self.sees("("):
            return Quotient(self.argument(), self.argument())
        if name in FUNCTIONS and self._is_call(name):
            return self.call(name)
        if name in GREEK:
            return self._indexed(name.removeprefix("var"))
        if name in _BARS:
            return Call("conj", (self.argument(whole_numbers=True),))
        return self._named_constant(name) or self.special(name)

    def _named_constant(self, name: str) -> Expression | None:
        if name in CONSTANTS:
            return CONSTANTS[name]
        if name in _EMPTY_SETS:
            return EMPTY
        if name in _TRANSPOSES:
            return Symbol("T")
        return self._number_set() if name in ("mathbb", "Bbb") else None

    def _is_call(self, name: str) -> bool:
        if name in ("max", "min") and self.sees("_"):
            return False
        return name not in ONLY_WITH_BRACKETS or (
            self.sees("(", "{", "_") and not (name in ("phi", "varphi") and not self.sees("("))
        )

    def _number_set(self) -> Expression:
        braced = self.takes("{")
        letter = self.take().text
        if braced:
            self.expect("}")
        if letter not in NUMBER_SETS:
            return Symbol(f"mathbb {letter}")
        return self._restricted(letter)

    def _restricted(self, letter: str) -> Expression:
        """Read ``_{>0}``, ``^+`` and their kin behind a number set."""
        whole = NUMBER_SETS[letter]
        if not self.takes("^", "_"):
            return whole
        braced = bool(self.takes("{"))
        marks = "".join(
            self.take().text for _ in range(3) if not self.at_end and not self.sees("}")
        )
        if braced:
            self.expect("}")
        if marks == "*":
            return (
                whole if letter == "N" else SetOperation("difference", (whole, Collection((ZERO,))))
            )
        low = _LOWEST.get(marks)
        if low is None:
            raise self.unreadable("a restriction of a number set is not known")
        half_line = Interval(ZERO, INFINITY, low_closed=low, high_closed=False)
        return half_line if letter == "R" else SetOperation("intersection", (whole, half_line))

    def _worded(self) -> Expression:
        words = self.take().text
        if words in FUNCTIONS:
            return self.call(words)
        if words.lower() in CONSTANTS:
            return CONSTANTS[words.lower()]
        said = worded(words)
        if said is not None:
            return said
        if self.sees("(") and not self.peek().spaced:
            return Applied(words.lower(), self.bracketed_terms())
        if self.sees("=", "≈", "_", "(") or (words.isupper() and self.sees("]", "|")):
            return Symbol(words.lower())
        currency = unit(words)
        if currency is not None and self.sees_kind("number"):
            return Quantity(self.atom(), currency)
        raise self.unreadable(f"the words {words[:40]!r} are not mathematics")

    # Each kind of token has its own rule; brackets of all sorts have none here.
    _ATOMS: ClassVar[dict[str, Callable[[Any], Expression]]] = {
        "number": _numeral,
        "letters": _letter,
        "name": _named,
        "bold": _bold,
        "words": _worded,
        "begin": lambda self: self.environment(),
    }
