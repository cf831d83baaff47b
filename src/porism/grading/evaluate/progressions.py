"""What dots stand for: arithmetic, geometric and quadratic progressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, pairwise

from flint import fmpq

from porism.grading.budget import TERMS, Budget

Values = list[fmpq]
_BITS = 1_500


def filled(first: Values, last: Values, budget: Budget) -> Values | None:
    """Return all values of a progression from its beginning and its end.

    The first rule that fits the beginning and meets the end is taken; ``None`` if none does.
    """
    if not first or not last:
        return None
    if len(first) > 2 and all(p * q < 0 for p, q in pairwise(first)):
        return _alternating(first, last, budget)
    for terms in _candidates(first, last[-1]):
        found = _until(terms, last[-1], budget)
        if found is not None and found[: len(first)] == first[: len(found)] and _ends(found, last):
            return found
    return None


def _alternating(first: Values, last: Values, budget: Budget) -> Values | None:
    """Return a progression whose signs alternate: 1, -2, 3, -4."""
    sizes = filled([abs(x) for x in first], [abs(x) for x in last], budget)
    sign = 1 if first[0] > 0 else -1
    found = [size * sign * (-1) ** place for place, size in enumerate(sizes or [])]
    return found if found and _ends(found, last) else None


def extended(first: Values, count: int) -> Values | None:
    """Return the first values of a progression without an end."""
    if len(first) < 2:
        return None
    for terms in _candidates(first, None):
        found = list(islice(terms, count))
        if found[: len(first)] == first:
            return found
    return None


def geometric_sum(first: Values) -> fmpq | None:
    """Return the sum of a geometric series without an end, if it converges."""
    if len(first) < 2 or not first[0]:
        return None
    ratio = first[1] / first[0]
    if abs(ratio) >= 1 or any(q != p * ratio for p, q in pairwise(first)):
        return None
    return first[0] / (1 - ratio)


def _candidates(first: Values, end: fmpq | None) -> Iterator[Iterator[fmpq]]:
    if len(first) == 1:
        if end is not None and (end - first[0]).q == 1:
            step = fmpq(1) if end >= first[0] else fmpq(-1)
            yield _generate(first[0], lambda x: x + step)
        return
    step = first[1] - first[0]
    if step:
        yield _generate(first[0], lambda x: x + step)
    if first[0] and first[1] and first[1] != first[0]:
        ratio = first[1] / first[0]
        yield _generate(first[0], lambda x: x * ratio)
    if len(first) >= 3:
        yield _quadratic(*first[:3])


def _generate(start: fmpq, following: Callable[[fmpq], fmpq]) -> Iterator[fmpq]:
    value = start
    while True:
        yield value
        value = following(value)


def _quadratic(a: fmpq, b: fmpq, c: fmpq) -> Iterator[fmpq]:
    bend = c - 2 * b + a
    step = b - a
    while True:
        yield a
        a, step = a + step, step + bend


def _until(terms: Iterator[fmpq], end: fmpq, budget: Budget) -> Values | None:
    """Take terms up to one that is the end; ``None`` if they pass it by or take too long."""
    found: Values = []
    for term in islice(terms, TERMS):
        budget.spend()
        found.append(term)
        if term == end:
            return found
        leaves = len(found) > 1 and abs(term - end) > abs(found[-2] - end)
        if leaves or term.p.bit_length() > _BITS:
            return None
    return None


def _ends(found: Values, last: Values) -> bool:
    return len(found) >= len(last) and found[-len(last) :] == last
