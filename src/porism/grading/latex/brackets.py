"""The grammar of brackets: groups, points, intervals, sets, bars."""

from __future__ import annotations

from porism.grading.expression.shapes import (
    EMPTY,
    Builder,
    Collection,
    Either,
    Every,
    Expression,
    Interval,
    Progression,
    Tuple,
)
from porism.grading.expression.terms import Call, Quotient
from porism.grading.latex.cursor import Cursor

_SQUARE = ("(", "[", "]")
_CLOSING = (")", "]", "[")


class Brackets(Cursor):
    """Round, square, curly and angle brackets; bars, floors and ceilings."""

    def bracketed(self) -> Expression:
        """Read something in brackets, bars or braces.

        Raises:
            Unreadable: no bracket stands here.
        """
        opening = self.take().text
        with self.nested(_BARS.get(opening, "")):
            if opening in _SQUARE:
                return self._round_or_square(opening)
            if opening == "{":
                return self._group("}")
            if opening == "{{":
                return self._set()
            if opening in _FENCES:
                return self._fenced(opening)
        self.position -= 1
        raise self.unreadable("a number, a letter or a bracket was expected")

    def _fenced(self, opening: str) -> Expression:
        closing, name = _FENCES[opening]
        if opening == "⟨":
            items = self._items(closing)
            return Tuple(items) if len(items) > 1 else items[0]
        inner = self.term()
        self.expect(closing)
        return Call(name, (inner,))

    def _group(self, closing: str) -> Expression:
        """Read a braced group, which may also be a set without its backslashes."""
        if self.takes(closing):
            raise self.unreadable("something was expected between the braces")
        inner = self.listing()
        if self.takes("choose"):
            inner = Call("binomial", (inner, self.listing()))
        elif self.takes("over"):
            inner = Quotient(inner, self.listing())
        if self.sees("|", ":"):
            inner = self._condition(inner)
        self._close(closing)
        return inner

    def _close(self, closing: str) -> None:
        if not self.at_end:  # a group that the answer leaves open ends with the answer
            self.expect(closing)

    def _round_or_square(self, opening: str) -> Expression:
        if opening == "(" and self.sees(")"):
            raise self.unreadable("something was expected between the brackets")
        inner = self.listing()
        if self.sees("choose"):
            self.take()
            inner = Call("binomial", (inner, self.listing()))
        closing = self.takes(*_CLOSING)
        if not closing and not self.at_end:
            raise self.unreadable("a closing bracket was expected")
        return _bracket(opening, inner, closing)

    def _set(self) -> Expression:
        if self.takes("}}"):
            return EMPTY
        self._open_bars[-1] = ":"
        inner = self.listing()
        single = self.listed == 1
        if self.sees("|", ":"):
            inner = self._condition(inner)
            self._close("}}")
            return inner
        self._close("}}")
        return Collection((inner,)) if single else _as_set(inner)

    def _condition(self, element: Expression) -> Expression:
        self.takes("|", ":")
        self._open_bars[-1] = ""
        return Builder(element, self.listing())

    def _items(self, closing: str) -> tuple[Expression, ...]:
        inner = self.listing()
        self.expect(closing)
        return inner.items if isinstance(inner, Collection) else (inner,)

    def bracketed_terms(self) -> tuple[Expression, ...]:
        """Read terms with commas between round brackets."""
        self.expect("(")
        with self.nested():
            terms = [self.term()]
            while self.takes(",", ";"):
                terms.append(self.term())
            self._close(")")
        return tuple(terms)

    def argument(self, *, whole_numbers: bool = False) -> Expression:
        """Read a braced group or a single token; of a number, its first digit or all of it."""
        token = self.peek()
        if token.kind == "mark" and token.text in ("{", "("):
            return self.bracketed()
        with self.nested():
            if token.kind == "number" and not whole_numbers and len(token.text) > 1:
                return self._first_digit()
            if token.kind == "number":
                self.take()
                return self.numeral(token.text)
            return self.atom()

    def _first_digit(self) -> Expression:
        token = self.peek()
        self.tokens[self.position] = token._replace(text=token.text[1:], spaced=False)
        return self.numeral(token.text[0])


_BARS = {"|": "|", "‖": "‖"}
_FENCES = {"⟨": ("⟩", "point"), "⌊": ("⌋", "floor"), "⌈": ("⌉", "ceil"), "|": ("|", "abs"),
           "‖": ("‖", "abs")}  # fmt: skip


def _as_set(inner: Expression) -> Expression:
    if isinstance(inner, Collection | Progression):
        return inner
    return Collection(inner.parts if isinstance(inner, Either | Every) else (inner,))


def _bracket(opening: str, inner: Expression, closing: str) -> Expression:
    """Give what stands in brackets its meaning: a group, a point, an interval."""
    if isinstance(inner, Progression):
        return Progression(inner.first, inner.last, ordered=True)
    if isinstance(inner, Every) and len(inner.parts) > 1:
        return Tuple(inner.parts, "()")
    if not isinstance(inner, Collection):
        return inner
    brackets = opening + (closing or ")")
    if len(inner.items) == 2 and brackets not in ("()", "[]"):
        low, high = inner.items
        return Interval(low, high, opening == "[", closing == "]")
    return Tuple(inner.items, brackets)
