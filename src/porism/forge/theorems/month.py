"""``porism forge theorems`` as a function: what the sources of a month say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from porism.core import Preprint, Reading, Source
from porism.errors import HarvestError
from porism.forge.harvest import why_kept_back
from porism.forge.sources.fetch import path_of
from porism.forge.theorems.pool import work_through
from porism.forge.theorems.reading import READER, nothing_read, read_source
from porism.forge.theorems.record import SourceRecord, source_record
from porism.forge.theorems.summary import main_results
from porism.store import Papers
from porism.workspace import Workspace


class Job(NamedTuple):
    """A source that is to be read."""

    path: Path
    source: Source


@dataclass(slots=True)
class Yields:
    """What a month's papers gave."""

    month: str
    papers: int = 0
    """That are taken of the month."""
    read: int = 0
    """In which statements were found."""
    read_now: int = 0
    """Those of this run."""
    statements: int = 0
    """Theorem-like, quoted and repeated ones included."""
    own: int = 0
    """Statements of the authors' own, each once."""
    proved: int = 0
    """Of these, those whose proof was found."""
    complete: int = 0
    """Of these, those that point to nothing that could not be found."""
    kinds: Counter[str] = field(default_factory=Counter)
    """All that is in the store: statements, definitions, remarks ..."""
    unread: Counter[str] = field(default_factory=Counter)
    """Papers without statements, by reason."""

    def count(self, reading: Reading) -> None:
        """Add what one paper gave."""
        if reading.reason:
            self.unread[reading.reason] += 1
            return
        own = [t for t in reading.theorems if t.weight is not None]
        self.read += 1
        self.statements += sum(t.kind == "statement" for t in reading.theorems)
        self.own += len(own)
        self.proved += sum(t.proof is not None for t in own)
        self.complete += sum(not t.unresolved for t in own)


def read_month(
    workspace: Workspace,
    month: str,
    make: Callable[[], Executor],
    *,
    again: bool = False,
    on_paper: Callable[[int, int], None] = lambda _done, _all: None,
) -> Yields:
    """Read all sources of a month that were not read yet.

    Args:
        workspace: where papers are.
        month: as in ``2026-03``.
        make: makes an executor: a pool of processes, or any other.
        again: also what was read.
        on_paper: told how many of how many are read.

    Raises:
        HarvestError: nothing was harvested or fetched.
    """
    papers = Papers(workspace.store)
    jobs = list(owed(workspace, papers, month, again=again))
    for count, done in enumerate(work_through(read_job, jobs, make), 1):
        reading = done.result or nothing_read(done.item.source, done.reason)
        papers.add_reading(reading)
        on_paper(count, len(jobs))
    found = yields(papers, month)
    found.read_now = len(jobs)
    return found


def read_job(job: Job) -> Reading:
    """Read one source, in whichever process."""
    return read_source(job.path, job.source)


def owed(workspace: Workspace, papers: Papers, month: str, *, again: bool) -> Iterator[Job]:
    """Yield the sources that are ready and were not read by these rules.

    Raises:
        HarvestError: there are none at all.
    """
    sources = papers.sources(month)
    if not sources:
        raise HarvestError(
            f"there are no sources of {month}; get them with: porism forge sources --month {month}"
        )
    read = papers.read(month)
    for preprint in taken(papers, month):
        source = sources.get(preprint.id)
        if source is None or source.state not in {"ready", "transcribed"}:
            continue
        before = read.get(preprint.id)
        done = before and (before.sha256, before.reader.partition("+")[0])
        if again or done != (source.sha256, READER):
            yield Job(path_of(workspace, preprint), source)


def taken(papers: Papers, month: str) -> list[Preprint]:
    """Return a month's papers without those that are left out."""
    return [one.preprint for one in papers.of_month(month) if not one.left_out]


def yields(papers: Papers, month: str) -> Yields:
    """Count what is in the store of a month."""
    sources = papers.sources(month)
    found = Yields(month, kinds=papers.kinds(month))
    unread: set[str] = set()
    for preprint in taken(papers, month):
        found.papers += 1
        source = sources.get(preprint.id)
        if source is None:
            found.unread["its source was not fetched"] += 1
        elif source.reason:
            found.unread[f"{source.state}: {source.reason}"] += 1
        else:
            unread.add(preprint.id)
    for reading in papers.readings(month):
        if reading.paper in unread:
            unread.remove(reading.paper)
            found.count(reading)
    if unread:
        found.unread["not read yet"] = len(unread)
    return found


def records(
    papers: Papers, month: str, *, best: int | None = None, kept_back: bool = False
) -> Iterator[SourceRecord]:
    """Yield a month's own statements in the form of LiveMathematicianBench's files.

    Args:
        papers: where they are.
        month: as in ``2026-03``.
        best: so many likely main results of each paper; all statements without it.
        kept_back: also of papers whose licence does not let them be passed on.
    """
    free = {p.id for p in taken(papers, month) if kept_back or not why_kept_back(p.license)}
    for reading in papers.readings(month):
        if reading.paper in free:
            for theorem in main_results(reading)[:best]:
                yield source_record(reading, theorem)
