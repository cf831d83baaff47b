"""The grammar of statements: sets joined, relations, lists."""

from __future__ import annotations

from porism.grading.budget import ITEMS, OverBudget
from porism.grading.expression.shapes import (
    Chain,
    Clock,
    Collection,
    Either,
    Every,
    Expression,
    Interval,
    NumberSet,
    Operator,
    Progression,
    Ratio,
    SetOperation,
)
from porism.grading.expression.terms import MINUS_ONE, Call, Product, Sum
from porism.grading.latex.cursor import Cursor
from porism.grading.latex.vocabulary import CONDITIONS, REMARKS

_OPERATORS: dict[str, Operator] = {
    "=": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "∈": "in", "∉": "not in",
    "≈": "approx", "≡": "equiv", "->": "tends", "↦": "to", "=>": "=",
}  # fmt: skip
_JOINS = {"∪": "union", "∩": "intersection", "∖": "difference", "-": "difference"}
_REMARK = 60
"""Tokens of a remark that are looked at."""
_ELSE = frozenset(("otherwise", "else", "elsewhere"))
_STATEMENTS = (Chain, Every, Either)


class Statements(Cursor):
    """Relations between terms and sets; lists of them."""

    def listing(self) -> Expression:
        """Read statements joined by commas, "and", "or"."""
        first: list[Expression] = []
        last: list[Expression] = []
        dots = False
        alternatives: list[tuple[Expression, ...]] = []
        while True:
            if self.takes("…"):
                dots = True
            else:
                (last if dots else first).append(self.expression())
            if not self._takes_separator():
                break
            if self.peek(-1).text == "or":
                alternatives.append(tuple(first))
            if len(first) > ITEMS:
                raise OverBudget(f"a list has more than {ITEMS} elements")
        self.listed = len(first) + len(last)
        if dots:
            return Progression(tuple(first), tuple(last))
        if any(isinstance(item, _STATEMENTS) for item in first):
            return _statements(tuple(first), alternatives)
        return first[0] if len(first) == 1 else Collection(tuple(first))

    def _takes_separator(self) -> bool:
        """Move past commas and connectives; not past a comma that only ends the list."""
        start = self.position
        found = False
        while self.takes(",", ";", "and", "or") or self._takes_both():
            found = True
        if found and (self.at_end or self._remark_follows()):
            self.position = start
            return False
        return found or (self.sees("…") and start > 0)

    def _takes_both(self) -> bool:
        if self.sees_kind("words") and self.peek().text.lower() in ("both", "either", "also"):
            self.take()
            return True
        return False

    def _remark_follows(self) -> bool:
        token = self.peek()
        if token.kind == "name" and token.text in ("forall", "exists"):
            return True
        if token.kind != "words":
            return False
        word = token.text.lower().lstrip(" ([,").split(" ", 1)[0]
        if word not in REMARKS and token.text.lstrip()[:1] not in ("(", "["):
            return False
        if self._other_case_follows():
            raise self.unreadable("one case of several was met")
        return True

    def _other_case_follows(self) -> bool:
        """Return whether a remark goes on to another value: ``5 if n is odd, 7 otherwise``."""
        separated = False
        for at in range(self.position + 1, min(self.position + _REMARK, self.length)):
            token = self.tokens[at]
            first = token.text.lower().lstrip(" ,;").split(" ", 1)[0]
            if token.kind == "words" and (first in _ELSE or (separated and first in CONDITIONS)):
                return True
            if token.text in (",", ";", "and", "or") or token.text.rstrip()[-1:] in (",", ";"):
                separated = self.tokens[at + 1].kind in ("number", "letters", "name")
        return False

    def expression(self) -> Expression:
        """Read a statement: terms, sets, relations; no commas at this level."""
        self.takes("=", "≈", "=>")
        sides = [self._side()]
        operators: list[Operator] = []
        while self.peek().kind == "mark" and self.peek().text in _OPERATORS:
            operators.append(_OPERATORS[self.take().text])
            self.takes("=")
            sides.append(self._side())
        if not operators:
            return sides[0]
        return Chain(tuple(sides), tuple(operators))

    def _side(self) -> Expression:
        operands = [self._measure()]
        kind = ""
        while self.sees("∪", "∩", "∖"):
            mark = self.take().text
            if kind and _JOINS[mark] != kind:
                operands = [SetOperation(kind, tuple(operands))]  # type: ignore[arg-type]
            kind = _JOINS[mark]
            operands.append(self._measure())
        if not kind:
            return _without_minus(operands[0])
        return SetOperation(kind, tuple(operands))  # type: ignore[arg-type]

    def _measure(self) -> Expression:
        """Read a term, with what may stand behind it: a ratio, a modulus."""
        term = self.term()
        if self.sees(":") and ":" not in self._open_bars[-1:]:
            return self._ratio(term)
        if self.sees_kind("words", "to") and self.peek(1).kind == "number":
            self.take()
            return Ratio((term, self.term()))
        if self.takes("pmod"):
            return Call("residue", (term, self.argument(whole_numbers=True)))
        if self.sees("(") and self.peek(1).text == "mod":
            self.position += 2
            modulus = self.term()
            self.takes(")")
            return Call("residue", (term, modulus))
        if self.takes("mod"):
            return Call("modulo", (term, self.term()))
        return term

    def _ratio(self, first: Expression) -> Expression:
        tokens = self.peek(-1), self.peek(1)
        parts = [first]
        while self.takes(":"):
            if self.takes("…"):
                return Ratio(tuple(parts), open=True)
            parts.append(self.product(tight=True))
        half = self.peek().text.lower().replace(".", "")
        if half not in ("am", "pm"):
            half = ""
        minutes = _minutes(parts, tokens[0].text, tokens[1].text, sure=bool(half))
        if minutes is None:
            return Ratio(tuple(parts))
        if half:
            self.take()
        return Clock(minutes, half)


def _without_minus(term: Expression) -> Expression:
    r"""Read ``\mathbb{R} - \{0\}`` as a difference of sets."""
    match term:
        case Sum(
            (NumberSet() | Interval() as whole, Product((first, Collection() as without)))
        ) if first == MINUS_ONE:
            return SetOperation("difference", (whole, without))
    return term


def _minutes(parts: list[Expression], hour: str, minute: str, *, sure: bool) -> int | None:
    """Return minutes where a ratio is spelt like a time of day: ``9:05``, ``12:00``."""
    if len(parts) != 2 or len(minute) != 2 or not (hour + minute).isdigit():
        return None
    if int(hour) > 24 or int(minute) > 59 or not (sure or minute[0] == "0" or len(hour) == 2):
        return None
    return int(hour) * 60 + int(minute)


def _statements(
    items: tuple[Expression, ...], alternatives: list[tuple[Expression, ...]]
) -> Expression:
    """Join statements: alternatives of which one holds, each of parts that hold together."""
    cuts = [len(part) for part in alternatives] + [len(items)]
    groups = [_distributed(items[a:b]) for a, b in zip([0, *cuts], cuts, strict=False) if b > a]
    together = [g[0] if len(g) == 1 else Every(g) for g in groups]
    return together[0] if len(together) == 1 else Either(tuple(together))


def _distributed(items: tuple[Expression, ...]) -> tuple[Expression, ...]:
    """Read ``n = 2, 3, 4`` as one statement about n."""
    head, *rest = items
    if (
        rest
        and isinstance(head, Chain)
        and head.operators in (("=",), ("!=",))
        and not any(isinstance(item, _STATEMENTS) for item in rest)
    ):
        values = Collection((head.sides[1], *rest))
        return (Chain((head.sides[0], values), ("in" if head.operators == ("=",) else "not in",)),)
    return items
