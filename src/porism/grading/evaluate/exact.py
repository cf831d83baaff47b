"""Exact values: rational arithmetic, roots and logarithms that come out even."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from zlib import crc32

from flint import fmpq, fmpz

from porism.grading.budget import BITS, DOTTED, TERMS, Budget, OverBudget
from porism.grading.evaluate.dots import aligned
from porism.grading.evaluate.integers import MANY_ARGUMENTS, ONE_ARGUMENT, TWO_ARGUMENTS
from porism.grading.evaluate.outcome import Undefined
from porism.grading.evaluate.progressions import filled, geometric_sum
from porism.grading.expression.pattern import Pattern
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import (
    Applied,
    Big,
    Call,
    Constant,
    Dotted,
    E,
    Number,
    Power,
    Product,
    Quantity,
    Quotient,
    Sum,
    Symbol,
)

Point = Mapping[str, fmpq]
"""Values of letters."""
NOWHERE: Point = {}
_BITS_A_STEP = 2_000
"""Length of a value that costs as much as one step."""


class Exact:
    """Evaluates terms to rationals; ``None`` where the value is none, or not known to be one."""

    def __init__(self, point: Point, budget: Budget) -> None:
        self.point = point
        self.budget = budget

    def value(self, term: Expression) -> fmpq | None:
        """Return the exact value of a term, if it is rational and small enough to write out.

        Raises:
            Undefined: it has no value.
            OverBudget: no steps are left.
        """
        self.budget.spend()
        rule = self._RULES.get(type(term))
        return rule(self, term) if rule else None

    def _number(self, term: Number) -> fmpq:
        return term.value

    def _symbol(self, term: Symbol) -> fmpq | None:
        return self.point.get(term.name)

    def _sum(self, term: Sum) -> fmpq | None:
        total = fmpq(0)
        for part in term.terms:
            value = part.value if type(part) is Number else self.value(part)
            if value is None:
                return None
            total += value
        return total

    def _product(self, term: Product) -> fmpq | None:
        total = fmpq(1)
        for part in term.factors:
            value = part.value if type(part) is Number else self.value(part)
            if value is None:
                return None
            total = _small(total * value)
        return total

    def _quotient(self, term: Quotient) -> fmpq | None:
        under = self.value(term.under)
        if under == 0:
            raise Undefined("a division by zero")
        over = self.value(term.over)
        if over is None or under is None:
            return None
        return over / under

    def _power(self, term: Power) -> fmpq | None:
        cancelled = self._exponent_of_logarithm(term)
        if cancelled is not None:
            return cancelled
        exponent = self.value(term.exponent)
        if exponent is None:
            return None
        base = self.value(term.base)
        return None if base is None else rational_power(base, exponent)

    def _exponent_of_logarithm(self, term: Power) -> fmpq | None:
        """Return x for ``e^{ln x}`` and ``b^{log_b x}``."""
        logarithm = term.exponent
        if isinstance(logarithm, Call) and logarithm.name in ("ln", "log"):
            base = E if logarithm.name == "ln" else logarithm.arguments[0]
            if base == term.base:
                return self.value(logarithm.arguments[-1])
        return None

    def _call(self, term: Call) -> fmpq | None:
        special = self._CALLS.get(term.name)
        if special is not None:
            return special(self, term.arguments)
        if term.name not in _KNOWN:
            return None
        known = self._values(term.arguments)
        if known is None:
            return None
        try:
            value = _apply(term.name, known)
        except OverBudget:
            return None
        if value is not None:
            self.budget.spend(value.height_bits() // _BITS_A_STEP)
        return value

    def _square_root(self, arguments: tuple[Expression, ...]) -> fmpq | None:
        value = self.value(arguments[0])
        return None if value is None else rational_power(value, fmpq(1, 2))

    def _root(self, arguments: tuple[Expression, ...]) -> fmpq | None:
        index, value = self.value(arguments[0]), self.value(arguments[1])
        if index is None or value is None:
            return None
        if index == 0:
            raise Undefined("a root of index zero")
        return rational_power(value, 1 / index)

    def _natural_logarithm(self, arguments: tuple[Expression, ...]) -> fmpq | None:
        return self._logarithm_to(E, arguments[0])

    def _logarithm(self, arguments: tuple[Expression, ...]) -> fmpq | None:
        return self._logarithm_to(arguments[0], arguments[1]) if len(arguments) == 2 else None

    def _logarithm_to(self, base: Expression, argument: Expression) -> fmpq | None:
        if argument == base:
            return fmpq(1)
        if isinstance(argument, Power) and argument.base == base:
            return self.value(argument.exponent)
        of, to = self.value(argument), self.value(base)
        if of == 1:
            return fmpq(0)
        return None if of is None or to is None else _even_logarithm(to, of)

    def _applied(self, term: Applied) -> fmpq | None:
        """Return a value that depends on name and arguments alone: an unknown function's."""
        values = self._values(term.arguments)
        if values is None:
            return None
        seed = crc32(f"{term.name}{values}".encode())
        return fmpq(seed % 9973 + 1, seed % 97 + 1)

    def _big(self, term: Big) -> fmpq | None:
        if term.kind == "integral":
            return None
        low, high = self.value(term.low), self.value(term.high)
        if low is None or high is None or low.q != 1 or high.q != 1:
            return None
        if high - low >= TERMS:
            return None
        result = fmpq(0) if term.kind == "sum" else fmpq(1)
        inner = Exact(dict(self.point), self.budget)
        for index in range(int(low.p), int(high.p) + 1):
            inner.point[term.variable] = fmpq(index)  # type: ignore[index]
            value = inner.value(term.body)
            if value is None:
                return None
            result = _small(result + value if term.kind == "sum" else result * value)
        return result

    def _dotted(self, term: Dotted) -> fmpq | None:
        values = self._continued(term)
        if values is None:
            return None
        result = fmpq(0) if term.kind == "sum" else fmpq(1)
        for value in values:
            result = _small(result + value if term.kind == "sum" else result * value)
        return result

    def _continued(self, term: Dotted) -> list[fmpq] | None:
        """Return all terms that dots stand for, by the pattern of those that are written."""
        if len(term.first) + len(term.last) > DOTTED:
            raise OverBudget("too many terms stand beside dots")
        if not term.last:
            first = self._values(term.first)
            total = geometric_sum(first) if first is not None and term.kind == "sum" else None
            return None if total is None else [total]
        pattern = Pattern(aligned(term.first + term.last, self.value))
        columns: list[list[fmpq]] = []
        for gap in pattern.gaps.values():
            written = self._values(gap)
            if written is None:
                return None
            cut = len(term.first)
            column = filled(written[:cut], written[cut:], self.budget)
            if column is None or (columns and len(column) != len(columns[0])):
                raise Undefined("it is not clear what the dots stand for")
            columns.append(column)
        return self._filled_in(pattern, columns)

    def _filled_in(self, pattern: Pattern, columns: list[list[fmpq]]) -> list[fmpq] | None:
        names = [gap.name for gap in pattern.gaps]
        values: list[fmpq] = []
        for row in zip(*columns, strict=True):
            point = {**self.point, **dict(zip(names, row, strict=True))}
            value = Exact(point, self.budget).value(pattern.body)
            if value is None:
                return None
            values.append(value)
        return values

    def _values(self, terms: tuple[Expression, ...]) -> list[fmpq] | None:
        values = [self.value(term) for term in terms]
        known = [value for value in values if value is not None]
        return known if len(known) == len(values) else None

    def _quantity(self, term: Quantity) -> fmpq | None:
        return self.value(term.value)

    _CALLS: ClassVar[dict[str, Callable[[Exact, tuple[Expression, ...]], fmpq | None]]] = {
        "sqrt": _square_root,
        "root": _root,
        "ln": _natural_logarithm,
        "log": _logarithm,
    }

    # Each rule takes its own kind of node.
    _RULES: ClassVar[dict[type, Callable[[Exact, Any], fmpq | None]]] = {
        Number: _number,
        Symbol: _symbol,
        Sum: _sum,
        Product: _product,
        Quotient: _quotient,
        Power: _power,
        Call: _call,
        Applied: _applied,
        Big: _big,
        Dotted: _dotted,
        Quantity: _quantity,
        Constant: lambda self, term: None,
    }


def rational_power(base: fmpq, exponent: fmpq) -> fmpq | None:
    """Return a power where it is rational; an odd root of a negative number is negative.

    Raises:
        Undefined: zero to a negative exponent.
    """
    if base == 0:
        if exponent < 0:
            raise Undefined("a division by zero")
        return fmpq(0) if exponent > 0 else fmpq(1)
    if exponent.q != 1:
        rooted = _even_root(base, exponent.q)
        return None if rooted is None else rational_power(rooted, fmpq(exponent.p))
    size = max(base.p.bit_length(), base.q.bit_length())
    if base not in (1, -1) and size * abs(exponent.p) > BITS:
        return None
    return base ** int(exponent.p % 2 if base in (1, -1) else exponent.p)


def _even_root(value: fmpq, index: fmpz) -> fmpq | None:
    if index > 1000 or (value < 0 and index % 2 == 0):
        return None
    n = int(index)
    over, under = abs(value.p).root(n), value.q.root(n)
    if over**n != abs(value.p) or under**n != value.q:
        return None
    return fmpq(-over if value < 0 else over, under)


def _even_logarithm(base: fmpq, value: fmpq) -> fmpq | None:
    """Return the whole number k for which base**k is the value, if there is one."""
    if base <= 1 or value <= 0:
        return None
    if value < 1:
        inverse = _even_logarithm(base, 1 / value)
        return None if inverse is None else -inverse
    k = 0
    power = fmpq(1)
    while power < value and k < TERMS:
        power *= base
        k += 1
    return fmpq(k) if power == value else None


def _small(value: fmpq) -> fmpq:
    if value.p.bit_length() + value.q.bit_length() > 2 * BITS:
        raise OverBudget("an exact number has too many digits")
    return value


def _apply(name: str, values: list[fmpq]) -> fmpq | None:
    if name in ONE_ARGUMENT and len(values) == 1:
        return ONE_ARGUMENT[name](values[0])
    if name in TWO_ARGUMENTS and len(values) == 2:
        return TWO_ARGUMENTS[name](*values)
    return MANY_ARGUMENTS[name](values) if name in MANY_ARGUMENTS else None


_KNOWN = frozenset(ONE_ARGUMENT) | frozenset(TWO_ARGUMENTS) | frozenset(MANY_ARGUMENTS)
