"""One page of a list of records, in the protocol of the Open Archives (OAI-PMH 2.0)."""

from __future__ import annotations

from typing import NamedTuple
from xml.etree.ElementTree import Element

from porism.errors import HarvestError
from porism.forge.harvest.xml import parse

OAI = "{http://www.openarchives.org/OAI/2.0/}"
EXPIRED = "badResumptionToken"
EMPTY = "noRecordsMatch"
LONGEST_TOKEN = 2_000


class Record(NamedTuple):
    """A record as it stands on a page."""

    identifier: str
    deleted: bool
    metadata: Element | None


class Page(NamedTuple):
    """What an archive answered."""

    records: tuple[Record, ...] = ()
    token: str = ""
    """What to ask for next; empty at the end of the list."""
    error: str = ""
    """The protocol's word for what is wrong."""
    said: str = ""
    """The archive's own words about it."""


def read_page(data: bytes) -> Page:
    """Read a page.

    Raises:
        HarvestError: broken XML, or an answer in another protocol.
    """
    root = parse(data)
    if root.tag != f"{OAI}OAI-PMH":
        raise HarvestError(f"no answer in OAI-PMH, but {root.tag[:80]}")
    error = root.find(f"{OAI}error")
    if error is not None:
        code = error.get("code") or "an error without a code"
        return Page(error=code[:80], said=(error.text or "").strip()[:300])
    listed = root.find(f"{OAI}ListRecords")
    if listed is None:
        raise HarvestError("neither records nor an error")
    token = (listed.findtext(f"{OAI}resumptionToken") or "").strip()
    if len(token) > LONGEST_TOKEN:
        raise HarvestError(f"a resumption token of {len(token):,} characters")
    return Page(tuple(map(read_record, listed.iterfind(f"{OAI}record"))), token)


def read_record(element: Element) -> Record:
    """Read the head of a record; what is in it is read elsewhere."""
    head = element.find(f"{OAI}header")
    identifier = "" if head is None else (head.findtext(f"{OAI}identifier") or "").strip()
    metadata = element.find(f"{OAI}metadata")
    return Record(
        identifier=identifier[:200],
        deleted=head is not None and head.get("status") == "deleted",
        metadata=None if metadata is None else next(iter(metadata), None),
    )
