"""The door: a response and a reference to a verdict."""

from __future__ import annotations

from dataclasses import replace

from porism.core import DecimalPolicy, FinalAnswer, MultipleChoice, Reference, Verdict
from porism.grading.compare.answers import Judgement, judge
from porism.grading.compare.decision import Decision
from porism.grading.extract import Extraction, extract
from porism.grading.extract.choice import extract_choice
from porism.grading.hidden import judged
from porism.grading.verdicts import graded, ungraded, unparsed

EXACT = DecimalPolicy()
_LETTERS = "ABCDEFGHIJ"


def grade(
    response: str,
    reference: Reference | str,
    *,
    decimals: DecimalPolicy = EXACT,
    boxed: bool = False,
) -> Verdict:
    """Judge the final answer of a response against a reference.

    Args:
        response: all that the model said; thinking in ``<think>`` is not the answer.
        reference: what is right; a string is a final answer.
        decimals: whether a rounded decimal answers an exact reference.
        boxed: whether a box was asked for; an answer outside one is flagged ``format``.

    Returns:
        A graded verdict; ``unparsed`` where no answer was found or none that is
        mathematics or words; ``ungraded`` where the reference could not be read or
        nothing decided.
    """
    if isinstance(reference, str):
        reference = FinalAnswer(answer=reference)
    if not isinstance(reference, FinalAnswer | MultipleChoice):
        return ungraded(f"Rules cannot grade an answer of the kind {reference.kind}.")
    if isinstance(reference, MultipleChoice):
        return _grade_choice(response, reference, boxed=boxed)
    gold = reference.answer.strip()
    if reference.hidden:
        return _grade_hidden(response, gold, boxed=boxed)
    letter = ""
    if len(gold) == 1 and gold in _LETTERS:
        found, letter = extract_choice(response, _LETTERS)
    else:
        found = extract(response)
    if found is None:
        return unparsed(response, None, "The response states no answer.", gold)
    found = _checked(found, breach=boxed and found.source != "box")
    if letter:
        return graded(response, gold, found, _chosen(letter, gold))
    return _conclude(response, gold, found, judge(gold, found.text, decimals))


def _grade_hidden(response: str, hidden: str, *, boxed: bool) -> Verdict:
    found = extract(response)
    if found is None:
        return unparsed(response, None, "The response states no answer.")
    return judged(hidden, _checked(found, breach=boxed and found.source != "box"))


def _checked(found: Extraction, *, breach: bool) -> Extraction:
    """Note where an answer does not stand as it was asked for."""
    return replace(found, flags=(*found.flags, "format")) if breach else found


def _conclude(response: str, gold: str, found: Extraction, judgement: Judgement) -> Verdict:
    if judgement.answer_unread:
        return unparsed(response, found, "The answer could not be read.", gold)
    if judgement.reference_unread:
        return ungraded("The reference could not be read.", found, "reference-unread")
    if judgement.decision.equal is None:
        return ungraded(f"Not decided: {judgement.decision.rule}.", found, "undecided")
    return graded(response, gold, found, judgement)


def _chosen(letter: str, label: str) -> Judgement:
    return Judgement(Decision(equal=letter == label, rule="choice-letter"))


def _grade_choice(response: str, reference: MultipleChoice, *, boxed: bool) -> Verdict:
    found, letter = extract_choice(response, reference.labels)
    if found is None:
        return unparsed(response, None, "The response names no choice.")
    found = _checked(found, breach=not letter or (boxed and found.source != "box"))
    if letter and reference.label:
        return graded(response, reference.label, found, _chosen(letter, reference.label))
    return _grade_choice_text(response, found, reference)


def _grade_choice_text(response: str, found: Extraction, reference: MultipleChoice) -> Verdict:
    """Grade an answer that states what a choice says in place of its label."""
    for text in (reference.correct, *reference.distractors):
        judgement = judge(text, found.text, EXACT) if text else None
        if judgement is not None and judgement.decision.equal:
            decision = Decision(equal=text == reference.correct, rule="choice-text")
            return graded(response, reference.correct, found, Judgement(decision))
    return unparsed(response, found, "The answer names no choice.")
