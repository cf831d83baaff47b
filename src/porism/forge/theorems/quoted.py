"""Whether a statement is the authors' own or quoted from elsewhere."""

from __future__ import annotations

import re

_CITES = re.compile(r"\\[a-zA-Z]*cite[a-zA-Z]*\*?\s*(?:\[[^\]]*\]\s*){0,2}\{")
_OPENS_WITH_CITATION = re.compile(
    r"(?:[\s{]|\\(?:em|emph|rm|it|textrm|textup)\b)*[(\[{]?(?:\s*[{\[(])*"
    r"(?:(?:see|cf\.?|from|by|of|in|theorem|lemma|prop\w*|cor\w*|definition|section)\b|[\s\d.,~:§])*"
    r"\\[a-zA-Z]*cite",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\[\s*\d{1,3}\s*(?:,[^\]]{0,40})?\]|\[[A-Z][A-Za-z+]{0,9}\d{0,4}[a-z]?\]")
_CREDIT = re.compile(
    r"\b(?:due to|attributed to|see|cf\.?|folklore|well[- ]known|siehe|voir|d'apr[èe]s)\b"
    r"|\bet al\b|[,(]\s*1[6-9]\d\d\b|[,(]\s*20\d\d\b",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\\(?:href|url)\s*\{[^{}]*\}")
_INTRODUCED = re.compile(
    r"(?:(?:recall|recalls|remind)\b.{0,80}|(?:following|next)\s+(?:\w+\s+){0,3}"
    r"(?:well[- ]known|classical|standard|celebrated|famous|folklore)\b.{0,120}"
    r"|\b(?:well[- ]known|is due to|proved the following|(?:theorem|result|lemma) of"
    r"|was (?:proved|shown|proven|established|obtained) (?:by|in)"
    r"|is (?:proved|proven|shown) in)\b.{0,160})$",
    re.IGNORECASE | re.DOTALL,
)
_OWN = re.compile(
    r"\b(?:we (?:will |shall |now )?(?:prove|show|establish|obtain)|our)\b", re.IGNORECASE
)
LAST_WORDS = 260
FIRST_WORDS = 160


def reason_quoted(title: str | None, body: str, before: str) -> str:
    """Say why a statement is quoted; empty where nothing says so.

    Args:
        title: its optional title.
        body: what it says.
        before: the text before it.
    """
    if title:
        title = without_addresses(title)
        if _CITES.search(title) or _BRACKETED.search(title):
            return "the title cites"
        if _CREDIT.search(title):
            return "the title gives credit"
    if _OPENS_WITH_CITATION.match(body[:FIRST_WORDS]):
        return "it opens with a citation"
    last = _last_sentence(before)
    if _INTRODUCED.search(last) and not _OWN.search(last):
        return "it is introduced as known"
    return ""


def without_addresses(text: str) -> str:
    """Drop addresses of links, whose words and years say nothing."""
    return _ADDRESS.sub("", text)


def _last_sentence(before: str) -> str:
    """Return the sentence that leads to a statement."""
    tail = before.rstrip()[-LAST_WORDS:].rstrip(".:;, ")
    return re.split(r"(?<=[.!?])\s+(?=[A-Z\\])|\n\s*\n", tail)[-1]
