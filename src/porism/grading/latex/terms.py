"""The grammar of terms: sums of products of powers."""

from __future__ import annotations

from flint import fmpq

from porism.grading.expression.shapes import Clock, Expression
from porism.grading.expression.terms import (
    Applied,
    Call,
    Dotted,
    Number,
    PlusMinus,
    Power,
    Product,
    Quantity,
    Quotient,
    Sum,
    Unit,
    negative,
)
from porism.grading.expression.walk import symbols
from porism.grading.latex.cursor import Cursor
from porism.grading.latex.units import RADIANS, noun, unit
from porism.grading.latex.vocabulary import (
    CURRENCIES,
    DENIALS,
    FUNCTIONS,
    ONLY_WITH_BRACKETS,
    REMARKS,
)

_SIGNS = ("+", "-", "+-", "-+")
_ALONE = frozenset(("+", "-", "", ")", "}", ",", "=", "<", ">", "&", "\\\\"))
_LONG_SUM = 64
"""Terms after which whole numbers are added up while they are read."""
_OPPOSITE = {"": "-", "+": "-", "-": "+", "+-": "-+", "-+": "+-"}
_OPENERS = frozenset(("(", "{", "{{", "⟨", "⌊", "⌈", "‖"))
_LOOSE_FUNCTIONS = frozenset(FUNCTIONS) - {"sqrt", "frac", "binom"}
_NOT_OPERANDS = frozenset(("forall", "exists", "quad"))
_HUNDRED = Number(fmpq(100))
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
           "hundred": 100, "dozen": 12}  # fmt: skip
_MAX_POSTFIXES = 6


class _Factors:
    """What a product has above and below the line so far, and where dots stand."""

    def __init__(self, first: Expression) -> None:
        self.over = [first]
        self.under: list[Expression] = []
        self.dots_at: int | None = None

    def term(self) -> Expression:
        if self.dots_at is not None and not self.under:
            return Dotted(
                "product", tuple(self.over[: self.dots_at]), tuple(self.over[self.dots_at :])
            )
        over = _product(self.over)
        return Quotient(over, _product(self.under)) if self.under else over


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
                _append(terms, _signed(sign, self._plain_number() or self.product()))
            if not self.sees(*_SIGNS) and not (self.sees("…") and dots_at is None):
                break
            sign = self._sign()
        if dots_at is not None:
            return Dotted("sum", tuple(terms[:dots_at]), tuple(terms[dots_at:]))
        return terms[0] if len(terms) == 1 else Sum(tuple(terms))

    def _plain_number(self) -> Expression | None:
        """Read a whole number that stands alone between signs: the common case, quickly."""
        kind, text, _, grouped = self.tokens[self.position]
        if kind != "number" or grouped or not text.isdigit():
            return None
        if self.tokens[self.position + 1].text not in _ALONE:
            return None
        self.position += 1
        return self.numeral(text)

    def _sign(self) -> str:
        sign = ""
        while mark := self.takes(*_SIGNS):
            if len(mark) == 2:
                sign = mark
            elif mark == "-":
                sign = _OPPOSITE[sign]
        return sign

    def product(self, *, tight: bool = False) -> Expression:
        """Read factors; ``tight`` stops at a written sign of multiplication."""
        currency = unit(self.takes(*CURRENCIES))
        factors = _Factors(self.power())
        while self._takes_factor(factors, tight=tight):
            pass
        if tight:
            return factors.term()
        measured = self._measured(factors.term())
        return measured if currency is None else Quantity(measured, currency)

    def _takes_factor(self, factors: _Factors, *, tight: bool) -> bool:
        """Read one more factor, if one stands here."""
        if not tight and self._takes_operator(factors):
            return True
        if self.sees_kind("letters") and self._sees_unit_letter():
            return False
        if not self.begins_operand() or (tight and self._begins_function()):
            return False
        if factors.under:
            self.ambiguous.add("slash_tight")
        factors.over.append(self.power())
        return True

    def _takes_operator(self, factors: _Factors) -> bool:
        """Read a sign of multiplication or division, or dots, and what follows it."""
        if self.takes("/"):
            factors.under.append(self._divisor())
            return True
        if self.sees_kind("name", "angle") and not self.peek(1).text.isupper():
            self.take()
            factors.over.append(Call("cis", (self._signed_power(),)))
            return True
        if self.takes("∘"):
            factors.over[-1] = Applied("∘", (factors.over[-1], self.power()))
            return True
        times = self.takes("*")
        if self.sees("…") and (times or self._dots_join()):
            self.take()
            factors.dots_at = len(factors.over)
            self.takes("*")
        elif not times:
            return False
        factors.over.append(self._signed_power())
        return True

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
        return _product(factors)

    def begins_operand(self) -> bool:
        """Return whether a factor may begin here."""
        token = self.peek()
        if token.kind == "mark":
            if token.text == "|":
                return not self.closes_bar() and not self._ends_at_bar()
            modulus = token.text == "(" and self.peek(1).text == "mod"
            return token.text in _OPENERS and not modulus and not self.closes_bar()
        if token.kind == "name":
            return token.text not in _NOT_OPERANDS
        if token.kind == "words":
            if token.text == "sec" and self.peek(-1).kind == "number":
                return False
            return token.text in FUNCTIONS and token.text not in ONLY_WITH_BRACKETS
        return token.kind in ("number", "letters", "bold", "begin")

    def _ends_at_bar(self) -> bool:
        return ":" in self._open_bars[-1:]

    def _begins_function(self) -> bool:
        token = self.peek()
        return token.kind in ("name", "words") and token.text in _LOOSE_FUNCTIONS

    def power(self) -> Expression:
        """Read one factor with its exponents and what is written behind it."""
        self.count_factor()
        base = self.atom()
        for _ in range(_MAX_POSTFIXES):
            if self.sees("^"):
                self.take()
                base = self._raised(base)
            elif self.sees("!"):
                base = self._factorial(base)
            elif self.takes("°"):
                base = self._in_degrees(base)
            elif self.takes("%"):
                base = Quotient(base, _HUNDRED)
            else:
                return base
        raise self.unreadable("too many signs behind one factor")

    def _in_degrees(self, value: Expression) -> Expression:
        """Read a degree mark: of an angle, or of a temperature where C or F follows."""
        token = self.peek()
        if token.kind in ("letters", "words") and token.text in ("C", "F", "Celsius", "Fahrenheit"):
            scale = self.take().text[0]
            return Quantity(value, Unit(f"°{scale}", f"°{scale}", fmpq(1)))
        return Call("degrees", (value,))

    def _raised(self, base: Expression) -> Expression:
        if self.takes("*"):
            return Call("conj", (base,))
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
        if token.kind == "mark" and token.text in CURRENCIES:
            return self._priced(value)
        if token.kind == "words":
            return self._with_words(value, token.text)
        if token.kind == "letters" and self._sees_unit_letter():
            return self._with_unit(value)
        return value

    def _priced(self, value: Expression) -> Expression:
        currency = unit(self.take().text)
        return value if currency is None else Quantity(value, currency)

    def _sees_unit_letter(self) -> bool:
        """Return whether a single letter behind a number is to be read as a unit."""
        token, before = self.peek(), self.peek(-1)
        if not token.spaced or before.kind != "number" or unit(token.text) is None:
            return False
        self.ambiguous.add("letters_are_units")
        return self.style.letters_are_units

    def _with_words(self, value: Expression, words: str) -> Expression:
        lowered = words.lower().strip(" .,").replace("a.m", "am").replace("p.m", "pm")
        known = self._with_known_word(value, lowered)
        if known is not None:
            return known
        first = lowered.split(" ", 1)[0]
        if first in REMARKS or first in ("", "am", "pm", "to") or lowered[0] in "([,;":
            return value
        return self._with_unit(value)

    def _with_known_word(self, value: Expression, word: str) -> Expression | None:
        """Attach a scale, a percent or degree written out, or the half of a day."""
        found: Expression | None = None
        if word in _SCALES:
            found = Product((value, Number(fmpq(_SCALES[word]))))
        elif word in ("percent", "per cent", "pct"):
            found = Quotient(value, _HUNDRED)
        elif word in ("degrees", "degree", "deg"):
            found = Call("degrees", (value,))
        elif word in ("radians", "radian", "rad"):
            found = Quantity(value, RADIANS)
        elif word in ("am", "pm") and isinstance(value, Number) and value.value <= 12:
            found = Clock(int((value.value * 60).p), word)
        if found is None:
            return None
        self.take()
        return self._measured(found) if word in _SCALES else found

    def _with_unit(self, value: Expression) -> Expression:
        start = self.position
        text = self.unit_text()
        found = unit(text)
        if found is None and not DENIALS.isdisjoint(text.lower().split()):
            raise self.unreadable(f"{text[:40]!r} is no unit, and was met")
        if found is None and (symbols(value) or not text.isascii()):
            self.position = start
            return value
        if found is not None and self.sees_kind("number"):
            return self._with_smaller_unit(value, found)
        return Quantity(value, found or noun(text))

    def _with_smaller_unit(self, value: Expression, larger: Unit) -> Expression:
        """Read ``2 hours 30 minutes`` as one quantity."""
        start = self.position
        rest = self._measured(self.power())
        if isinstance(rest, Quantity) and rest.unit.dimension == larger.dimension:
            share = Number(rest.unit.factor / larger.factor)
            return Quantity(Sum((value, Product((rest.value, share)))), larger)
        self.position = start
        return Quantity(value, larger)

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


def _append(terms: list[Expression], term: Expression) -> None:
    last = terms[-1] if len(terms) > _LONG_SUM else None
    if isinstance(last, Number) and isinstance(term, Number) and last.places is term.places is None:
        terms[-1] = Number(last.value + term.value)
    else:
        terms.append(term)


def _signed(sign: str, term: Expression) -> Expression:
    if sign == "-":
        return negative(term)
    if sign in ("+-", "-+"):
        return PlusMinus(term, lower=sign == "-+")
    return term


def _product(factors: list[Expression]) -> Expression:
    return factors[0] if len(factors) == 1 else Product(tuple(factors))
