"""The choice that a response makes among lettered ones."""

from __future__ import annotations

import re

from porism.grading.extract.answer import Extraction, extract_from
from porism.grading.extract.letters import letter_of
from porism.grading.extract.markers import announcements
from porism.grading.extract.part import answer_part

_LABELLED_LINE = re.compile(r"^[ \t*>-]{0,12}\(?([A-J])[).:]\s*\S[^\n]*$", re.MULTILINE)
_CONCLUDED = re.compile(
    r"(?:\b(?:[Ss]o|[Hh]ence|[Tt]hus|[Tt]herefore|be|is|[Ii]t's|only|namely|gives|yields|leaves"
    r"|leaving|matches|with)\b|:|=>|→|\n\n)[\s,*$]{0,12}"
    r"(?:only |option |choice )?[*$]*\(?([A-J])\)?[*$]*(?: (?:remains|works|holds|fits|is left))?"
    r"(?:, which (?:is|equals) [^.\n]{1,40})?"
    r"[.!]?\s*$"
)
_TAIL = 2_000


def extract_choice(response: str, labels: str) -> tuple[Extraction | None, str]:
    """Return the answer that a response states, and the one label that it names or ``""``.

    Where the last answer names none, as a boxed value, a later or earlier one that does counts.
    """
    part, said = answer_part(response)
    found = extract_from(part, said=said)
    letter = letter_of(found.text, labels) if found is not None else ""
    if letter:
        return found, letter
    named = [a for a in announcements(part) if letter_of(a.value, labels)]
    if named:
        last = max(named, key=lambda a: a.start)
        return Extraction(last.value, last.source), letter_of(last.value, labels)
    return _last_line(part, labels) or _conclusion(part, labels) or (found, "")


def _last_line(part: str, labels: str) -> tuple[Extraction, str] | None:
    """Read a response that ends with one choice copied out: "D. There is ..."."""
    paragraph = part[-_TAIL:].strip().rsplit("\n\n", 1)[-1]
    lines = _LABELLED_LINE.findall(paragraph)
    letter = letter_of(lines[0], labels) if len(lines) == 1 else ""
    return (Extraction(paragraph, "sentence", ("guessed",)), letter) if letter else None


def _conclusion(part: str, labels: str) -> tuple[Extraction, str] | None:
    """Read a letter with which the last sentence concludes: "so only B remains"."""
    found = _CONCLUDED.search(part[-_TAIL:])
    letter = letter_of(found[1], labels) if found else ""
    return (Extraction(letter, "sentence", ("guessed",)), letter) if letter else None
