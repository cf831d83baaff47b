"""An answer cut out of the line in which it is stated."""

from __future__ import annotations

import re
from itertools import pairwise

_LEADING = re.compile(
    r"[\s:：=>*_`\"“”，,]*(?:(?:因此|所以|故|于是)[，,\s]*)?"
    r"(?:(?:so|indeed|therefore|thus|then|hence|simply|just|exactly|clearly|equal to|given by"
    r"|equals|approximately|about|that|is|are|be|now|still|option|choice|the|therefore)\b[\s:,*_`]*)*",
    re.IGNORECASE,
)
_MATHS = re.compile(r"\$\$(.+?)\$\$|\$((?:[^$\\]|\\.)+?)\$|\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)
_LISTED = re.compile(r"\s*(?:,|;|and|or|,\s*and|,\s*or)\s*")
_STATES = re.compile(r"\b(?:is|are|equals?|be|becomes?)\s*$")
_JOIN = re.compile(r"\s*(?:,|;|and|or|,\s*and|,\s*or)\s*(?=\$|\\\(|\\\[)", re.IGNORECASE)
_UNIT = re.compile(r"\s*(%|\\%|percent\b|°|degrees?\b|[A-Za-z]{2,10}\b)")
_SENTENCE_END = re.compile(
    r"(?<=[^.\d])\.(?=\s|$|\*|<)|(?<=\d)\.(?=\s|$|\*|<)|[!?。;](?=\s|$)|\s\|(?=\s*$|\s*\n)|\n|\*\*|</|<\||<e"
)
_REASON = re.compile(
    r",?\s+(?:because|since|as|which|where|so|but|by|with|when|whenever|due|rather|not|after"
    r"|assuming|instead|therefore|hence|i\.e\.|for (?:all|every|any|the|this))\b|\s+\((?!\d)",
    re.IGNORECASE,
)
_COPULA = re.compile(r"\s*(?:です|である|だ|입니다|이다)$")
"""Verbs that stand behind what they state."""
_TRAILING = " \t\r\n.,;:*_`\"'“”!"
_LONGEST = 2_000


def stated_value(text: str) -> str:
    """Return the answer with which a text begins; empty where it begins with none."""
    start = _LEADING.match(text)
    body = text[start.end() if start else 0 :][:_LONGEST].lstrip()
    maths = _MATHS.match(body)
    if maths:
        return _joined_maths(body, maths)
    return plain_value(body)


def _joined_maths(body: str, maths: re.Match[str]) -> str:
    """Return a formula, and those that follow it in the same list."""
    parts = [_inside(maths)]
    end = maths.end()
    while (join := _JOIN.match(body, end)) and (maths_after := _MATHS.match(body, join.end())):
        parts.append(_inside(maths_after))
        end = maths_after.end()
    unit = _UNIT.match(body, end) if len(parts) == 1 and parts[0][-1:].isdigit() else None
    return ", ".join(parts) + (f" {unit[1]}" if unit and unit[1] in ("%", "\\%", "percent") else "")


def _inside(maths: re.Match[str]) -> str:
    return next(group for group in maths.groups() if group is not None).strip().rstrip(".,;")


def plain_value(body: str) -> str:
    """Return the answer with which plain words begin: up to the sentence's end or a reason."""
    end = _SENTENCE_END.search(body)
    sentence = body[: end.start()] if end else body
    reason = _REASON.search(sentence)
    if reason and reason.start() > 0:
        sentence = sentence[: reason.start()]
    return _COPULA.sub("", sentence.replace("$", "").strip(_TRAILING)).strip()


def last_formula(text: str) -> str:
    """Return the formula that a text ends by stating, with those it is listed with; or ``""``.

    The last one behind "is" or its like counts, else the last one.
    """
    found = list(_MATHS.finditer(text))
    if not found:
        return ""
    runs = [[found[0]]]
    for before, after in pairwise(found):
        if _LISTED.fullmatch(text[before.end() : after.start()]):
            runs[-1].append(after)
        else:
            runs.append([after])
    last_line = text.rfind("\n") + 1
    stated = [run for run in runs if run[0].start() >= last_line and _is_stated(text, run[0])]
    return ", ".join(_inside(formula) for formula in (stated or runs)[-1])


def _is_stated(text: str, formula: re.Match[str]) -> bool:
    return _STATES.search(text, max(0, formula.start() - 16), formula.start()) is not None
