"""The grammar of commands with a shape of their own: big operators, arrays."""

from __future__ import annotations

from typing import Literal

from flint import fmpq

from porism.grading.budget import ENTRIES, OverBudget
from porism.grading.expression.shapes import Chain, Every, Expression, Matrix, Piecewise
from porism.grading.expression.terms import (
    INFINITY,
    ONE,
    ZERO,
    Applied,
    Big,
    Call,
    I,
    Number,
    Product,
    Quotient,
    Sum,
    Symbol,
)
from porism.grading.expression.walk import rebuilt
from porism.grading.latex.cursor import Cursor
from porism.grading.latex.vocabulary import ENVIRONMENTS

_BIG: dict[str, Literal["sum", "product"]] = {"sum": "sum", "prod": "product"}
_INTEGRALS = frozenset(("int", "intop"))
_FIGURES = frozenset(("angle", "measuredangle", "triangle"))
_OF_FUNCTIONS = frozenset(("lim", "max", "min", "sup", "inf", "deg", "dim"))
_TWO = Number(fmpq(2))
_PARITIES = {"even": ZERO, "is even": ZERO, "odd": ONE, "is odd": ONE}
_OTHERWISE = frozenset(("otherwise", "else", "other", "elsewhere"))


class Special(Cursor):
    """Sums, products and integrals over a range; matrices and cases."""

    def special(self, name: str) -> Expression:
        """Read what stands behind a command that is neither letter nor function.

        Raises:
            Unreadable: a command that is not known.
        """
        if name in _BIG:
            return self._big(_BIG[name])
        if name in _INTEGRALS:
            return self._integral()
        if name in _FIGURES:
            return self._figure(name)
        if name in _OF_FUNCTIONS:
            return self._of_function(name)
        raise self.unreadable(f"the command \\{name} is not known")

    def _figure(self, name: str) -> Expression:
        r"""Read ``\angle ABC`` as one letter with a long name."""
        corners = ""
        while self.sees_kind("letters") or (self.sees_kind("words") and self.peek().text.isupper()):
            corners += self.take().text
        if not corners:
            raise self.unreadable(f"the corners of \\{name} were expected")
        return Symbol(f"{name} {corners}")

    def _of_function(self, name: str) -> Expression:
        r"""Read ``\max f``, ``\lim_{x\to 0} f(x)``: what is said of a function, not computed."""
        with self.nested():
            below = (self.argument(),) if self.takes("_") else ()
            return Applied(name, (*below, self.product(tight=True)))

    def _big(self, kind: Literal["sum", "product"]) -> Expression:
        with self.nested():
            variable, low, high = self._range()
            body = self.product()
        return Big(kind, variable, low, high, _bound(body, variable))

    def _range(self) -> tuple[str, Expression, Expression]:
        low: Expression | None = None
        high: Expression | None = None
        variable = ""
        for _ in range(2):
            if self.takes("_"):
                variable, low, high = self._below(high)
            elif self.takes("^"):
                high = self.argument(whole_numbers=True)
        if low is None:
            raise self.unreadable("a range without its lower end was met")
        return variable, low, INFINITY if high is None else high

    def _below(self, high: Expression | None) -> tuple[str, Expression, Expression | None]:
        r"""Read ``k=1``, ``k\ge 1`` or ``1\le k\le n`` below a big operator."""
        self.expect("{")
        with self.nested():
            chain = self.expression()
        self.expect("}")
        match chain:
            case Chain((letter, low), ("=",)) if _letter(letter):
                return _letter(letter), low, high
            case Chain((letter, low), (">=",)) if _letter(letter):
                return _letter(letter), low, high
            case Chain((low, letter, top), (first, second)) if _letter(letter):
                return (
                    _letter(letter),
                    low if first == "<=" else Sum((low, ONE)),
                    top if second == "<=" else Sum((top, Number(-ONE.value))),
                )
        raise self.unreadable("this range of a sum or product is not supported")

    def _integral(self) -> Expression:
        ends: dict[str, Expression] = {}
        for _ in range(2):
            mark = self.takes("_", "^")
            if mark:
                sign = self.takes("-")
                end = self.argument()
                ends[mark] = Product((Number(-ONE.value), end)) if sign else end
        if len(ends) != 2:
            raise self.unreadable("an integral without both ends was met")
        body, variable = self._integrand()
        return Big("integral", variable, ends["_"], ends["^"], _bound(body, variable))

    def _integrand(self) -> tuple[Expression, str]:
        """Read up to ``dx``: the tokens between are a term of their own."""
        if self.sees_kind("name", "frac") and [self.peek(k).text for k in (1, 2, 4)] == [
            "{",
            "d",
            "}",
        ]:
            variable = self.peek(3).text
            self.position += 5
            return Quotient(ONE, self.argument()), variable
        for at in range(self.position, self.length - 1):
            if self.tokens[at].text == "d" and self.tokens[at + 1].kind in ("letters", "name"):
                break
        else:
            raise self.unreadable("an integral without its variable was met")
        variable = self.tokens[at + 1].text
        inner = self.fork(self.tokens[self.position : at])
        body = inner.term() if at > self.position else ONE
        if not inner.at_end:
            raise inner.unreadable("the integrand could not be read")
        self.position = at + 2
        return body, variable

    def environment(self) -> Expression:
        r"""Read what stands between ``\begin`` and ``\end``."""
        name = self.take().text
        kind = ENVIRONMENTS.get(name)
        if kind is None:
            raise self.unreadable(f"the environment {name} is not known")
        if kind == "lines":
            self._drop_alignment()
        with self.nested():
            rows = self._rows()
        if self.sees_kind("end"):
            self.take()
        if kind == "lines":
            return _together(tuple(cell for row in rows for cell in row))
        if kind == "cases":
            return _cases(rows)
        matrix = Matrix(rows)
        if len({len(row) for row in rows}) != 1:
            raise self.unreadable("the rows of a matrix differ in length")
        return Call("det", (matrix,)) if kind == "||" else matrix

    def _drop_alignment(self) -> None:
        """Drop the marks at which the lines of a calculation are aligned."""
        ahead = self.tokens[self.position : self.length]
        lines = [token for token in ahead if token.text != "&" or token.kind != "mark"]
        self.tokens[self.position : self.length] = lines
        self.length -= len(ahead) - len(lines)

    def _rows(self) -> tuple[tuple[Expression, ...], ...]:
        rows: list[tuple[Expression, ...]] = []
        row: list[Expression] = []
        entries = 0
        while not self.sees_kind("end") and not self.at_end:
            if self.takes("&", "and"):
                continue
            if self.takes("\\\\"):
                if row:
                    rows.append(tuple(row))
                row = []
                continue
            row.append(self._cell())
            entries += 1
            if entries > ENTRIES:
                raise OverBudget(f"a matrix has more than {ENTRIES} entries")
        if row:
            rows.append(tuple(row))
        if not rows:
            raise self.unreadable("a matrix without entries was met")
        return tuple(rows)

    def _cell(self) -> Expression:
        token = self.peek()
        if token.kind == "words":
            words = token.text.lower().strip(" ,.:")
            if words in _OTHERWISE:
                self.take()
                return Symbol("otherwise")
            if words in ("if", "for", "when", "where"):
                self.take()
        cell = self.expression()
        parity = _PARITIES.get(self.peek().text.lower()) if self.sees_kind("words") else None
        if parity is not None:
            self.take()
            cell = Chain((cell, Call("residue", (parity, _TWO))), ("equiv",))
        self.takes(",", ";", ".")
        return cell


def _letter(expression: Expression) -> str:
    if isinstance(expression, Symbol):
        return expression.name
    return "i" if expression == I else ""


def _bound(body: Expression, variable: str) -> Expression:
    """Make the imaginary unit a letter again where a range binds it."""
    return rebuilt(body, {I: Symbol("i")}) if variable == "i" else body


def _together(parts: tuple[Expression, ...]) -> Expression:
    return parts[0] if len(parts) == 1 else Every(parts)


def _cases(rows: tuple[tuple[Expression, ...], ...]) -> Expression:
    if all(len(row) == 1 for row in rows):
        return _together(tuple(row[0] for row in rows))
    otherwise = Symbol("otherwise")
    return Piecewise(
        tuple((row[0], None if len(row) < 2 or row[1] == otherwise else row[1]) for row in rows)
    )
