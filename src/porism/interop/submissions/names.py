"""Names that tell who wrote a proof: found and masked, in whatever spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

MASK = "[name]"
_NUMBER = r"(?:[\s_-]?[vV]?\d+(?:\.\d+)*)"
_VERSION = (
    r"(?i:(?:[\s_*`~-]{0,4}(?:[a-z]?\d[\w.]*\b|(?:pro|mini|nano|max|plus|flash|lite|turbo|preview|thinking"
    r"|reasoner|opus|sonnet|haiku|math|prover|chat|instruct|deep[\s-]?think)\b))*)"
)
_OPENAI_SERIES = r"\bo[1-9][\s_-](?:mini|pro|preview|high|medium|low)\b"
_MATHEMATICIANS = r"(?! (?:Ambrose|Berge|Chevalley|Le[Bb]run|Mitschi|Sabbah|Shannon|Viterbo)\b)"
"""Whose first name a model bears."""
_SEPARATORS = re.compile(r"[\s_\-/]+")


class Names:
    """The names that are looked for.

    Args:
        own: names besides those of ``names.txt``: models, developers, people. One that is
            a single word without a digit counts only as it is written, and only if it is
            capitalised: others are words of every proof.
    """

    def __init__(self, own: Iterable[str] = ()) -> None:
        mine = sorted({" ".join(name.split()) for name in own}, key=_longest_first)
        self._pattern = re.compile("|".join((*filter(None, map(_own, mine)), *_known())))

    def found(self, text: str) -> tuple[str, ...]:
        """Return the names in a text, each once, in their order."""
        return tuple(dict.fromkeys(match[0] for match in self._pattern.finditer(text)))

    def masked(self, text: str) -> str:
        """Put :data:`MASK` in the place of each name."""
        return self._pattern.sub(MASK, text)


@cache
def _known() -> tuple[str, ...]:
    """Return patterns of the names in ``names.txt``, and of models that are called by a letter."""
    text = files(__package__).joinpath("names.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("%")]
    return (*map(_listed, sorted(lines, key=_longest_first)), _OPENAI_SERIES)


def _longest_first(name: str) -> tuple[int, str]:
    return -len(name), name


def _listed(line: str) -> str:
    """Return the pattern of a line of ``names.txt``."""
    spelt = _spelt(line.strip('"[]'))
    if not line.isascii():
        return spelt
    if line.startswith('"'):
        return rf"(?<![A-Za-z]){spelt}{_VERSION}(?![a-z]{{2}})"
    if line.startswith("["):
        return rf"(?<![A-Za-z]){spelt}{_NUMBER}{_VERSION}"
    return rf"(?<![A-Za-z])(?i:{spelt}){_VERSION}{_MATHEMATICIANS}(?![a-z]{{2}})"


def _own(name: str) -> str | None:
    """Return the pattern of a model's, a developer's or a person's name."""
    marked = len(_SEPARATORS.split(name)) > 1 or any(map(str.isdigit, name))
    if len(name) < 2 or not (marked or any(map(str.isupper, name))):
        return None
    spelt = f"(?i:{_spelt(name)})" if marked else _spelt(name)
    return rf"(?<!\w){spelt}(?!\w)"


def _spelt(name: str) -> str:
    """Let spaces and hyphens in a name stand for one another."""
    return r"[\s_\-/]{0,3}".join(map(re.escape, _SEPARATORS.split(name)))
