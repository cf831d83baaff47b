"""The rounding that a problem asks for, read from its statement."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from porism.core import DecimalPolicy

_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
           "nine": 9, "ten": 10}  # fmt: skip
_COUNT = rf"(?P<count>1?\d|{'|'.join(_COUNTS)})"
_UNITS = {
    "integer": "1", "whole number": "1", "unit": "1", "one": "1", "ten": "10", "hundred": "100",
    "thousand": "1000", "ten thousand": "10000", "hundred thousand": "100000", "million": "1000000",
    "tenth": "0.1", "hundredth": "0.01", "thousandth": "0.001", "ten-thousandth": "0.0001",
    "ten thousandth": "0.0001", "cent": "0.01", "penny": "0.01", "dollar": "1", "degree": "1",
    "percent": "0.01", "second": "1", "minute": "1", "hour": "1", "day": "1", "year": "1",
    "meter": "1", "metre": "1", "kilometer": "1", "kilometre": "1", "centimeter": "1",
    "centimetre": "1", "millimeter": "1", "inch": "1", "foot": "1", "mile": "1", "gram": "1",
    "kilogram": "1", "pound": "1",
}  # fmt: skip
_NAMED = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
_PLACES = re.compile(
    rf"\b{_COUNT}[- ](?:decimal (?:places?|points?)|decimals|d\.?p\.?(?!\w)"
    r"|digits? (?:after|behind|to the right of) the decimal(?: point)?)",
    re.IGNORECASE,
)
_FIGURES = re.compile(
    rf"\b{_COUNT}[- ](?:significant (?:figures?|digits?)|sig(?:nificant|\.)? ?figs?\b|s\.f\.)",
    re.IGNORECASE,
)
_NEAREST = re.compile(
    rf"\bto the (?:nearest|closest) (?:(?P<named>{_NAMED})s?\b"
    r"|\\?\$?(?P<number>\d{1,9}(?:\.\d{1,9})?)(?!\w|[.,]\d))(?P<more> of an? percent| percent)?",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"(?<=[.?!])\s+(?=[A-Z(\\$])|\n\s*\n")
_ASKS = re.compile(
    r"\b(?:answers?|round|express|give|write|report|state|find|compute|calculate|evaluate|determine"
    r"|estimate|approximate|what|how (?:many|much|long|far|fast|old|tall))\b",
    re.IGNORECASE,
)
_ROUNDS = re.compile(
    r"\b(?:round(?:ed|ing)?|correct|accurate|express(?:ed)?|approximat\w+|give[n]?|answers?)\b"
    r"|\bto\s+$",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:let|suppose|assume|denote[sd]?|defined?|where|intermediate|not|without|never|at least"
    r"|each|every|exact|if)\b|n't\b",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"\bpercent(?:age)?\b|%", re.IGNORECASE)
_BEFORE = 60
"""Characters before a request in which it is said that something is rounded."""
_LONGEST = 20_000


@lru_cache(maxsize=1024)
def requested(statement: str) -> DecimalPolicy | None:
    """Return the rounding that a problem's statement asks for, where it surely asks for one.

    Sentences about data, definitions and intermediate steps ask for none; a statement
    that asks for two different roundings leaves open which is meant.
    """
    found = set(_requests(statement[-_LONGEST:]))
    return found.pop() if len(found) == 1 else None


def _requests(statement: str) -> Iterator[DecimalPolicy]:
    for sentence in _SENTENCES.split(statement):
        if not _ASKS.search(sentence) or _OTHER.search(sentence):
            continue
        for pattern in (_PLACES, _FIGURES, _NEAREST):
            for match in pattern.finditer(sentence):
                start = max(0, match.start() - _BEFORE)
                before = sentence[start : match.start()]
                if pattern is _NEAREST or _ROUNDS.search(before):
                    yield _policy(match, sentence)


def _policy(match: re.Match[str], sentence: str) -> DecimalPolicy:
    if match.re is _FIGURES:
        return DecimalPolicy(rule="rounded", digits=_number(match["count"]))
    if match.re is _PLACES:
        unit = Decimal(1).scaleb(-_number(match["count"]))
    else:
        unit = Decimal(match["number"] or _UNITS[match["named"].lower()])
    named = match.groupdict().get("named") or ""
    if named.lower() != "percent" and _is_percentage(match, sentence):
        unit = unit.scaleb(-2)
    return DecimalPolicy(rule="rounded", unit=unit)


def _is_percentage(match: re.Match[str], sentence: str) -> bool:
    """Return whether what is rounded is a percentage: 12.3 percent to one decimal place."""
    if match.groupdict().get("more"):
        return True
    return _PERCENT.search(sentence, max(0, match.start() - _BEFORE), match.start()) is not None


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _COUNTS[word.lower()]
