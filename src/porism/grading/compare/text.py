"""Words against words: without regard to case, font and spacing."""

from __future__ import annotations

import re

from porism.grading.compare.decision import Decision

_COMMAND = re.compile(
    r"\\(?:text\w*|math\w+|operatorname|mbox|emph|displaystyle|left|right|boldsymbol|bm|quad|qquad)"
    r"(?![A-Za-z])|\\[,;:!() \[\]]|[{}$*`\"“”]|~"
)
_ARTICLE = re.compile(r"^(?:on |at )?(?:the |an? )?(?=\w)|\bthe (?=\w)")
_LISTING = re.compile(r"\s*(?:,|;|\band\b|\bor\b|&)\s*(?:(?:and|or)\b\s*)?")
_NAME = re.compile(r"[^\W\d_][\w' .]*")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_SPACE = re.compile(r"\s+")
_SYNONYMS = (
    ("yes", "true", "correct"),
    ("no", "false", "incorrect", "not true", "untrue", "not correct"),
    ("no solution", "no solutions", "no solution exists", "no solutions exist",
     "there is no solution", "there are no solutions", "empty set", "the empty set", "none"),
    ("no real solution", "no real solutions"),
    ("does not exist", "dne", "do not exist"),
    ("infinity", "infinite", "∞"),
    ("infinitely many", "infinitely many solutions"),
    ("converges", "convergent", "is convergent", "series converges", "sequence converges",
     "it converges", "integral converges"),
    ("diverges", "divergent", "is divergent", "series diverges", "sequence diverges",
     "it diverges", "integral diverges", "does not converge", "not convergent"),
)  # fmt: skip
_MEANING = {word: group[0] for group in _SYNONYMS for word in group}
_WORDING = re.compile(r"[^\W\d_][\w\s'.,:;!?()/&-]*")
_NEGATION = re.compile(r"\b(?:no|not|non|never|neither|nor|none|without|cannot|false)\b|n't\b")


def words_of(text: str) -> str:
    """Return a text as bare words: lower case, no fonts, single spaces."""
    bare = _SPACE.sub(" ", _COMMAND.sub(" ", _HYPHEN.sub(" ", text))).strip(" .,;:!?'()")
    return _ARTICLE.sub("", bare.casefold())


def is_wording(text: str) -> bool:
    """Return whether a text is words, not mathematics that could not be read."""
    return _WORDING.fullmatch(words_of(text)) is not None


def same_words(reference: str, answer: str) -> Decision:
    """Decide whether two texts say the same."""
    left, right = words_of(reference), words_of(answer)
    if left == right or left.replace(" ", "") == right.replace(" ", ""):
        return Decision(equal=True, rule="same-words")
    if _MEANING.get(left, left) == _MEANING.get(right, right):
        return Decision(equal=True, rule="same-meaning")
    if _begins_with(right, left):
        return Decision(equal=True, rule="same-words")
    if _same_names(left, right):
        return Decision(equal=True, rule="same-names")
    return Decision(equal=False, rule="different-words")


def _begins_with(text: str, word: str) -> bool:
    """Return whether a longer answer opens with the reference and a comma: "yes, because"."""
    rest = text[len(word) :]
    return (
        bool(word)
        and text.startswith(word)
        and rest[:1] in (",", ".", ";", ":", "—")
        and not (_NEGATION.search(rest) and not _NEGATION.search(word))
    )


def _same_names(left: str, right: str) -> bool:
    """Return whether two lists of names hold the same: "Alice and Bob" and "Bob, Alice"."""
    names = _LISTING.split(left), _LISTING.split(right)
    return (
        len(names[0]) > 1
        and all(_NAME.fullmatch(name) for name in names[0])
        and sorted(names[0]) == sorted(names[1])
    )
