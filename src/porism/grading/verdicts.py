"""Verdicts in words: the outcome, one sentence, and flags for people."""

from __future__ import annotations

import re

from porism.core import Flag, Verdict
from porism.grading.compare.answers import Judgement
from porism.grading.compare.meaning import body, meaning
from porism.grading.compare.near_miss import near_miss
from porism.grading.compare.text import words_of
from porism.grading.expression.shapes import Collection, Either, Expression
from porism.grading.expression.show import show
from porism.grading.expression.terms import Term
from porism.grading.extract import Extraction

VERSION = 2
"""Raised whenever a verdict can come out differently than before."""
NAME = "rules"
_FOUND = {
    "same-text": "the same text",
    "same-form": "the same form",
    "exact-rational": "exact arithmetic",
    "algebraic-bound": "a bound that proves algebraic numbers equal",
    "many-digits": "agreement to a great many digits",
    "identity": "agreement at all points tried",
    "same-words": "the same words",
    "same-names": "the same names",
    "same-date": "the same date",
    "rounded-as-asked": "rounding as the problem asks",
    "decimal-digits": "agreement to as many digits as the benchmark asks",
    "decimal-tolerance": "agreement within the benchmark's tolerance",
    "exact-powers": "exact arithmetic with powers",
    "same-meaning": "words that mean the same",
    "same-set": "the same set",
    "same-curve": "the same solutions",
    "choice-letter": "the choice",
}
_DIFFERENT = {
    "different-kind": "it is another kind of answer",
    "unit-conflict": "the units conflict",
    "different-letters": "the letters differ",
    "different-elements": "the elements differ",
    "different-ends": "the ends differ",
    "different-length": "the number of coordinates differs",
    "different-size": "the sizes differ",
    "undefined": "it has no value",
}
_SPACES = ("\\,", "\\;", "\\!", "\\ ")
_UNSEEN = dict.fromkeys(c for c in range(0x3001) if chr(c).isspace() or chr(c) in "{}$")
_SEARCHED = 20_000
"""Characters from the end in which the reference is looked for."""
_PLACES = 500
"""Places at which it is looked at what stands before and behind."""
_SHOWN = 120


def unparsed(response: str, found: Extraction | None, reason: str, gold: str = "") -> Verdict:
    """Return the verdict where no answer was found, or none that could be read."""
    flags: list[Flag] = ["unparsed"] if response.strip() else ["empty"]
    if found is not None:
        flags += found.flags
    if gold and _stands_in(gold, response):
        flags.append("gold-in-text")
    return Verdict(
        outcome="unparsed",
        extracted=None if found is None else clean(found.text),
        reason=reason,
        flags=tuple(flags),
        grader=NAME,
        version=VERSION,
    )


def ungraded(reason: str, found: Extraction | None = None, *flags: Flag) -> Verdict:
    """Return the verdict where rules decide nothing; ``reason`` says why."""
    return Verdict(
        outcome="ungraded",
        extracted=None if found is None else clean(found.text),
        reason=reason,
        flags=(*(found.flags if found else ()), *flags),
        grader=NAME,
        version=VERSION,
    )


def graded(response: str, gold: str, found: Extraction, judgement: Judgement) -> Verdict:
    """Return the verdict on an answer that was compared with the reference."""
    decision = judgement.decision
    given = _shown(judgement.answer, found.text)
    wanted = _shown(judgement.reference, gold)
    right = decision.equal is True
    return Verdict(
        outcome="graded",
        score=1.0 if right else 0.0,
        extracted=clean(found.text),
        reading=given,
        reference_reading=wanted,
        rule=decision.rule,
        reason=_sentence(decision.rule, given, wanted, right=right),
        flags=found.flags if right else _flags(response, gold, found, judgement),
        grader=NAME,
        version=VERSION,
    )


def _flags(response: str, gold: str, found: Extraction, judgement: Judgement) -> tuple[Flag, ...]:
    flags = list(found.flags)
    if judgement.decision.rule == "different-kind":
        flags.append("other-kind")
    if _lists_alternatives(judgement) and "guessed" not in flags:
        flags.append("guessed")
    if _is_near(judgement):
        flags.append("near-miss")
    if _stands_in(gold, response) and not _stands_in(gold, found.text):
        flags.append("gold-in-text")
    return tuple(flags)


def _lists_alternatives(judgement: Judgement) -> bool:
    """Return whether an answer gives several values where one was wanted."""
    if not isinstance(judgement.reference, Term) or judgement.answer is None:
        return False
    return isinstance(body(meaning(judgement.answer)), Collection | Either)


def _is_near(judgement: Judgement) -> bool:
    if judgement.decision.rule == "unit-conflict":
        return True
    if judgement.reference is None or judgement.answer is None:
        return False
    return near_miss(judgement.reference, judgement.answer)


def _stands_in(gold: str, text: str) -> bool:
    """Return whether the reference stands in a text, as it is or spaces and braces aside."""
    wanted, within = _squeezed(gold), text[-_SEARCHED:]
    if len(wanted) < 2 and not wanted.isdigit():
        return False
    return _found_alone(gold, within) or _found_alone(wanted, _squeezed(within))


def _found_alone(wanted: str, within: str) -> bool:
    at = within.find(wanted)
    for _ in range(_PLACES):
        if at < 0:
            return False
        before, behind = within[at - 1 : at], within[at + len(wanted) : at + len(wanted) + 1]
        if not (before.isalnum() or before == "." or behind.isalnum()):
            return True
        at = within.find(wanted, at + 1)
    return False


def _squeezed(text: str) -> str:
    for space in _SPACES:
        text = text.replace(space, "")
    return text.translate(_UNSEEN)


def _sentence(rule: str, given: str, wanted: str, *, right: bool) -> str:
    given, wanted = _short(given), _short(wanted)
    if right:
        how = _FOUND.get(rule, rule.replace("-", " "))
        return f"The answer {given} is the reference {wanted}, by {how}."
    why = _DIFFERENT.get(rule)
    return f"The answer {given} is not the reference {wanted}{f': {why}' if why else ''}."


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _shown(reading: Expression | None, text: str) -> str:
    return words_of(clean(text)) if reading is None else show(reading)


def clean(text: str) -> str:
    """Return a text that can be stored: no lone surrogates, no control characters."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", text.encode("utf-8", "replace").decode("utf-8"))
