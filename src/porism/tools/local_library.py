"""The papers that were harvested into the store, as a library that models may read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from porism.core import Preprint, Reading, Theorem
from porism.errors import UnknownName
from porism.store import Papers, Store
from porism.tools.papers import Entry


class LocalLibrary:
    """Metadata, and of papers that were read their statements and proofs.

    A paper is there if the newest of its versions that is known is from before the day that is
    asked for: nothing of a later version shows.

    Args:
        store: what holds them.
    """

    def __init__(self, store: Store) -> None:
        self._papers = Papers(store)

    def search(self, words: Sequence[str], before: date, most: int) -> list[Entry]:
        """Return papers, the newest first; see :class:`~porism.tools.papers.Library`."""
        known = self._papers.search(words, f"{before:%Y-%m}")
        found = (one for one in known if is_from_before(one, before))
        return [entry for entry, _ in zip(map(entry_of, found), range(most), strict=False)]

    def text(self, paper: str, before: date) -> str | None:
        """Return a paper; see :class:`~porism.tools.papers.Library`."""
        try:
            preprint = self._papers.paper(paper).preprint
        except UnknownName:
            return None
        if not is_from_before(preprint, before):
            return None
        reading = self._papers.reading(paper)
        known = reading is not None and reading.version <= preprint.newest.number
        return "\n\n".join(paragraphs(preprint, reading if known else None))


def is_from_before(preprint: Preprint, day: date) -> bool:
    """Tell whether all that is known of a paper is from before a day."""
    return preprint.newest.submitted_at.date() < day


def entry_of(preprint: Preprint) -> Entry:
    """Return a paper as lists show it."""
    published = preprint.versions[0].submitted_at.date()
    return Entry(preprint.id, preprint.title, published, preprint.abstract)


def paragraphs(preprint: Preprint, reading: Reading | None) -> Iterator[str]:
    """Yield what is known of a paper, in order."""
    yield f"{preprint.name}: {preprint.title}\n{', '.join(preprint.authors)}"
    yield f"Abstract. {preprint.abstract}"
    if reading is None or not reading.theorems:
        yield "(Only the abstract is in the library.)"
        return
    yield from map(statement, reading.theorems)


def statement(theorem: Theorem) -> str:
    """Write a statement with its proof."""
    title = f" ({theorem.title})" if theorem.title else ""
    proof = f"\n\nProof. {theorem.proof}" if theorem.proof else ""
    return f"{theorem.reference}{title}. {theorem.statement}{proof}"
