"""Terms before and after dots, all written in the form that one of them shows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from flint import fmpq

from porism.grading.evaluate.outcome import Undefined
from porism.grading.expression.pattern import Pattern
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import (
    MINUS_ONE,
    Applied,
    Number,
    Power,
    Product,
    Quotient,
    Symbol,
    integer,
    negative,
)
from porism.grading.expression.walk import rebuilt

Terms = tuple[Expression, ...]
Value = Callable[[Expression], fmpq | None]


def aligned(terms: Terms, value: Value) -> Terms:
    r"""Write terms alike: ``1 + \frac12 + \frac13`` begins with ``\frac11``."""
    return _with_whole_leaders(_with_squares(_with_indices(terms)), value)


def without_signs(terms: Terms) -> tuple[Terms, bool]:
    """Return terms without their signs, and whether these alternate from plus on."""
    negated = [_is_negative(term) for term in terms]
    if len(terms) < 3 or negated != [place % 2 == 1 for place in range(len(terms))]:
        return terms, False
    return tuple(
        _positive(t) if minus else t for t, minus in zip(terms, negated, strict=True)
    ), True


def _is_negative(term: Expression) -> bool:
    if isinstance(term, Number):
        return term.value < 0
    return isinstance(term, Product) and term.factors[0] == MINUS_ONE


def _positive(term: Expression) -> Expression:
    if isinstance(term, Product):
        rest = term.factors[1:]
        return rest[0] if len(rest) == 1 else Product(rest)
    return negative(term)


def _with_indices(terms: Terms) -> Terms:
    """Make ``a_1`` a value of the sequence whose ``a_n`` stands among the terms."""
    names = {t.name for t in terms if isinstance(t, Applied) and len(t.arguments) == 1}
    return tuple(_as_value(t, names) if isinstance(t, Symbol) else t for t in terms)


def _as_value(letter: Symbol, names: set[str]) -> Expression:
    stem, _, index = letter.name.partition("_")
    known = stem in names and index.isdigit()
    return Applied(stem, (integer(int(index)),)) if known else letter


def _with_squares(terms: Terms) -> Terms:
    """Write the denominators 4, 9, 16 as squares."""
    changes: dict[Expression, Expression] = {}
    roots: list[int] = []
    for term in terms:
        if isinstance(term, Quotient) and isinstance(term.under, Number):
            under = term.under.value
            root = under.p.isqrt() if under.q == 1 and under > 1 else 0
            if not root or root * root != under.p:
                return terms
            roots.append(int(root))
            changes[term] = Quotient(term.over, Power(Number(fmpq(root)), integer(2)))
        elif term != Number(fmpq(1)):
            return terms
    if len(roots) < 2 or any(q - p != roots[1] - roots[0] for p, q in pairwise(roots)):
        return terms
    return tuple(changes.get(term, term) for term in terms)


def _with_whole_leaders(terms: Terms, value: Value) -> Terms:
    """Give numbers at the beginning the form of the terms that follow, where it fits."""
    count = next((i for i, t in enumerate(terms) if not isinstance(t, Number)), 0)
    if not count or len(terms) - count < 2:
        return terms
    pattern = Pattern(terms[count:])
    if len(pattern.gaps) != 1 or pattern.body in pattern.gaps:
        return terms
    (gap, column), *_ = pattern.gaps.items()
    start, step = _begins(column)
    if step is None or isinstance(column[-1], Power):
        return terms
    leaders = [
        rebuilt(pattern.body, {gap: Number(start - step * (count - i))}) for i in range(count)
    ]
    try:
        fits = all(value(new) == value(old) for new, old in zip(leaders, terms, strict=False))
    except Undefined:
        return terms
    return (*leaders, *terms[count:]) if fits else terms


def _begins(column: Terms) -> tuple[fmpq, fmpq | None]:
    """Return the first value in a gap and by how much the next is larger: 1 if not known."""
    first, second = column[:2]
    if not isinstance(first, Number):
        return fmpq(0), None
    last = len(column) == 2 and not isinstance(second, Number)
    if last:
        return first.value, fmpq(1)
    return first.value, second.value - first.value if isinstance(second, Number) else None
