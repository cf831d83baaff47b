"""The door: a response and a reference to a verdict."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from porism.core import DecimalPolicy, FinalAnswer, Flag, MultipleChoice, Reference, Verdict
from porism.grading.budget import ANSWER_CHARACTERS, Budget, OverBudget
from porism.grading.compare.decision import Decision
from porism.grading.compare.same import same
from porism.grading.compare.text import same_words
from porism.grading.expression.shapes import Expression
from porism.grading.extract import Extraction, extract
from porism.grading.extract.letters import letter_of
from porism.grading.latex.read import readings
from porism.grading.latex.tokens import Unreadable

VERSION = 1
"""Raised whenever a verdict can come out differently than before."""
NAME = "rules"
_LETTERS = "ABCDEFGHIJ"


def grade(
    response: str, reference: Reference | str, *, decimals: DecimalPolicy = DecimalPolicy()
) -> Verdict:
    """Judge the final answer of a response against a reference.

    Args:
        response: all that the model said; thinking in ``<think>`` is not the answer.
        reference: what is right; a string is a final answer.
        decimals: whether a rounded decimal answers an exact reference.

    Returns:
        A graded verdict; ``unparsed`` where no answer was found; ``ungraded`` where the
        reference or the answer could not be read, or nothing decided.
    """
    if isinstance(reference, str):
        reference = FinalAnswer(answer=reference)
    if isinstance(reference, MultipleChoice):
        return _grade_choice(response, reference)
    if not isinstance(reference, FinalAnswer):
        return _verdict("ungraded", reason=f"Rules cannot grade a {reference.kind}.")
    return _grade_answer(response, reference.answer.strip(), decimals)


def _grade_choice(response: str, reference: MultipleChoice) -> Verdict:
    found = extract(response)
    if found is None:
        return _verdict("unparsed", reason="The response states no answer.", flags=("unparsed",))
    letter = letter_of(found.text, reference.labels)
    if not letter:
        return _verdict(
            "unparsed", found, reason="The answer names no choice.", flags=("unparsed",)
        )
    return _graded(found, Decision(equal=letter == reference.label, rule="choice-letter"))


def _grade_answer(response: str, gold: str, decimals: DecimalPolicy) -> Verdict:
    found = extract(response)
    if found is None:
        return _verdict("unparsed", reason="The response states no answer.", flags=("unparsed",))
    return _graded(found, _decide(gold, found.text))


def _decide(gold: str, answer: str) -> Decision:
    if len(gold) == 1 and gold in _LETTERS:
        letter = letter_of(answer, _LETTERS)
        if letter:
            return Decision(equal=letter == gold, rule="choice-letter")
    if len(answer) > ANSWER_CHARACTERS:
        return Decision(equal=None, rule="the answer is too long")
    words = same_words(gold, answer)
    if words:
        return words
    try:
        return _decide_mathematics(gold, answer, words)
    except OverBudget as reason:
        return Decision(equal=None, rule=str(reason))


def _decide_mathematics(gold: str, answer: str, words: Decision) -> Decision:
    references = _read(gold)
    if not references:
        return words
    budget = Budget()
    decision = Decision(equal=False, rule="other-kind")
    for reading in _answers(answer):
        for reference in references:
            found = same(reference, reading, budget)
            if found.equal:
                return found
            decision = found
    return decision


@lru_cache(maxsize=4096)
def _read(text: str) -> tuple[Expression, ...]:
    return tuple(_answers(text))


def _answers(text: str) -> Iterator[Expression]:
    try:
        yield from readings(text)
    except Unreadable:
        return


def _graded(found: Extraction, decision: Decision) -> Verdict:
    if decision.equal is None:
        return _verdict(
            "ungraded", found, reason=f"Not decided: {decision.rule}.", flags=("undecided",)
        )
    return Verdict(
        outcome="graded",
        score=float(decision.equal),
        extracted=_clean(found.text),
        rule=decision.rule,
        reason="The answer equals the reference."
        if decision.equal
        else "The answer differs from the reference.",
        flags=found.flags,
        grader=NAME,
        version=VERSION,
    )


def _verdict(
    outcome: str, found: Extraction | None = None, *, reason: str, flags: tuple[Flag, ...] = ()
) -> Verdict:
    return Verdict.model_validate(
        {
            "outcome": outcome,
            "extracted": None if found is None else _clean(found.text),
            "reason": reason,
            "flags": (*(found.flags if found else ()), *flags),
            "grader": NAME,
            "version": VERSION,
        }
    )


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
