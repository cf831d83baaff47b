"""Calendar dates in words and figures."""

from __future__ import annotations

import re
from typing import NamedTuple

from porism.grading.compare.decision import Decision

_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september",
           "october", "november", "december")  # fmt: skip
_MONTH = rf"(?P<month>{'|'.join(f'{m[:3]}(?:{m[3:]})?' for m in _MONTHS)}|sept)\.?"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})"
_WEEKDAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:the\s+)?"
_FORMS = tuple(
    re.compile(_WEEKDAY + form)
    for form in (
        rf"{_MONTH}\s+{_DAY}(?:,?\s+{_YEAR})?",
        rf"{_DAY}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?",
        rf"{_YEAR}-(?P<month>[01]\d)-(?P<day>[0-3]\d)",
    )
)
_MARKUP = re.compile(r"\\(?:text\w*|math\w+|mbox)(?![A-Za-z])|\\[,;: ]|[{}$~^]")


class Date(NamedTuple):
    """A day of a month, of a year where that is stated."""

    month: int
    day: int
    year: int | None


def date_of(text: str) -> Date | None:
    """Read a date: ``March 14, 2015``, ``14 March``, ``2015-03-14``."""
    if len(text) > 80:
        return None
    bare = " ".join(_MARKUP.sub(" ", text).casefold().split()).strip(" .")
    for form in _FORMS:
        found = form.fullmatch(bare)
        if found:
            month = found["month"]
            number = int(month) if month.isdigit() else _number(month)
            return Date(number, int(found["day"]), int(found["year"]) if found["year"] else None)
    return None


def _number(name: str) -> int:
    return next(i for i, month in enumerate(_MONTHS, 1) if month.startswith(name[:3]))


def same_date(reference: str, answer: str) -> Decision | None:
    """Compare two dates; ``None`` unless both are. A year that one lacks does not matter."""
    wanted, given = date_of(reference), date_of(answer)
    if wanted is None or given is None:
        return None
    years = wanted.year == given.year or None in (wanted.year, given.year)
    return Decision(equal=wanted[:2] == given[:2] and years, rule="same-date")
