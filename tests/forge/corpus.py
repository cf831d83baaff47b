"""The shared papers with their truth, and how an extractor is measured against it."""

import importlib.util
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

from porism.forge.theorems import extract_file

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared"
LATEX = SHARED / "latex"
PAPERS = LATEX / "corpus"
ARCHIVES = SHARED / "data" / "arxiv" / "eprint"
UNLIKE, COMPARED = 0.3, 12
"""Below which ratio of how many first words the measuring program matches nothing."""


@cache
def truth() -> dict[str, dict]:
    return json.loads((LATEX / "truth.json").read_text(encoding="utf-8"))["papers"]


@cache
def measure() -> ModuleType:
    """The shared measuring program, as a module."""
    spec = importlib.util.spec_from_file_location("measure", LATEX / "measure.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.path.insert(0, str(LATEX))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(LATEX))
    module.keysim = at_a_glance(module.keysim)
    return module


def at_a_glance(keysim: Callable[[str, str], float]) -> Callable[[str, str], float]:
    """Compare word by word only what shares enough words; most pairs do not.

    Twice the words shared over all words bounds the ratio from above, and the measuring program
    treats all ratios below ``UNLIKE`` the same.
    """

    def similar(one: str, other: str) -> float:
        a, b = first_words(one), first_words(other)
        enough = 2 * len(a & b) >= UNLIKE * (len(a) + len(b))
        return keysim(one, other) if enough else 0.0

    return similar


@cache
def first_words(key: str) -> frozenset[tuple[str, int]]:
    """The words of a key that are compared; those that are there again are counted."""
    words = key.split()[:COMPARED]
    return frozenset((word, words[:n].count(word)) for n, word in enumerate(words))


def main_file(paper: str) -> Path:
    return PAPERS / paper / truth()[paper]["main_file"]


@cache
def extracted(paper: str) -> list[dict[str, str | None]]:
    """What is found in a paper, in its order."""
    return list(extract_file(main_file(paper)))
