r"""Boxed answers: ``\boxed``, ``\fbox``, nested, unclosed, several in one sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass

from porism.grading.budget import ANSWER_CHARACTERS
from porism.grading.latex.units import is_unit

_BOX = re.compile(
    r"(?:\\+|(?<![A-Za-z\\]))(?:boxed|fbox|framebox|bbox(?:\[[^\]]{0,80}\])?)(?![A-Za-z])\s*"
)
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_UNBRACED = re.compile(r"\\[A-Za-z]+|[^\s${}\\]")
_EMPTY = re.compile(
    r"(?:\\text\w*\s*\{)?\s*(?:your |the |final )*answer(?: here)?\s*\}?"
    r"|(?:\\(?:boxed|fbox)|\\[,;!: ]|[{}\s$.…])*",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\bnot\s*[($\\]*\s*$", re.IGNORECASE)
_LAST_BOXES = 64
_BEFORE, _BEHIND = 12, 200
"""Characters about the letters "box" in which a command stands."""
_JOINING = re.compile(
    r"(?:[\s$,;&]|\n\s*[-*•]\s|\\[()\[\],;: ]|\\(?:q?quad|text|mathrm|textbf)(?![A-Za-z])|[{}]"
    r"|\b(?:and|or)\b"
    r"|(?<![A-Za-z])\\?[A-Za-z]+(?:_\{?\w+\}?)?\s*=)*"
)
_LABEL = re.compile(
    r"^(?:\\(?:text|math)\w*\s*\{)?\s*(?:the\s+)?(?:final\s+)?answer(?:\s+is\b|\s*[:=])\s*[:=]?\s*\}?\s*",
    re.IGNORECASE,
)
_LONE_BACKSLASH = re.compile(r"(?<!\\)(?:\\\\)*\\$")
_NAME_BEFORE = re.compile(r"(?<![A-Za-z\\])([A-Za-z](?:_\{?\w+\}?)?)\s*=\s*[$(\[\\\s]*$")
_SIGN_BEHIND = re.compile(r"\s*(?:\\[,;! ]|[~$])*\s*(\\%|%|\^\s*\{?\s*\\circ\s*\}?|°)")
_UNIT_BEHIND = re.compile(
    r"(?:\s|\\[,;! ]|~)*(?:\\(?:text|mathrm|textrm|mbox|rm)\s*\{\s*([^{}]{1,30}?)\s*\}"
    r"|\$?\s*([A-Za-z]{4,12}|cm|mm|km|kg)\b)"
)
_MINUS_BEFORE = re.compile(r"[=$(\[]\s*(-|−|–)\s*$")


@dataclass(frozen=True, slots=True)
class Box:
    """One boxed answer; ``closed`` is false where its brace is missing."""

    start: int
    end: int
    content: str
    closed: bool


def boxes(text: str) -> list[Box]:
    """Return the last boxes that hold something, in order; boxes inside boxes count once."""
    found: list[Box] = []
    for match in _last_matches(text):
        if found and match.start() < found[-1].end:
            continue
        box = _box(text, match)
        if box is not None:
            found.append(box)
    return [box for box in found if not _EMPTY.fullmatch(box.content) and not _denied(text, box)]


def _denied(text: str, box: Box) -> bool:
    """Return whether the words before a box say that it is not the answer."""
    return _DENIED.search(text, max(0, box.start - 12), box.start) is not None


def _last_matches(text: str) -> list[re.Match[str]]:
    matches: list[re.Match[str]] = []
    at = len(text)
    for _ in range(_LAST_BOXES):
        at = text.rfind("box", 0, at)
        if at < 0:
            break
        near = _BOX.finditer(text, max(0, at - _BEFORE), at + _BEHIND)
        matches += [found for found in near if found.start() <= at < found.end()]
    return matches[::-1]


def _box(text: str, match: re.Match[str]) -> Box | None:
    start, inside = match.start(), match.end()
    if text[inside : inside + 1] != "{":
        if not match[0].startswith("\\"):
            return None
        single = _UNBRACED.match(text, inside)
        return Box(start, single.end(), single[0], closed=True) if single else None
    inside += 1
    level = 1
    for brace in _BRACES.finditer(text, inside, inside + ANSWER_CHARACTERS):
        level += {"{": 1, "}": -1}.get(brace[0], 0)
        if level == 0:
            return Box(start, brace.end(), text[inside : brace.start()], closed=True)
    end = _end_of_unclosed(text, inside)
    return Box(start, end, text[inside:end], closed=False)


def _end_of_unclosed(text: str, start: int) -> int:
    """A box that is never closed ends with its formula, or with its line."""
    ends = [at for mark in ("$", "\\]", "\\)", "\n\n") if (at := text.find(mark, start)) >= 0]
    return min([*ends, len(text), start + ANSWER_CHARACTERS])


def last_answer(text: str, found: list[Box]) -> tuple[str, int]:
    """Return the last boxed answer, joined with its neighbours in one list, and where it ends."""
    last = found[-1]
    parts = [_dressed(text, last)]
    names = [_name_before(text, last)]
    for before, after in zip(reversed(found[:-1]), reversed(found), strict=False):
        between = text[before.end : after.start]
        if len(between) > 60 or "\n\n" in between or not _JOINING.fullmatch(between):
            break
        parts.append(_dressed(text, before))
        names.append(_name_before(text, before))
    if len(set(names)) == len(names) > 1 and all(names):
        parts = [f"{name}={part}" for name, part in zip(names, parts, strict=True)]
    unique = list(dict.fromkeys(reversed(parts)))
    return ", ".join(unique), last.end


def _name_before(text: str, box: Box) -> str:
    r"""Return the letter whose value a box is: ``x = \boxed{2}``."""
    found = _NAME_BEFORE.search(text, max(0, box.start - 20), box.start)
    return found[1] if found else ""


def _dressed(text: str, box: Box) -> str:
    """Return a box's content with a sign before it and a percent, degree or unit behind it."""
    content = _LABEL.sub("", _LONE_BACKSLASH.sub("", box.content.strip()), count=1)
    if _MINUS_BEFORE.search(text, max(0, box.start - 6), box.start):
        content = f"-{content}"
    sign = _SIGN_BEHIND.match(text, box.end)
    if sign:
        return content + sign[1]
    unit = _UNIT_BEHIND.match(text, box.end)
    if unit and content[-1:].isdigit() and is_unit((unit[1] or unit[2]).split()[0]):
        return rf"{content}\text{{ {unit[1] or unit[2]}}}"
    return content
