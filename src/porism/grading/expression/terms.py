"""Terms: numbers, symbols and what is computed from them.

The parts of a term are expressions in general, because matrices and sets can be
multiplied and added too; what a number is asked of decides whether that makes sense.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from flint import fmpq

if TYPE_CHECKING:
    from porism.grading.expression.shapes import Expression


@dataclass(frozen=True, slots=True)
class Number:
    """A rational number, exactly as written."""

    value: fmpq
    places: int | None = None
    """Digits after the decimal point; ``None`` where the number was not written as a decimal."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A letter, perhaps with a numeric index: ``x``, ``alpha``, ``x_1``."""

    name: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A number with a name."""

    name: Literal["pi", "e", "i", "infinity"]


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms added up."""

    terms: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Product:
    """Factors multiplied."""

    factors: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Quotient:
    """One term over another."""

    over: Expression
    under: Expression


@dataclass(frozen=True, slots=True)
class Power:
    """A base raised to an exponent; odd roots of negative reals are real."""

    base: Expression
    exponent: Expression


@dataclass(frozen=True, slots=True)
class Call:
    """A function that everybody knows, e.g. ``sin``, ``root``, ``binomial``."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Applied:
    """A function or sequence of the problem's own: ``f(x)``, ``F_{n-1}``."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Big:
    """A sum, product or integral over a range."""

    kind: Literal["sum", "product", "integral"]
    variable: str
    low: Expression
    high: Expression
    body: Expression


@dataclass(frozen=True, slots=True)
class PlusMinus:
    r"""One of two signs before a term; ``lower`` is true for ``\mp``."""

    body: Expression
    lower: bool = False


@dataclass(frozen=True, slots=True)
class Dotted:
    """A sum or product with dots, ``1+2+...+n``: what stands before and after them."""

    kind: Literal["sum", "product"]
    first: tuple[Expression, ...]
    last: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: how many of which basic unit it is, of which dimension.

    A counted noun (``apples``) has its own name as dimension and factor 1.
    """

    name: str
    dimension: str
    factor: fmpq


@dataclass(frozen=True, slots=True)
class Quantity:
    """A term with a unit."""

    value: Expression
    unit: Unit


Term = (
    Number
    | Symbol
    | Constant
    | Sum
    | Product
    | Quotient
    | Power
    | Call
    | Applied
    | Big
    | PlusMinus
    | Dotted
    | Quantity
)

ZERO = Number(fmpq(0))
ONE = Number(fmpq(1))
MINUS_ONE = Number(fmpq(-1))
PI = Constant("pi")
E = Constant("e")
I = Constant("i")  # noqa: E741 - the imaginary unit's own name
INFINITY = Constant("infinity")


def integer(value: int) -> Number:
    """Return a whole number as a term."""
    return Number(fmpq(value))


def negative(term: Expression) -> Expression:
    """Return the term with the other sign."""
    if isinstance(term, Number):
        return Number(-term.value, term.places)
    return Product((MINUS_ONE, term))
