"""Walking through an archive's list: window by window, page by page, never losing the place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Protocol
from urllib.parse import urlencode

from porism.core import Harvest, HarvestPage, PassedOver
from porism.errors import ConfigurationError, HarvestError
from porism.forge.harvest.page import EMPTY, EXPIRED, Page, Record, read_page
from porism.forge.harvest.preprint import read_preprint
from porism.forge.harvest.recording import Recording
from porism.forge.harvest.selection import why_left_out
from porism.store import Found, Papers

PREFIX = "arXivRaw"
"""The only format with the history of versions, and so with the date of the first."""
OTHER_MONTH = "its first version is of another month"
MOST_FAULTS = 6
"""Useless answers in one window before it is left for another time."""
MOST_PAGES = 5_000
"""Of one window: a list without end is no list."""


class Archive(Protocol):
    """Whoever answers: the archive itself, or a recording of it."""

    async def ask(self, query: str) -> bytes:
        """Return the answer to a query."""
        ...


@dataclass(slots=True)
class Progress:
    """How far a harvest has come; figures are of this run."""

    harvest: Harvest
    windows: int
    done: int = 0
    """Windows that are complete, those of earlier runs included."""
    pages: int = 0
    records: int = 0
    papers: int = 0
    """First versions of the month that are taken."""
    left_out: Counter[str] = field(default_factory=Counter)
    """Records that are not, by reason."""
    faults: Counter[str] = field(default_factory=Counter)
    """Answers that were of no use, by reason."""
    given_up: dict[date, str] = field(default_factory=dict)
    """Windows that are left for another time, with the reason."""

    @property
    def complete(self) -> bool:
        """Whether nothing is owed."""
        return self.done == self.windows


def begin(papers: Papers, month: str, part: str, base_url: str, today: date) -> Harvest:
    """Return the harvest that is to be gone on with, or a new one.

    A month that was harvested completely is asked for what has changed since.

    Args:
        papers: what was harvested.
        month: of first versions, as in ``2026-03``.
        part: the archive's set.
        base_url: of the archive.
        today: the day on which the last window begins at the latest.

    Raises:
        ConfigurationError: the month is still to come.
    """
    first = date.fromisoformat(f"{month}-01")
    if first > today:
        raise ConfigurationError(f"{month} is still to come")
    earlier = [h for h in papers.harvests(month) if (h.set, h.base_url) == (part, base_url)]
    if earlier and any(owed(earlier[-1], papers.pages(earlier[-1].id))):
        return earlier[-1]
    start = earlier[-1].last if earlier else first
    slug = re.sub(r"[^a-z0-9]+", ".", part.lower()).strip(".") or "all"
    days = Harvest.model_fields["window_days"].default
    harvest = Harvest(
        id=f"{month}-{slug}-{len(papers.harvests(month)) + 1}",
        month=month,
        set=part,
        base_url=base_url,
        start=start,
        last=start + (today - start) // timedelta(days) * timedelta(days),
    )
    papers.add_harvest(harvest)
    return harvest


def last_month(papers: Papers) -> str:
    """Return the month of the harvest that was begun last.

    Raises:
        HarvestError: there is none.
    """
    harvests = papers.harvests()
    if not harvests:
        raise HarvestError(
            "no month was harvested yet; begin with: porism forge harvest --month YYYY-MM"
        )
    return harvests[-1].month


def windows(harvest: Harvest) -> Iterator[date]:
    """Yield the first days of a harvest's windows."""
    day = harvest.start
    while day <= harvest.last:
        yield day
        day += timedelta(harvest.window_days)


def owed(harvest: Harvest, pages: Sequence[HarvestPage]) -> Iterator[date]:
    """Yield the windows that are not complete."""
    for day in windows(harvest):
        if next_query(harvest, day, [p for p in pages if p.window == day]) is not None:
            yield day


def next_query(harvest: Harvest, window: date, pages: Sequence[HarvestPage]) -> str | None:
    """Return what to ask for next in a window, or ``None`` when it is complete.

    All that is known comes from the pages that are stored, so it does not matter which
    process asks. A useless page is asked for again; when a token has expired, the window
    begins anew.

    Args:
        harvest: what is asked for.
        window: its first day.
        pages: those that came, in their order.
    """
    last = pages[-1] if pages else None
    if last is None or last.fault.startswith(EXPIRED):
        return first_query(harvest, window)
    if last.fault:
        return last.query
    return token_query(last.token) if last.token else None


def first_query(harvest: Harvest, window: date) -> str:
    """Ask for the beginning of a window. The last one has no end."""
    asked = {
        "verb": "ListRecords",
        "metadataPrefix": PREFIX,
        "set": harvest.set,
        "from": window.isoformat(),
    }
    if window < harvest.last:
        asked["until"] = (window + timedelta(harvest.window_days - 1)).isoformat()
    return urlencode({name: value for name, value in asked.items() if value})


def token_query(token: str) -> str:
    """Ask for the next page of a window."""
    return urlencode({"verb": "ListRecords", "resumptionToken": token})


class Harvesting:
    """One run of a harvest.

    Args:
        harvest: what is asked for.
        papers: where pages and papers are kept.
        recording: where the bytes are kept.
        archive: who answers.
        categories: the papers that are taken; all without any.
        on_page: told after each page.
    """

    def __init__(  # noqa: PLR0913 - where from, where to, and what of it
        self,
        harvest: Harvest,
        papers: Papers,
        recording: Recording,
        archive: Archive,
        *,
        categories: Sequence[str] = (),
        on_page: Callable[[Progress], None] = lambda _progress: None,
    ) -> None:
        self._harvest, self._papers = harvest, papers
        self._recording, self._archive = recording, archive
        self._categories, self._on_page = categories, on_page
        self._pages = papers.pages(harvest.id)
        self.progress = Progress(harvest, windows=sum(1 for _ in windows(harvest)))

    async def run(self) -> Progress:
        """Ask for all that is owed.

        Raises:
            HarvestError: the archive does not know what it was asked for.
            EndpointError: it does not answer.
        """
        left = set(owed(self._harvest, self._pages))
        self.progress.done = self.progress.windows - len(left)
        for window in sorted(left):
            await self._walk(window)
        return self.progress

    async def _walk(self, window: date) -> None:
        """Ask for a window's pages until it is complete or too much went wrong."""
        pages = [page for page in self._pages if page.window == window]
        faults = 0
        while (query := next_query(self._harvest, window, pages)) is not None:
            data = await self._archive.ask(query)
            page, found = self._read(window, query, data, pages)
            self._papers.add_page(self._harvest.id, page, found)
            self._pages.append(page)
            pages.append(page)
            self._count(page, found)
            faults += bool(page.fault)
            if faults >= MOST_FAULTS or len(pages) > MOST_PAGES:
                self.progress.given_up[window] = page.fault or f"more than {MOST_PAGES} pages"
                return
        self.progress.done += 1
        self._on_page(self.progress)

    def _read(
        self, window: date, query: str, data: bytes, pages: Sequence[HarvestPage]
    ) -> tuple[HarvestPage, list[Found]]:
        """Keep an answer and return what it says."""
        number = len(self._pages) + 1
        sha256 = self._recording.keep(number, query, data)
        came = HarvestPage(number=number, window=window, query=query, sha256=sha256, size=len(data))
        try:
            read = read_page(data)
            refuse_circles(read, query, pages)
        except HarvestError as error:
            return came.model_copy(update={"fault": str(error)}), []
        if read.error == EXPIRED:
            return came.model_copy(update={"fault": f"{EXPIRED}: {read.said}"}), []
        if read.error and read.error != EMPTY:
            raise HarvestError(
                f"{self._harvest.base_url}?{query}: {read.error}: {read.said or 'no more is said'}"
            )
        found, passed_over = self._sort(read.records)
        news = {"records": len(read.records), "token": read.token, "passed_over": passed_over}
        return came.model_copy(update=news), found

    def _sort(self, records: Sequence[Record]) -> tuple[list[Found], tuple[PassedOver, ...]]:
        """Tell the month's papers from all others."""
        found: list[Found] = []
        passed_over: list[PassedOver] = []
        for record in records:
            try:
                preprint = read_preprint(record)
            except HarvestError as error:
                passed_over.append(PassedOver(identifier=record.identifier, reason=str(error)))
                continue
            if preprint.month == self._harvest.month:
                why = why_left_out(preprint, self._categories)
                found.append(Found(preprint=preprint, left_out=why))
            else:
                why = f"{OTHER_MONTH}: {preprint.month}"
                passed_over.append(PassedOver(identifier=record.identifier, reason=why))
        return found, tuple(passed_over)

    def _count(self, page: HarvestPage, found: Sequence[Found]) -> None:
        progress = self.progress
        progress.pages += 1
        progress.records += page.records
        progress.papers += sum(not one.left_out for one in found)
        progress.left_out.update(one.left_out for one in found if one.left_out)
        for one in page.passed_over:
            older = one.reason.startswith(OTHER_MONTH)
            progress.left_out[OTHER_MONTH if older else one.reason] += 1
        if page.fault:
            progress.faults[page.fault] += 1
        self._on_page(progress)


def refuse_circles(read: Page, query: str, pages: Sequence[HarvestPage]) -> None:
    """Refuse a token that leads back to where we have been since the window's beginning.

    Raises:
        HarvestError: it does.
    """
    seen = [query]
    for page in reversed(pages):
        if page.fault.startswith(EXPIRED):
            break
        seen.append(page.query)
    if read.token and token_query(read.token) in seen:
        raise HarvestError("the list goes round in circles: a resumption token came again")
