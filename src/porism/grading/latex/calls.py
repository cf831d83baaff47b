"""The grammar of functions: names, their exponents, bases and arguments."""

from __future__ import annotations

from porism.grading.expression.shapes import Collection, Expression
from porism.grading.expression.terms import (
    MINUS_ONE,
    PI,
    Call,
    Number,
    Power,
    Quotient,
    integer,
    negative,
)
from porism.grading.expression.walk import nodes
from porism.grading.latex.cursor import Cursor
from porism.grading.latex.vocabulary import FUNCTIONS

_INVERSES = {"sin": "asin", "cos": "acos", "tan": "atan", "cot": "acot", "sec": "asec",
             "csc": "acsc", "sinh": "asinh", "cosh": "acosh", "tanh": "atanh"}  # fmt: skip
_TRIGONOMETRIC = frozenset(("sin", "cos", "tan", "cot", "sec", "csc", "cis"))
_ARITY = {"binomial": 2, "modulo": 2, "quotient": 2, "root": 2, "power": 2, "polylog": 2}
_MANY = frozenset(("gcd", "lcm", "max", "min", "diag"))
_BINOMIALS = frozenset(("binom", "dbinom", "tbinom", "binomial"))
_SPELT = {"lb": ("log", 2), "lg": ("log", 10)}


class Calls(Cursor):
    """Functions with or without brackets."""

    def call(self, name: str) -> Expression:
        """Read what stands behind the name of a function."""
        if name in ("sqrt", "surd"):
            return self._root()
        if name in _BINOMIALS:
            return self._checked("binomial", self._two_arguments())
        function = FUNCTIONS[name]
        base = self._subscript() if function in ("log", "ln") else None
        power = self._exponent()
        if base is None and self.sees("_") and function == "log":
            base = self._subscript()
        return self._finish(function, base, power)

    def _finish(
        self, function: str, base: Expression | None, power: Expression | None
    ) -> Expression:
        arguments = self._checked(function, self._arguments(function)).arguments
        if power == MINUS_ONE and function in _INVERSES:
            return Call(_INVERSES[function], arguments)
        value = self._value(function, base, arguments)
        return value if power is None else Power(value, power)

    def _checked(self, function: str, arguments: tuple[Expression, ...]) -> Call:
        """Return a call with as many arguments as the function has."""
        wanted = _ARITY.get(function, 1)
        if function not in _MANY and len(arguments) != wanted:
            raise self.unreadable(f"{function} with {len(arguments)} arguments was met")
        return Call(function, arguments)

    def _value(
        self, function: str, base: Expression | None, arguments: tuple[Expression, ...]
    ) -> Expression:
        if function in _SPELT:
            function, number = _SPELT[function]
            return Call("log", (integer(number), *arguments))
        if function == "log":
            if base is None:
                self.ambiguous.add("log_is_decimal")
                base = integer(10) if self.style.log_is_decimal else None
            return Call("ln", arguments) if base is None else Call("log", (base, *arguments))
        if function == "cbrt":
            return Call("root", (integer(3), *arguments))
        if function == "power":
            return Power(*arguments)
        if function == "quotient":
            return Quotient(*arguments)
        return Call(function, arguments)

    def _subscript(self) -> Expression | None:
        if not self.takes("_"):
            return None
        token = self.peek()
        if token.kind == "number" and len(token.text) > 1 and not self._argument_follows(1):
            return self.argument()
        return self.argument(whole_numbers=True)

    def _argument_follows(self, ahead: int) -> bool:
        following = self.peek(ahead)
        return following.kind in ("number", "letters", "name") or following.text in ("(", "{", "|")

    def _exponent(self) -> Expression | None:
        if not self.takes("^"):
            return None
        sign = self.takes("-")
        exponent = self.argument()
        return Number(-exponent.value) if sign and isinstance(exponent, Number) else exponent

    def _arguments(self, function: str) -> tuple[Expression, ...]:
        if self.sees("("):
            arguments = self.bracketed_terms()
            if len(arguments) == 1 and isinstance(arguments[0], Collection):
                return arguments[0].items
            return arguments
        if self.sees("{{"):
            inner = self.atom()
            return inner.items if isinstance(inner, Collection) else (inner,)
        if self.sees("{"):
            return (self.power(),)
        with self.nested(self._open_bars[-1] if self._open_bars else ""):
            sign = self.takes("-", "+")
            body = self.product(tight=True)
            body = self._divided(function, body)
        return (negative(body) if sign == "-" else body,)

    def _divided(self, function: str, body: Expression) -> Expression:
        r"""Read ``\sin \pi/4`` as the sine of a quarter turn."""
        if function in _TRIGONOMETRIC and self.sees("/") and _mentions_pi(body):
            self.take()
            return Quotient(body, self.power())
        return body

    def _root(self) -> Expression:
        index: Expression | None = None
        if self.takes("["):
            with self.nested("]"):
                index = self.term()
            self.expect("]")
        with self.nested():
            body = self.argument(whole_numbers=True)
        if index is None:
            return Call("sqrt", (body,))
        return Call("root", (index, body))

    def _two_arguments(self) -> tuple[Expression, ...]:
        if self.sees("("):
            return self.bracketed_terms()
        return self.argument(), self.argument()


def _mentions_pi(term: Expression) -> bool:
    return PI in nodes(term)
