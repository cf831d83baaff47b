"""A reference and an answer as texts: read, compared, and what was understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from porism.core import DecimalPolicy
from porism.grading.budget import ANSWER_CHARACTERS, Budget, OverBudget
from porism.grading.compare.dates import same_date
from porism.grading.compare.decision import DIFFERENT_KIND, Decision
from porism.grading.compare.same import Comparison
from porism.grading.compare.text import is_wording, same_words
from porism.grading.expression.shapes import Expression
from porism.grading.expression.terms import Number
from porism.grading.latex.read import readings
from porism.grading.latex.tokens import Unreadable

_IDLE_SPACE = re.compile(r"(?<!\w)\s+|\s+(?!\w)")
_GROUPED = re.compile(r"\d,\d{3}")
_UNREAD_REFERENCE = Decision(equal=None, rule="the reference could not be read")
_UNREAD_ANSWER = Decision(equal=None, rule="the answer could not be read")


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision, with both sides as they were understood; ``None`` for words."""

    decision: Decision
    reference: Expression | None = None
    answer: Expression | None = None

    @property
    def answer_unread(self) -> bool:
        """Whether the answer is no mathematics that could be read, and no words."""
        return self.decision is _UNREAD_ANSWER

    @property
    def reference_unread(self) -> bool:
        """Whether the reference is no mathematics that could be read, and no words."""
        return self.decision is _UNREAD_REFERENCE


def judge(reference: str, answer: str, decimals: DecimalPolicy) -> Judgement:
    """Decide whether an answer says what a reference says."""
    if len(answer) > ANSWER_CHARACTERS:
        return Judgement(Decision(equal=None, rule="the answer is too long"))
    if _bare(reference) == _bare(answer):
        return Judgement(Decision(equal=True, rule="same-text"))
    dates = same_date(reference, answer)
    if dates is not None:
        return Judgement(dates)
    try:
        wanted = reference_readings(reference)
    except OverBudget as reason:
        return Judgement(Decision(equal=None, rule=str(reason)))
    if not wanted:
        return Judgement(_by_words(reference, answer))
    return _best(wanted, answer, Comparison(Budget(), decimals))


def _by_words(reference: str, answer: str) -> Decision:
    words = same_words(reference, answer)
    if words:
        return words
    if not is_wording(reference):
        return _UNREAD_REFERENCE
    return words if is_wording(answer) else DIFFERENT_KIND


def _best(wanted: tuple[Expression, ...], answer: str, comparison: Comparison) -> Judgement:
    """Try all readings: one pair that agrees is enough, else the first tells."""
    first: Judgement | None = None
    try:
        lists = not (_GROUPED.search(answer) and any(isinstance(w, Number) for w in wanted))
        for given in readings(answer, as_lists=lists):
            for reference in wanted:
                decision = comparison.same(reference, given)
                if decision.equal:
                    return Judgement(decision, reference, given)
                if first is None or (first.decision.equal is False and decision.equal is None):
                    first = Judgement(decision, reference, given)
    except Unreadable:
        if first is None:
            unread = DIFFERENT_KIND if is_wording(answer) else _UNREAD_ANSWER
            return Judgement(unread, wanted[0])
    except OverBudget as reason:
        return Judgement(Decision(equal=None, rule=str(reason)), wanted[0])
    return first or Judgement(_UNREAD_ANSWER, wanted[0])


@lru_cache(maxsize=4096)
def reference_readings(text: str) -> tuple[Expression, ...]:
    """Return what a reference may mean, the likeliest first; nothing where it is words.

    Raises:
        OverBudget: it is too long or too deep.
    """
    return tuple(_readable(text))


def _readable(text: str) -> Iterator[Expression]:
    try:
        yield from readings(text)
    except Unreadable:
        return


def _bare(text: str) -> str:
    """Return a text without the spaces that separate no words or digits."""
    return _IDLE_SPACE.sub("", text.strip())
