"""Random terms, ways to write them otherwise, and ways to make them wrong."""

from random import Random

from flint import fmpq

from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import (
    ONE,
    PI,
    Call,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    integer,
    negative,
)

LETTERS = (Symbol("x"), Symbol("y"), Symbol("a"))


def term(draw: Random, depth: int = 3, *, letters: bool = True) -> Expression:
    """Return a term that has a real value for positive letters."""
    if depth == 0 or draw.random() < 0.2:
        return leaf(draw, letters=letters)
    a, b = (term(draw, depth - 1, letters=letters) for _ in range(2))
    small = leaf(draw, letters=letters)
    return draw.choice(
        (
            Sum((a, b)),
            Sum((a, negative(b))),
            Product((a, b)),
            Quotient(a, small),
            Power(a, integer(draw.randint(2, 3))),
            Call("sqrt", (small,)),
        )
    )


def leaf(draw: Random, *, letters: bool) -> Expression:
    kind = draw.randrange(6)
    if letters and kind < 2:
        return draw.choice(LETTERS)
    if kind == 2:
        return PI
    if kind == 3:
        return Number(fmpq(draw.randint(1, 30), draw.randint(1, 12)))
    return integer(draw.randint(1, 60))


def rewritten(draw: Random, node: Expression) -> Expression:
    """Return a term of the same value in another form."""
    match node:
        case Sum(terms):
            return _shuffled_sum(draw, [rewritten(draw, t) for t in terms])
        case Product(factors):
            return _rewritten_product(draw, [rewritten(draw, f) for f in factors])
        case Quotient(over, under):
            return _rewritten_quotient(draw, rewritten(draw, over), rewritten(draw, under))
        case Power(base, exponent):
            return _rewritten_power(draw, rewritten(draw, base), exponent)
        case Call("sqrt", (inner,)) if draw.random() < 0.5:
            return Power(inner, Number(fmpq(1, 2)))
    return _rewritten_leaf(draw, node)


def _rewritten_power(draw: Random, base: Expression, exponent: Expression) -> Expression:
    if exponent == integer(2) and draw.random() < 0.5:
        return Product((base, base))
    return Power(base, exponent)


def _rewritten_leaf(draw: Random, node: Expression) -> Expression:
    if isinstance(node, Number) and draw.random() < 0.3:
        return Sum((Number(node.value - 7), integer(7)))
    return node


def _shuffled_sum(draw: Random, terms: list[Expression]) -> Expression:
    draw.shuffle(terms)
    if draw.random() < 0.2:
        terms += [PI, negative(PI)]
    return Sum(tuple(terms))


def _rewritten_product(draw: Random, factors: list[Expression]) -> Expression:
    for at, factor in enumerate(factors):
        if isinstance(factor, Sum) and draw.random() < 0.5:
            rest = tuple(factors[:at] + factors[at + 1 :])
            return Sum(tuple(Product((t, *rest)) for t in factor.terms))
    draw.shuffle(factors)
    return Product(tuple(factors))


def _rewritten_quotient(draw: Random, over: Expression, under: Expression) -> Expression:
    if draw.random() < 0.4:
        k = integer(draw.randint(2, 9))
        return Quotient(Product((k, over)), Product((under, k)))
    if draw.random() < 0.5:
        return Product((over, Power(under, integer(-1))))
    return Quotient(over, under)


def perturbed(draw: Random, node: Expression) -> Expression:
    """Return a term that certainly has another value."""
    step = Number(fmpq(draw.choice((-1, 1)), draw.choice((1, 1, 2, 10, 10**6, 10**15))))
    return Sum((rewritten(draw, node), step)) if draw.random() < 0.8 else Sum((node, ONE))
