"""Which mathematics stayed source, for those who mend it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from porism.markup.characters import plain
from porism.markup.mathematics import typeset
from porism.markup.spans import spans


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A formula that stayed source.

    Args:
        latex: the formula.
        reason: what is wrong with it, or unknown.
        count: how often it stands in the texts.
    """

    latex: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the formulas of many texts.

    Args:
        formulas: how many there are.
        unreadable: those that stayed source, the most frequent first.
    """

    formulas: int
    unreadable: tuple[Unreadable, ...]

    @property
    def typeset(self) -> float:
        """The share of formulas that were typeset, 1 where there are none."""
        return 1 - sum(one.count for one in self.unreadable) / max(1, self.formulas)


def unreadable(texts: Iterable[str]) -> Report:
    """Find the mathematics of texts that would stay source in :func:`porism.markup.prose`."""
    formulas = 0
    found: Counter[tuple[str, str]] = Counter()
    for text in texts:
        for span in spans(plain(text)):
            if span.kind in {"inline", "display"}:
                formulas += 1
                unread = typeset(span.content, display=span.kind == "display").unread
                if unread is not None:
                    found[span.content.strip(), unread] += 1
    return Report(
        formulas,
        tuple(Unreadable(latex, why, count) for (latex, why), count in found.most_common()),
    )
