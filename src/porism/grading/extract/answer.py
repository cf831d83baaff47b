"""The answer of a response: where it stands, and how sure that is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from porism.core import Flag
from porism.grading.extract.boxes import Box, boxes, last_answer
from porism.grading.extract.markers import Announcement, Source, announcements
from porism.grading.extract.part import answer_part
from porism.grading.extract.values import last_formula, plain_value, stated_value

_CORRECTION = re.compile(
    r"\b(?:wait|actually|correction|sorry|mistake|wrong|incorrect|instead|revis\w+|reconsider\w*"
    r"|on reflection|correct(?:ed|ing) (?:answer|myself|this)|scratch that"
    r"|should (?:be|have been))\b",
    re.IGNORECASE,
)
_MATHEMATICAL = re.compile(r"\d|\\[A-Za-z]|^\(?[A-J]\)?$")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])(?<!i\.e\.)(?<!e\.g\.)\s+(?=\S)|(?<=。)(?=\S)|\n")
_NUMBER = re.compile(
    r"(?<![\w.])[-−]?\$?\d[\d,]*(?:\.\d+)?(?:\s*/\s*\d+(?:\.\d+)?)?(?:\s*(?:%|percent|π|pi\b))?"
)
_MATHS = re.compile(r"\$[^$]*\$|\\\(.*?\\\)|\\\[.*?\\\]|\\[A-Za-z]+", re.DOTALL)
_PROSE_WORD = re.compile(r"[A-Za-z]{2,}|\bI\b")
_PHRASE = re.compile(r"(?:yes|no)\b(?=[,.!])", re.IGNORECASE)
_NO_SOLUTION = re.compile(r"\bno (?:real )?solutions?\b", re.IGNORECASE)
_AFTER_VERB = re.compile(r"\b(?:is|are|equals?|be|becomes?)\s+(?=[\w(\[{\\-])(?!.*\b(?:is|are)\b)")
_BOLD_LINE = re.compile(r"\*\*(?:[A-Za-z][A-Za-z ]{0,30}:(?!\d)\s*)?([^*\n]{1,60})\*\*\.?")
_STATEMENT = re.compile(
    r"\b(?:it|that|this|which|gives|yields|makes|is|are|get|have)\b", re.IGNORECASE
)
_DENIAL = re.compile(r"\b(?:not|no|never|cannot|unable|neither)\b|n't\b", re.IGNORECASE)
_SHORT = 120
_LOOK_BACK = 4_000


@dataclass(frozen=True, slots=True)
class Extraction:
    """An answer as it stands in a response."""

    text: str
    source: Source
    flags: tuple[Flag, ...] = ()


def extract(response: str) -> Extraction | None:
    """Find the last answer that a response states; ``None`` where it states none."""
    part, said = answer_part(response)
    return extract_from(part, said=said)


def extract_from(part: str, *, said: bool) -> Extraction | None:
    """Find the answer in what is not thinking; ``said`` is false where all of it is."""
    found = _boxed(part) or _stated(part)
    if found is None or said:
        return found
    return Extraction(found.text, found.source, ("guessed", *found.flags))


def _boxed(text: str) -> Extraction | None:
    found = boxes(text) if "box" in text else []
    if not found:
        return None
    answer, end = last_answer(text, found)
    later = _correction(text, end)
    if later is not None:
        return Extraction(later.value, later.source, ("several-answers",))
    return Extraction(answer, "box", _flags(found))


def _flags(found: list[Box]) -> tuple[Flag, ...]:
    flags: list[Flag] = []
    if len({box.content for box in found}) > 1:
        flags.append("several-boxes")
    if not found[-1].closed:
        flags.append("truncated")
    return tuple(flags)


def _correction(text: str, end: int) -> Announcement | None:
    """Return an announcement behind the last box that takes it back."""
    if not _CORRECTION.search(text, end, end + _LOOK_BACK):
        return None
    later = [a for a in announcements(text[end:]) if _MATHEMATICAL.search(a.value)]
    return max(later, key=lambda a: a.start, default=None)


def _stated(text: str) -> Extraction | None:
    """Return the last announced answer; one long before the end yields to a conclusion there."""
    candidates = sorted(announcements(text), key=lambda a: a.start)
    if not candidates:
        return _unannounced(text)
    last = candidates[-1]
    concluded = _unannounced(text) if len(text) - last.start > _LOOK_BACK else None
    if concluded is not None:
        return concluded
    values = {candidate.value for candidate in candidates}
    return Extraction(last.value, last.source, ("several-answers",) if len(values) > 1 else ())


def _unannounced(text: str) -> Extraction | None:
    """Take a response that is nothing but an answer, or what its last sentence ends with."""
    tail = text[-_LOOK_BACK:].strip()
    if not tail:
        return None
    line = tail.rsplit("\n\n", 1)[-1].strip()
    bold = _BOLD_LINE.fullmatch(line)
    if bold:
        return Extraction(bold[1].strip(". "), "whole", () if line == tail else ("guessed",))
    if _is_bare_answer(tail):
        return Extraction(stated_value(tail), "whole")
    return _from_last_sentence(line)


def _is_bare_answer(text: str) -> bool:
    """Return whether a whole response is an answer without a sentence around it."""
    bare = _MATHS.sub(" ", text)
    words = _PROSE_WORD.findall(bare)
    short = len(text) <= _SHORT and "\n" not in text and len(words) <= 2
    return short and "I" not in words and not _STATEMENT.search(bare)


def _from_last_sentence(paragraph: str) -> Extraction | None:
    formula = last_formula(paragraph) if paragraph.endswith((".", "$", ")", "]", "。", "!")) else ""
    if formula:
        return Extraction(formula, "formula", ("guessed",))
    sentence = _SENTENCE_ENDS.split(paragraph)[-1]
    phrase = _PHRASE.match(sentence.strip()) or _NO_SOLUTION.search(sentence)
    if phrase:
        return Extraction(phrase[0], "sentence", ("guessed",))
    if stated := _after_verb(sentence):
        return Extraction(stated, "sentence", ("guessed",))
    numbers = _NUMBER.findall(sentence)
    if not numbers or _DENIAL.search(sentence) or not sentence.rstrip().endswith((".", "!", "。")):
        return None
    flags: tuple[Flag, ...] = ("guessed", "last-number")
    return Extraction(plain_value(numbers[-1]), "number", flags)


def _after_verb(sentence: str) -> str:
    """Return what stands behind the last verb of a complete sentence, if it is a formula."""
    verb = _AFTER_VERB.search(sentence)
    if not verb or not sentence.rstrip().endswith((".", "!")) or _DENIAL.search(sentence):
        return ""
    value = plain_value(sentence[verb.end() :])
    formula = any(c.isdigit() for c in value) and len(_PROSE_WORD.findall(value)) <= 2
    return value if formula else ""
