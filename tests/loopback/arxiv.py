"""An archive of preprints on 127.0.0.1: lists in OAI-PMH, sources as files, faults on demand.

Its records are real ones (their texts, names and licences), moved to other days where a
test needs a month's worth. In a test::

    with Arxiv(faults={3: "503"}) as arxiv:
        ...  # ask arxiv.lists and arxiv.sources; then look at arxiv.seen
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal, Self
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

from tests.conftest import SHARED
from tests.loopback.say import Say
from tests.loopback.server import Loopback, Seen

ARXIV = SHARED / "data" / "arxiv"
FREE = "http://creativecommons.org/licenses/by/4.0/"
OF_ARXIV = "http://arxiv.org/licenses/nonexclusive-distrib/1.0/"
Fault = Literal["503", "429", "500", "expired", "broken", "cut", "html", "entities", "close"]

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
<responseDate>2026-04-07T09:00:00Z</responseDate>
<request>http://127.0.0.1/oai</request>
"""
FOOT = "</OAI-PMH>\n"
BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>&b;&c;</ListRecords></OAI-PMH>
"""


@dataclass(frozen=True)
class Paper:
    """A record of the archive."""

    id: str
    title: str
    abstract: str = ""
    authors: str = "A. Author"
    categories: str = "math.NT"
    comments: str = ""
    license: str = FREE
    versions: tuple[datetime, ...] = ()
    changed: date = date(2026, 3, 9)
    size: str = "12kb"

    def record(self) -> str:
        """Return the record in the format arXivRaw."""
        history = "".join(
            f'<version version="v{n}"><date>{format_datetime(day, usegmt=True)}</date>'
            f"<size>{self.size}</size><source_type></source_type></version>"
            for n, day in enumerate(self.versions, 1)
        )
        names = ("title", "authors", "categories", "comments", "license", "abstract")
        texts = {name: getattr(self, name) for name in names}
        fields = "".join(f"<{n}>{escape(text)}</{n}>\n" for n, text in texts.items() if text)
        return (
            f"<record><header><identifier>oai:arXiv.org:{self.id}</identifier>"
            f"<datestamp>{self.changed}</datestamp><setSpec>math</setSpec></header>\n"
            f'<metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>{self.id}</id>'
            f"<submitter>S</submitter>{history}\n{fields}</arXivRaw></metadata></record>\n"
        )


@cache
def real_papers() -> tuple[Paper, ...]:
    """Return the real records, each with its own dates."""
    found = [*from_lists(), *from_feeds()]
    return tuple({paper.id: paper for paper in found}.values())


def from_lists() -> list[Paper]:
    """Return the records among the shared answers in OAI-PMH."""
    oai, arxiv = "{http://www.openarchives.org/OAI/2.0/}", "{http://arxiv.org/OAI/arXiv/}"
    found = []
    for path in sorted((ARXIV / "oai").glob("hepcrawl_*.xml")):
        for record in ET.parse(path).iter(f"{oai}record"):
            raw = record.find(f"{oai}metadata/{arxiv}arXiv")
            if raw is None:
                continue
            texts = {e.tag.removeprefix(arxiv): e.text or "" for e in raw}
            names = [
                f"{a.findtext(f'{arxiv}forenames') or ''} {a.findtext(f'{arxiv}keyname')}"
                for a in raw.iter(f"{arxiv}author")
            ]
            days = [texts[name] for name in ("created", "updated") if name in texts]
            found.append(
                Paper(
                    id=texts["id"],
                    title=texts["title"],
                    abstract=texts["abstract"],
                    authors=", ".join(names),
                    categories=texts["categories"],
                    comments=texts.get("comments", ""),
                    license=texts.get("license", ""),
                    versions=tuple(datetime.fromisoformat(d).replace(tzinfo=UTC) for d in days),
                )
            )
    return found


def from_feeds() -> list[Paper]:
    """Return the records among the shared feeds."""
    atom, ours = "{http://www.w3.org/2005/Atom}", "{http://arxiv.org/schemas/atom}"
    found = []
    for path in sorted((ARXIV / "atom").glob("*.xml")):
        for entry in ET.parse(path).iter(f"{atom}entry"):
            name = re.search(r"/abs/(.+)v(\d+)$", entry.findtext(f"{atom}id"))
            if name is None:
                continue
            first = datetime.fromisoformat(entry.findtext(f"{atom}published"))
            last = datetime.fromisoformat(entry.findtext(f"{atom}updated"))
            names = [author.findtext(f"{atom}name") for author in entry.iter(f"{atom}author")]
            found.append(
                Paper(
                    id=name[1],
                    title=entry.findtext(f"{atom}title"),
                    abstract=entry.findtext(f"{atom}summary"),
                    authors=", ".join(names),
                    categories=" ".join(c.get("term") for c in entry.iter(f"{atom}category")),
                    comments=entry.findtext(f"{ours}comment") or "",
                    license=OF_ARXIV,
                    versions=(first,) + (last,) * (int(name[2]) - 1),
                )
            )
    return found


def month_of_papers(month: str = "2026-03") -> tuple[Paper, ...]:
    """Return the real papers as if most were new in a month, the others changed in it."""
    first = datetime.fromisoformat(f"{month}-01T10:00:00+00:00")
    made = []
    for n, paper in enumerate(real_papers()):
        day = first + timedelta(days=n % 28)
        if n % 5 == 4:
            made.append(replace(paper, changed=day.date()))
            continue
        versions = tuple(day + timedelta(hours=9 * k) for k in range(len(paper.versions)))
        changed = (versions[-1] + timedelta(days=1)).date()
        name = f"{first:%y%m}.{n:05}"
        made.append(replace(paper, id=name, versions=versions, changed=changed))
    return tuple(made)


@dataclass
class Arxiv:
    """The archive.

    Args:
        papers: its records; a month of real ones without any.
        page_size: records a page.
        faults: what goes wrong with the first, second ... request.
        sources: files by identifier with version; a real archive for all others.
        retry_after: what it asks for with 503 and 429.
    """

    papers: Sequence[Paper] = field(default_factory=month_of_papers)
    page_size: int = 20
    faults: Mapping[int, Fault] = field(default_factory=dict)
    sources_of: Mapping[str, bytes | Say] = field(default_factory=dict)
    retry_after: str = "0.2"

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._server = Loopback(answerer=self.answer)
        self._loop.run_until_complete(self._server.start())
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._server.stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def lists(self) -> str:
        """Where lists are asked for."""
        return f"{self._server.address}/oai"

    @property
    def sources(self) -> str:
        """Where sources are."""
        return f"{self._server.address}/src"

    @property
    def seen(self) -> list[Seen]:
        """The requests that arrived."""
        return self._server.seen

    @property
    def gaps_s(self) -> list[float]:
        """Seconds between one request's arrival and the next one's."""
        times = [seen.at for seen in self.seen]
        return [later - earlier for earlier, later in pairwise(times)]

    def answer(self, seen: Seen) -> Say:
        """Answer a request."""
        path, fault = urlsplit(seen.path), self.faults.get(seen.number)
        if fault in {"503", "429", "500"}:
            return Say(status=int(fault), headers={"Retry-After": self.retry_after})
        if fault == "close":
            return Say(cut_after=-1)
        if path.path.startswith("/src/"):
            return self._source(path.path.removeprefix("/src/"))
        text = self._list({name: value[0] for name, value in parse_qs(path.query).items()}, fault)
        cut = len(text) // 2 if fault == "cut" else None
        return Say(body=text.encode(), headers={"Content-Type": "text/xml"}, cut_after=cut)

    def _source(self, name: str) -> Say:
        given = self.sources_of.get(name)
        if isinstance(given, Say):
            return given
        if given is None:
            files = sorted((ARXIV / "eprint").iterdir())
            digits = int(re.sub(r"\D", "", name.partition("v")[0]) or 0)
            given = Path(files[digits % len(files)]).read_bytes()
        return Say(body=given, headers={"Content-Type": "application/gzip"})

    def _list(self, asked: dict[str, str], fault: str | None) -> str:
        if fault == "html":
            return "<!DOCTYPE html><html><body>Down for maintenance</body></html>"
        if fault == "entities":
            return BOMB
        if fault == "expired":
            return f'{HEAD}<error code="badResumptionToken">it has expired</error>{FOOT}'
        first, last, start = "0000", "9999", 0
        if "resumptionToken" in asked:
            first, last, offset = asked["resumptionToken"].split("|")
            start = int(offset)
        else:
            first, last = asked.get("from", first), asked.get("until", last)
            if asked.get("set", "math") != "math":
                return f'{HEAD}<error code="badArgument">no such set</error>{FOOT}'
        chosen = [p for p in self.papers if first <= p.changed.isoformat() <= last]
        if not chosen:
            return f'{HEAD}<error code="noRecordsMatch"/>{FOOT}'
        page = "".join(paper.record() for paper in chosen[start : start + self.page_size])
        end = start + self.page_size
        token = f"{first}|{last}|{end}" if end < len(chosen) else ""
        page += f"<resumptionToken>{token}</resumptionToken>"
        text = f"{HEAD}<ListRecords>{page}</ListRecords>{FOOT}"
        return text[: len(text) // 2] if fault == "broken" else text
