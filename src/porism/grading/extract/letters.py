"""Choice letters in every layout."""

from __future__ import annotations

import re

_MARKUP = re.compile(
    r"\\(?:text\w*|math\w+|boldsymbol|bm|operatorname|rm|bf)\b|\\[,;: !()\[\]]|[{}$*_`]"
)
_ALONE = re.compile(r"\(?\s*([A-Za-z])\s*[).:]?\s*")
_WITH_WORD = re.compile(
    r"(?:the\s+)?(?:option|choice|answer|letter|statement)\s*(?:is\s*)?[:(]?\s*([A-Za-z])\s*\)?(?:[.:,\s].*)?",
    re.IGNORECASE | re.DOTALL,
)
_WITH_TEXT = re.compile(r"(?:\(\s*([A-Za-z])\s*\)|([A-Z])\s*[).:,])\s*\S.*", re.DOTALL)
_THEN_SENTENCE = re.compile(r"\(?([A-Z])\)?\s*[.;]\s+[A-Z].*", re.DOTALL)
_BEFORE_DASH = re.compile(r"\(?([A-Z])\)?\s+[-–—]\s+.*", re.DOTALL)
_BEFORE_VALUE = re.compile(r"([A-Z])\s+(?=[\\\d-]).*", re.DOTALL)
_CALLED_RIGHT = re.compile(
    r"(?:option\s+|choice\s+)?\(?([A-Z])\)?\s+is\s+.*(?:correct|right|answer).*",
    re.IGNORECASE | re.DOTALL,
)
_SEVERAL = re.compile(r"\(?[A-Z]\)?(?:\s*(?:,|;|&|and|or|或|和|、)\s*\(?[A-Z]\)?)+(?![\w(])")
_PATTERNS = (
    _ALONE,
    _WITH_WORD,
    _WITH_TEXT,
    _THEN_SENTENCE,
    _BEFORE_DASH,
    _BEFORE_VALUE,
    _CALLED_RIGHT,
)


def letter_of(text: str, labels: str) -> str:
    """Return the one choice letter that an answer names, in the case of ``labels``; else ``""``."""
    bare = _MARKUP.sub(" ", text).strip(" .,;:!\n\t")
    if _SEVERAL.match(bare):
        return ""
    for pattern in _PATTERNS:
        found = pattern.fullmatch(bare)
        if found:
            letter = next(group for group in found.groups() if group)
            return _among(letter, labels)
    return ""


def _among(letter: str, labels: str) -> str:
    for label in labels:
        if label.lower() == letter.lower():
            return label
    return ""
