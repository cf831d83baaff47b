"""A harvest: which list of an archive is walked through, and each page of it."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from porism.core.noun import Noun


class Harvest(Noun):
    """A month's papers as they are asked for.

    An archive lists papers by the day of their last *change*, which is never before the
    day of their first version. So all that changed from ``start`` on is gone through, in
    windows of some days, and the papers of the month are picked by their first version.
    """

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9.-]{0,79}$")
    month: str = Field(pattern=r"^\d{4}-(0[1-9]|1[0-2])$")
    set: str
    """The part of the archive: ``math``."""
    base_url: str
    start: date
    """The first day of change that is asked for."""
    last: date
    """The first day of the last window, which has no end: what changes meanwhile is in it."""
    window_days: int = Field(7, ge=1)


class PassedOver(Noun):
    """A record that is not taken: an older paper, or none that can be read."""

    identifier: str
    reason: str


class HarvestPage(Noun):
    """One answer of an archive."""

    number: int = Field(ge=1)
    """First, second, third ... of its harvest."""
    window: date
    """The first day of its window."""
    query: str
    """What was asked: the query of the address."""
    sha256: str
    size: int
    """In bytes."""
    records: int = 0
    token: str = ""
    """What to ask for next; empty at the end of a window."""
    fault: str = ""
    """Why the page is of no use: broken XML, an expired token."""
    passed_over: tuple[PassedOver, ...] = ()
