"""Terms with their long sums replaced by closed forms."""

from __future__ import annotations

from itertools import pairwise

from porism.grading.budget import DOTTED, TERMS, Budget
from porism.grading.evaluate.dots import aligned, without_signs
from porism.grading.evaluate.exact import NOWHERE, Exact
from porism.grading.evaluate.series import NoClosedForm, summed
from porism.grading.expression.pattern import Pattern
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import (
    INFINITY,
    MINUS_ONE,
    ZERO,
    Big,
    Dotted,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
)
from porism.grading.expression.walk import Changes, nodes, rebuilt, symbols

_INDEX = Symbol("index of dots")


def closed(term: Expression, budget: Budget) -> Expression:
    """Return a term in which sums without letters that are long have their closed form."""
    changes: Changes = {}
    for node in nodes(term):
        if isinstance(node, Dotted) and not node.last:
            series = _series(node, budget)
            if series is not None:
                changes[node] = closed(series, budget)
        if isinstance(node, Big) and _is_long(node, budget):
            try:
                changes[node] = summed(node, budget)
            except (NoClosedForm, ZeroDivisionError):
                continue
    return rebuilt(term, changes) if changes else term


def _is_long(series: Big, budget: Budget) -> bool:
    if symbols(series):
        return False
    if series.high == INFINITY:
        return True
    exact = Exact(NOWHERE, budget)
    low, high = exact.value(series.low), exact.value(series.high)
    return low is not None and high is not None and high - low >= TERMS // 4


def _series(dotted: Dotted, budget: Budget) -> Expression | None:
    """Return a sum with dots and no end as a series, where its pattern counts up evenly."""
    if dotted.kind != "sum" or not 3 <= len(dotted.first) <= DOTTED:
        return None
    exact = Exact(NOWHERE, budget)
    terms, alternating = without_signs(dotted.first)
    pattern = Pattern(aligned(terms, exact.value))
    if pattern.body in pattern.gaps:
        return None
    changes: Changes = {}
    for gap, column in pattern.gaps.items():
        values = [exact.value(entry) for entry in column]
        known = [value for value in values if value is not None]
        steps = {q - p for p, q in pairwise(known)}
        if len(known) < len(column) or len(steps) != 1:
            return None
        changes[gap] = Sum((Number(known[0]), Product((Number(steps.pop()), _INDEX))))
    body = rebuilt(pattern.body, changes)
    if alternating:
        body = Product((Power(MINUS_ONE, _INDEX), body))
    return Big("sum", _INDEX.name, ZERO, INFINITY, body)
