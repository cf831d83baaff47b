"""The grammar of terms: sums of products of powers."""

from __future__ import annotations

from flint import fmpq

from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import (
    Call,
    Dotted,
    Number,
    PlusMinus,
    Power,
    Product,
    Quantity,
    Quotient,
    Sum,
    negative,
)
from porism.grading.latex.cursor import Cursor
from porism.grading.latex.units import noun, unit
from porism.grading.latex.vocabulary import FUNCTIONS, ONLY_WITH_BRACKETS, REMARKS

_SIGNS = ("+", "-", "+-", "-+")
_OPPOSITE = {"": "-", "+": "-", "-": "+", "+-": "-+", "-+": "+-"}
_OPENERS = frozenset(("(", "{", "{{", "⟨", "⌊", "⌈", "‖"))
_LOOSE_FUNCTIONS = frozenset(FUNCTIONS) - {"sqrt", "frac", "binom"}
_NOT_OPERANDS = frozenset(("forall", "exists", "quad"))
_HUNDRED = Number(fmpq(100))
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
           "hundred": 100, "dozen": 12}  # fmt: skip
_MAX_POSTFIXES = 6


class Terms(Cursor):
    """Sums, products, powers, and what is written behind a number."""

    def term(self) -> Expression:
        """Read a sum."""
        terms: list[Expression] = []
        dots_at: int | None = None
        sign = self._sign()
        while True:
            if self.sees("…") and terms:
                self.take()
                dots_at = len(terms)
            else:
                terms.append(_signed(sign, self.product()))
            if not self.sees(*_SIGNS) and not (self.sees("…") and dots_at is None):
                break
            sign = self._sign()
        if dots_at is not None:
            return Dotted("sum", tuple(terms[:dots_at]), tuple(terms[dots_at:]))
        return terms[0] if len(terms) == 1 else Sum(tuple(terms))

    def _sign(self) -> str:
        sign = ""
        while self.sees(*_SIGNS):
            mark = self.take().text
            if len(mark) == 2:
                sign = mark
            elif mark == "-":
                sign = _OPPOSITE[sign]
        return sign

    def product(self, *, tight: bool = False) -> Expression:
        """Read factors; ``tight`` stops at a written sign of multiplication."""
        over, under = [self.power()], list[Expression]()
        dots_at: int | None = None
        while True:
            if not tight and self.takes("*"):
                if self.takes("…"):
                    dots_at = len(over)
                    self.takes("*")
                over.append(self._signed_power())
            elif not tight and self.takes("/"):
                under.append(self._divisor())
            elif self.sees("…") and not tight and self._dots_join():
                self.take()
                dots_at = len(over)
                self.takes("*")
                over.append(self._signed_power())
            elif self.sees_kind("letters") and self._sees_unit_letter():
                break
            elif self.begins_operand() and not (tight and self._begins_function()):
                if under:
                    self.ambiguous.add("slash_tight")
                over.append(self.power())
            else:
                break
        if dots_at is not None and not under:
            return Dotted("product", tuple(over[:dots_at]), tuple(over[dots_at:]))
        numerator = over[0] if len(over) == 1 else Product(tuple(over))
        whole = _quotient(numerator, under)
        return whole if tight else self._measured(whole)

    def _dots_join(self) -> bool:
        following = self.peek(1)
        return following.kind in ("number", "letters", "name") or following.text in ("*", "(", "{")

    def _signed_power(self) -> Expression:
        sign = self._sign()
        return _signed(sign, self.power())

    def _divisor(self) -> Expression:
        first = self._signed_power()
        if not self.style.slash_tight:
            return first
        factors = [first]
        while self.begins_operand():
            factors.append(self.power())
        return first if len(factors) == 1 else Product(tuple(factors))

    def begins_operand(self) -> bool:
        """Return whether a factor may begin here."""
        token = self.peek()
        if token.kind == "mark":
            if token.text == "|":
                return not self.closes_bar() and not self._ends_at_bar()
            return token.text in _OPENERS and not self.closes_bar()
        if token.kind == "name":
            return token.text not in _NOT_OPERANDS
        if token.kind == "words":
            return token.text in FUNCTIONS and token.text not in ONLY_WITH_BRACKETS
        return token.kind in ("number", "letters", "bold", "begin")

    def _ends_at_bar(self) -> bool:
        return ":" in self._open_bars[-1:]

    def _begins_function(self) -> bool:
        token = self.peek()
        return token.kind in ("name", "words") and token.text in _LOOSE_FUNCTIONS

    def power(self) -> Expression:
        """Read one factor with its exponents and what is written behind it."""
        base = self.atom()
        for _ in range(_MAX_POSTFIXES):
            if self.sees("^"):
                self.take()
                base = self._raised(base)
            elif self.sees("!"):
                base = self._factorial(base)
            elif self.takes("°"):
                base = Call("degrees", (base,))
            elif self.takes("%"):
                base = Quotient(base, _HUNDRED)
            else:
                return base
        raise self.unreadable("too many signs behind one factor")

    def _raised(self, base: Expression) -> Expression:
        with self.nested():
            exponent = self.exponent()
        return Power(base, exponent)

    def exponent(self) -> Expression:
        """Read what stands behind ``^``: a braced group, or a signed factor."""
        sign = self._sign()
        body = self.argument(whole_numbers=True)
        while self.takes("^"):
            body = self._raised(body)
        return _signed(sign, body)

    def _factorial(self, base: Expression) -> Expression:
        self.take()
        if self.sees("!"):
            self.take()
            return Call("double_factorial", (base,))
        return Call("factorial", (base,))

    def _measured(self, value: Expression) -> Expression:
        """Attach a unit, a scale or a counted noun written behind a value."""
        token = self.peek()
        if token.kind == "words":
            return self._with_words(value, token.text)
        if token.kind == "letters" and self._sees_unit_letter():
            return self._with_unit(value)
        return value

    def _sees_unit_letter(self) -> bool:
        """Return whether a single letter behind a number is to be read as a unit."""
        token, before = self.peek(), self.peek(-1)
        if not token.spaced or before.kind != "number" or unit(token.text) is None:
            return False
        self.ambiguous.add("letters_are_units")
        return self.style.letters_are_units

    def _with_words(self, value: Expression, words: str) -> Expression:
        lowered = words.lower().strip(" .,")
        if lowered in _SCALES:
            self.take()
            return self._measured(Product((value, Number(fmpq(_SCALES[lowered])))))
        if lowered in ("percent", "per cent", "pct"):
            self.take()
            return Quotient(value, _HUNDRED)
        if lowered in ("degrees", "degree", "deg"):
            self.take()
            return Call("degrees", (value,))
        if lowered in ("radians", "radian", "rad"):
            self.take()
            return value
        if lowered.split(" ", 1)[0] in REMARKS or not lowered or lowered[0] in "([,;":
            return value
        return self._with_unit(value)

    def _with_unit(self, value: Expression) -> Expression:
        start = self.position
        text = self.unit_text()
        found = unit(text)
        if found is None and not text.isascii():
            self.position = start
            return value
        return Quantity(value, found or noun(text))

    def unit_text(self) -> str:
        """Read the words, powers and slashes that spell a unit."""
        text = ""
        while True:
            token = self.peek()
            if token.kind == "words" or (token.kind == "letters" and text[-1:] in ("", "/")):
                text += (" " if text and not text.endswith("/") else "") + self.take().text
            elif token.kind == "mark" and token.text == "^" and text:
                self.take()
                braced = self.takes("{")
                text += "^" + self.takes("-") + self.take().text
                if braced:
                    self.expect("}")
            elif token.text == "/" and text and self.peek(1).kind in ("words", "letters"):
                self.take()
                text += "/"
            else:
                return text


def _signed(sign: str, term: Expression) -> Expression:
    if sign == "-":
        return negative(term)
    if sign in ("+-", "-+"):
        return PlusMinus(term, lower=sign == "-+")
    return term


def _quotient(over: Expression, under: list[Expression]) -> Expression:
    if not under:
        return over
    return Quotient(over, under[0] if len(under) == 1 else Product(tuple(under)))
