"""The reader: a text to the expressions that it may mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from porism.grading.budget import READ_AGAIN
from porism.grading.expression.shapes import Expression
from porism.grading.latex.atoms import Atoms
from porism.grading.latex.brackets import Brackets
from porism.grading.latex.calls import Calls
from porism.grading.latex.cursor import Style
from porism.grading.latex.special import Special
from porism.grading.latex.statements import Statements
from porism.grading.latex.terms import Terms
from porism.grading.latex.tokens import Token, Unreadable, tokenize
from porism.grading.latex.vocabulary import NOUNS
from porism.grading.latex.wording import without_exceptions, worded

USUAL = Style()


class Reader(Statements, Brackets, Special, Calls, Atoms, Terms):
    """The whole grammar."""

    def whole(self) -> Expression:
        """Read everything.

        Raises:
            Unreadable: something remains that is no remark.
            OverBudget: it is too long or too deep.
        """
        if not self.tokens:
            raise self.unreadable("there is nothing to read")
        self._skip_opening()
        expression = self.listing()
        self._skip_remarks()
        if not self.at_end:
            raise self.unreadable("the answer does not end where it should")
        return expression

    def _skip_opening(self) -> None:
        r"""Skip words that say what kind of thing follows, and ``\forall x,`` before a rule."""
        while self.sees_kind("words") and NOUNS.issuperset(self.peek().text.lower().split()):
            self.take()
        if self.sees_kind("name", "forall"):
            comma = next((i for i in range(self.length) if self.tokens[i].text in (",", ":")), 0)
            self.position = min(comma + 1, self.length)

    def _skip_remarks(self) -> None:
        self.takes("\\\\")
        self.takes(".", ",", ";")
        if self._remark_follows():
            self.position = self.length
        elif self.sees(".", ",", ";", "!", "?"):
            self.take()


def readings(text: str, *, as_lists: bool = True) -> Iterator[Expression]:
    """Yield what a text may mean, the likeliest first.

    Args:
        text: LaTeX, Unicode mathematics or plain text.
        as_lists: whether commas that group digits may separate a list as well.

    Raises:
        Unreadable: it is not mathematics as we know it.
        OverBudget: it is too long or too deep.
    """
    said = worded(text)
    if said is not None:
        yield said
        return
    tokens = tokenize(without_exceptions(text))
    reader = Reader(tokens, USUAL)
    yield reader.whole()
    if len(tokens) > READ_AGAIN:
        return
    if as_lists and is_grouped(tokens):
        yield from _usual_or_none(_ungrouped(tokens), USUAL)
    for field in sorted(reader.ambiguous):
        yield from _usual_or_none(tokens, replace(USUAL, **{field: not getattr(USUAL, field)}))


def is_grouped(tokens: list[Token]) -> bool:
    """Return whether digits are grouped by commas that could separate a list: ``1,234``."""
    grouped = [token.text for token in tokens if token.grouped]
    return bool(grouped) and not any(text.endswith("000") for text in grouped)


def _usual_or_none(tokens: list[Token], style: Style) -> Iterator[Expression]:
    try:
        yield Reader(tokens, style).whole()
    except Unreadable:
        return


def _ungrouped(tokens: list[Token]) -> list[Token]:
    """Make lists of the numerals whose commas may have grouped digits: ``1,000``."""
    pieces: list[Token] = []
    for token in tokens:
        whole, point, fraction = token.text.partition(".")
        if not token.grouped:
            pieces.append(token)
            continue
        cuts = range(len(whole) % 3 or 3, len(whole) + 1, 3)
        groups = [whole[max(0, cut - 3) : cut] for cut in cuts]
        for group in groups[:-1]:
            pieces += [Token("number", group), Token("mark", ",")]
        pieces.append(Token("number", groups[-1] + point + fraction))
    return pieces
