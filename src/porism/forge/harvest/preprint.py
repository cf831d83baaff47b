"""arXiv's record of a paper (``arXivRaw``, the format with the history of versions)."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from xml.etree.ElementTree import Element

from pydantic import ValidationError

from porism.core import Preprint, Version
from porism.errors import HarvestError
from porism.forge.harvest.page import Record

RAW = "{http://arxiv.org/OAI/arXivRaw/}"
_VERSION = re.compile(r"v([1-9]\d{0,3})")
_AND = re.compile(r",\s*and\s+|,|\s+and\s+|;")
_SUFFIX = re.compile(r"(?:[JS]r\.?|I{1,3}|IV)")


def read_preprint(record: Record) -> Preprint:
    """Read what a record says of a paper.

    Raises:
        HarvestError: it says nothing, or what cannot be.
    """
    if record.deleted:
        raise HarvestError("deleted in the archive")
    raw = record.metadata
    if raw is None or raw.tag != f"{RAW}arXivRaw":
        raise HarvestError("no metadata in the format arXivRaw")
    try:
        return Preprint(
            id=line(raw, "id"),
            title=line(raw, "title"),
            abstract=(raw.findtext(f"{RAW}abstract") or "").strip(),
            authors=authors(line(raw, "authors")),
            categories=tuple(line(raw, "categories").split()),
            comments=line(raw, "comments"),
            license=line(raw, "license"),
            journal_ref=line(raw, "journal-ref"),
            doi=line(raw, "doi"),
            versions=versions(raw),
        )
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, fault["loc"]))
        raise HarvestError(f"{where}: {fault['msg']}") from error


def line(raw: Element, name: str) -> str:
    """Return a field as one line."""
    return " ".join((raw.findtext(f"{RAW}{name}") or "").split())


def versions(raw: Element) -> tuple[Version, ...]:
    """Return the history, the first version first.

    Raises:
        HarvestError: a date cannot be read, or the first version is missing.
    """
    found = sorted(map(version, raw.iterfind(f"{RAW}version")), key=lambda one: one.number)
    if not found or found[0].number != 1:
        raise HarvestError("the first version is missing in the history")
    return tuple(found)


def version(element: Element) -> Version:
    """Read one line of the history."""
    number = _VERSION.fullmatch(element.get("version", ""))
    if number is None:
        raise HarvestError(f"no version is called {element.get('version', '')[:20]!r}")
    return Version(
        number=int(number[1]),
        submitted_at=instant(line(element, "date")),
        size=line(element, "size"),
        flags=line(element, "source_type"),
    )


def instant(text: str) -> datetime:
    """Read a date as arXiv writes it: ``Mon, 2 Mar 2026 19:18:42 GMT``."""
    try:
        found = parsedate_to_datetime(text)
    except ValueError as error:
        raise HarvestError(f"no date: {text[:60]!r}") from error
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def authors(text: str) -> tuple[str, ...]:
    """Split a line of authors; what stands in brackets are affiliations."""
    names: list[str] = []
    for part in _AND.split(outside_brackets(text)):
        name = " ".join(part.split())
        if names and _SUFFIX.fullmatch(name):
            names[-1] += f", {name}"
        elif name:
            names.append(name)
    return tuple(names)


def outside_brackets(text: str) -> str:
    """Return what stands in no brackets."""
    kept: list[str] = []
    depth = 0
    for sign in text:
        depth += sign == "("
        if depth == 0:
            kept.append(sign)
        depth = max(0, depth - (sign == ")"))
    return "".join(kept)
