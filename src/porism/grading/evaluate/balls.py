"""Values as balls that certainly contain them (Arb), at any precision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from flint import acb, arb, arf, ctx, fmpq, fmpz

from porism.grading.budget import TERMS, Budget, OverBudget
from porism.grading.evaluate.exact import Exact, Point
from porism.grading.evaluate.outcome import Undefined
from porism.grading.evaluate.series import NoClosedForm, summed
from porism.grading.expression.shapes import Expression, Tuple
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
from porism.grading.expression.walk import Changes, nodes, rebuilt

Scalar = int | float | complex | fmpz | fmpq | arf | arb | acb

_NOWHERE = acb("nan")
_BITS_A_STEP = 500
"""Precision at which a function costs as much as a step more."""
_EVALUATIONS = 2_000
_BISECTIONS = 60


class Balls:
    """Evaluates terms at the precision of the flint context, which the caller holds."""

    def __init__(self, point: Point, budget: Budget) -> None:
        self.exact = Exact(point, budget)
        self.point = point
        self.budget = budget
        self._steps = 1 + ctx.prec // _BITS_A_STEP
        self.bound: dict[str, acb] = {}
        self.off_the_reals = False
        """Whether a root or logarithm was taken of a negative number."""

    def value(self, term: Expression) -> acb:
        """Return a ball that contains the term's value.

        Raises:
            Undefined: it has no value, or none that could be enclosed.
            OverBudget: no steps are left.
        """
        self.budget.spend(self._steps)
        rule = self._RULES.get(type(term))
        if rule is None:
            raise Undefined("this is not a number")
        result = rule(self, term)
        if not result.is_finite():
            raise Undefined("the value could not be enclosed")
        return result

    def _number(self, term: Number) -> acb:
        return acb(term.value)

    def _symbol(self, term: Symbol) -> acb:
        if term.name in self.bound:
            return self.bound[term.name]
        value = self.point.get(term.name)
        if value is None:
            raise Undefined(f"{term.name} has no value")
        return acb(value)

    def _constant(self, term: Constant) -> acb:
        if term.name == "pi":
            return acb.pi()
        if term.name == "e":
            return acb(arb.const_e())
        if term.name == "i":
            return acb(0, 1)
        raise Undefined(f"{term.name} is not a number")

    def _sum(self, term: Sum) -> acb:
        total = acb(0)
        for part in term.terms:
            total += self.value(part)
        return total

    def _product(self, term: Product) -> acb:
        total = acb(1)
        for part in term.factors:
            total *= self.value(part)
        return total

    def _quotient(self, term: Quotient) -> acb:
        return self.value(term.over) / self.value(term.under)

    def _power(self, term: Power) -> acb:
        exponent = self.exact.value(term.exponent)
        if exponent is not None and exponent.q == 1:
            return self._whole_power(term.base, exponent)
        if term.base == E:
            return self.value(term.exponent).exp()
        base = self.value(term.base)
        if exponent is not None:
            return self._rational_power(base, exponent)
        return base ** self.value(term.exponent)

    def _whole_power(self, base_term: Expression, exponent: fmpq) -> acb:
        if base_term == E:
            return acb(exponent).exp()
        return self.value(base_term) ** acb(exponent)

    def _call(self, term: Call) -> acb:
        rule = _FUNCTIONS.get(term.name)
        if rule is not None and len(term.arguments) == 1:
            argument = self.value(term.arguments[0])
            if term.name in ("sqrt", "ln"):
                self._watch(argument)
            return rule(argument)
        special = self._SPECIAL.get(term.name)
        if special is not None:
            return special(self, term.arguments)
        exact = self.exact.value(term)
        if exact is None:
            raise Undefined(f"{term.name} has no value here")
        return acb(exact)

    def _root(self, arguments: tuple[Expression, ...]) -> acb:
        index = self.exact.value(arguments[0])
        if index is None or index == 0:
            raise Undefined("a root of an index that is no number")
        return self._rational_power(self.value(arguments[1]), 1 / index)

    def _rational_power(self, base: acb, exponent: fmpq) -> acb:
        if exponent.q % 2 == 0:
            self._watch(base)
        return _rational_power(base, exponent)

    def _watch(self, argument: acb) -> None:
        if argument.imag == 0 and argument.real < 0:
            self.off_the_reals = True

    def _logarithm(self, arguments: tuple[Expression, ...]) -> acb:
        if len(arguments) != 2:
            raise Undefined("a logarithm of several numbers")
        return self.value(arguments[1]).log() / self.value(arguments[0]).log()

    def _factorial(self, arguments: tuple[Expression, ...]) -> acb:
        return (self.value(arguments[0]) + 1).gamma()

    def _binomial(self, arguments: tuple[Expression, ...]) -> acb:
        n, k = (self.value(argument) for argument in arguments)
        return (n + 1).gamma() * (k + 1).rgamma() * (n - k + 1).rgamma()

    def _floor(self, arguments: tuple[Expression, ...]) -> acb:
        return acb(_only_integer(self._real(arguments[0]).floor()))

    def _ceiling(self, arguments: tuple[Expression, ...]) -> acb:
        return acb(_only_integer(self._real(arguments[0]).ceil()))

    def _largest(self, arguments: tuple[Expression, ...]) -> acb:
        first, *rest = (self._real(argument) for argument in arguments)
        for other in rest:
            first = first.max(other)
        return acb(first)

    def _smallest(self, arguments: tuple[Expression, ...]) -> acb:
        first, *rest = (self._real(argument) for argument in arguments)
        for other in rest:
            first = first.min(other)
        return acb(first)

    def _sign(self, arguments: tuple[Expression, ...]) -> acb:
        return acb(self._real(arguments[0]).sgn())

    def _real(self, term: Expression) -> arb:
        value = self.value(term)
        if value.imag != 0:
            raise Undefined("a real number was expected")
        return value.real

    def _hypergeometric(self, arguments: tuple[Expression, ...]) -> acb:
        upper, lower, at = arguments
        if not isinstance(upper, Tuple) or not isinstance(lower, Tuple):
            raise Undefined("a hypergeometric function without its parameters")
        above: list[Scalar] = [self.value(item) for item in upper.items]
        below: list[Scalar] = [self.value(item) for item in lower.items]
        return self.value(at).hypgeom(above, below)

    def _hurwitz(self, arguments: tuple[Expression, ...]) -> acb:
        order, at = arguments
        return self.value(order).zeta(self.value(at))

    def _applied(self, term: Applied) -> acb:
        value = self.exact.value(term)
        if value is None:
            raise Undefined(f"{term.name} has no value")
        return acb(value)

    def _big(self, term: Big) -> acb:
        if term.kind == "integral":
            return self._integral(term)
        low, high = self.exact.value(term.low), self.exact.value(term.high)
        if low is None or high is None or low.q != 1 or high.q != 1 or high - low >= TERMS:
            return self._series(term)
        result = acb(0) if term.kind == "sum" else acb(1)
        for index in range(int(low.p), int(high.p) + 1):
            inner = Balls({**self.point, term.variable: fmpq(index)}, self.budget)
            value = inner.value(term.body)
            result = result + value if term.kind == "sum" else result * value
        return result

    def _series(self, term: Big) -> acb:
        """Return the value of a sum that is too long to add up, by its closed form."""
        values: Changes = {Symbol(name): Number(value) for name, value in self.point.items()}
        try:
            numeric = rebuilt(term, values)
            assert isinstance(numeric, Big)  # noqa: S101 - only letters in it were replaced
            return self.value(summed(numeric, self.budget))
        except (NoClosedForm, ZeroDivisionError):
            raise Undefined("a sum or product has no closed form that is known") from None

    def _integral(self, term: Big) -> acb:
        """Integrate what is analytic wherever it has a value, from one end to the other."""
        if not _is_meromorphic(term.body):
            raise Undefined("an integral of a function with branches")
        low, high = self.value(term.low), self.value(term.high)

        def integrand(x: acb, _analytic: bool) -> acb:  # noqa: FBT001 - the library's signature
            inner = Balls(self.point, self.budget)
            inner.bound = {**self.bound, term.variable: x}
            try:
                return inner.value(term.body)
            except (Undefined, OverBudget):  # nothing may be raised through the library
                return _NOWHERE

        return acb.integral(integrand, low, high, eval_limit=_EVALUATIONS, depth_limit=_BISECTIONS)

    def _dotted(self, term: Dotted) -> acb:
        value = self.exact.value(term)
        if value is None:
            raise Undefined("it is not clear what the dots stand for")
        return acb(value)

    def _quantity(self, term: Quantity) -> acb:
        return self.value(term.value)

    _SPECIAL: ClassVar[dict[str, Callable[[Balls, tuple[Expression, ...]], acb]]] = {
        "root": _root,
        "log": _logarithm,
        "factorial": _factorial,
        "binomial": _binomial,
        "floor": _floor,
        "ceil": _ceiling,
        "max": _largest,
        "min": _smallest,
        "sign": _sign,
        "hypergeometric": _hypergeometric,
        "hurwitz": _hurwitz,
    }

    # Each rule takes its own kind of node.
    _RULES: ClassVar[dict[type, Callable[[Balls, Any], acb]]] = {
        Number: _number,
        Symbol: _symbol,
        Constant: _constant,
        Sum: _sum,
        Product: _product,
        Quotient: _quotient,
        Power: _power,
        Call: _call,
        Applied: _applied,
        Big: _big,
        Dotted: _dotted,
        Quantity: _quantity,
    }


def _rational_power(base: acb, exponent: fmpq) -> acb:
    """Return a power; an odd root of a negative real is the real root."""
    if base.imag == 0 and base.real < 0 and exponent.q % 2 == 1:
        size = (-base) ** acb(exponent)
        return -size if exponent.p % 2 else size
    if exponent == fmpq(1, 2):
        return base.sqrt()
    if base.is_zero():
        if exponent < 0:
            raise Undefined("a division by zero")
        return acb(0)
    return base ** acb(exponent)


def _is_meromorphic(term: Expression) -> bool:
    """Return whether a term has no branch points and no kinks."""
    return all(
        not isinstance(node, Big | Applied)
        and not (isinstance(node, Call) and node.name not in _MEROMORPHIC)
        and not (isinstance(node, Power) and not _is_whole(node))
        for node in nodes(term)
    )


def _is_whole(power: Power) -> bool:
    exponent = power.exponent
    return power.base == E or (isinstance(exponent, Number) and exponent.value.q == 1)


_MEROMORPHIC = frozenset(
    ("sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "exp", "erf")
)


def _only_integer(ball: arb) -> arb:
    found = ball.unique_fmpz()
    if found is None:
        raise Undefined("the precision does not settle a rounding")
    return arb(found)


_FUNCTIONS: dict[str, Callable[[acb], acb]] = {
    "sqrt": lambda x: x.sqrt(),
    "sin": lambda x: x.sin(),
    "cos": lambda x: x.cos(),
    "tan": lambda x: x.tan(),
    "cot": lambda x: x.cot(),
    "sec": lambda x: x.sec(),
    "csc": lambda x: x.csc(),
    "asin": lambda x: x.asin(),
    "acos": lambda x: x.acos(),
    "atan": lambda x: x.atan(),
    "acot": lambda x: acb.pi() / 2 - x.atan(),
    "asec": lambda x: (1 / x).acos(),
    "acsc": lambda x: (1 / x).asin(),
    "sinh": lambda x: x.sinh(),
    "cosh": lambda x: x.cosh(),
    "tanh": lambda x: x.tanh(),
    "coth": lambda x: x.coth(),
    "sech": lambda x: x.sech(),
    "csch": lambda x: x.csch(),
    "asinh": lambda x: x.asinh(),
    "acosh": lambda x: x.acosh(),
    "atanh": lambda x: x.atanh(),
    "ln": lambda x: x.log(),
    "exp": lambda x: x.exp(),
    "cis": lambda x: (acb(0, 1) * x).exp(),
    "abs": lambda x: acb(abs(x)),
    "re": lambda x: acb(x.real),
    "im": lambda x: acb(x.imag),
    "arg": lambda x: acb(x.arg()),
    "conj": lambda x: x.conjugate(),
    "zeta": lambda x: x.zeta(),
    "gamma": lambda x: x.gamma(),
    "digamma": lambda x: x.digamma(),
    "erf": lambda x: x.erf(),
    "erfc": lambda x: x.erfc(),
    "li": lambda x: x.li(),
    "ei": lambda x: x.ei(),
    "si": lambda x: x.si(),
    "ci": lambda x: x.ci(),
    "lambert": lambda x: x.lambertw(),
    "degrees": lambda x: x * acb.pi() / 180,
}
