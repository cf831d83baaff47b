"""The Atom feed: new benchmarks, corrections and snapshots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from porism.site import address
from porism.site.page import Page
from porism.site.pages.log import log
from porism.site.settings import Settings
from porism.site.source import Source

MOST_ENTRIES = 50
NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may hold, not even escaped."""


class News(NamedTuple):
    """One entry."""

    id: str
    title: str
    href: str
    updated: datetime
    text: str


@dataclass(frozen=True, slots=True)
class FeedView:
    """The feed."""

    id: str
    title: str
    updated: datetime
    entries: tuple[News, ...]


def feed_page(source: Source, settings: Settings) -> Page:
    """Return the feed."""
    as_of = source.snapshot.manifest.as_of
    newest_first = sorted(news(source), key=lambda n: (n.updated, n.id), reverse=True)
    entries = tuple(
        n._replace(title=in_xml(n.title), text=in_xml(n.text)) for n in newest_first[:MOST_ENTRIES]
    )
    title = in_xml(settings.title)
    view = FeedView(urn(settings.url or settings.title), title, as_of, entries)
    return Page(address.FEED, "feed.xml", settings.title, view)


def news(source: Source) -> Iterator[News]:
    """Yield everything that has a date."""
    as_of = source.snapshot.manifest.as_of
    best = source.overall.rows[:3]
    leaders = ", ".join(f"{row.rank}. {row.name}" for row in best) or "No standings yet."
    yield News(
        urn(f"snapshot {as_of}"), f"Standings of {as_of:%Y-%m-%d}", address.HOME, as_of, leaders
    )
    for place, board in source.boards.items():
        benchmark = source.benchmarks[place[0]]
        href = address.benchmark_page(*place)
        day = date_time(benchmark.published, as_of)
        yield News(urn(href), f"Benchmark: {board.name}", href, day, benchmark.description)
    for entry in log(source):
        if entry.made:
            day = date_time(entry.made, as_of)
            title = f"{entry.what}: {entry.link.text}"
            name = urn(f"{entry.link.href} {entry.what} {entry.made}")
            yield News(name, title, entry.link.href, day, entry.reason.striptags())


def date_time(day: date | None, as_of: datetime) -> datetime:
    """Return when a day began; that of the snapshot where it is later or the day not known."""
    return min(datetime.combine(day, time(), UTC), as_of) if day else as_of


def in_xml(text: str) -> str:
    """Replace what XML cannot hold."""
    return NOT_XML.sub("\ufffd", text)


def urn(name: str) -> str:
    """Return a name for all times."""
    return f"urn:uuid:{uuid5(NAMESPACE_URL, name)}"
