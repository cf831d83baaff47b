"""``porism forge sources`` as a function: the sources of a month's papers, one by one."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from porism.core import Preprint, Source
from porism.errors import EndpointError, HarvestError, PermanentError, SourceError
from porism.forge.polite import Polite, turnstile_of
from porism.forge.sources.archive import Limits, unpack
from porism.forge.sources.kind import HEAD, kind_of
from porism.forge.sources.main_file import find_main
from porism.store import Papers
from porism.workspace import Workspace

MOST_FAILURES = 5
"""Papers in a row that cannot be had before the archive is left for another time."""


@dataclass(slots=True)
class Progress:
    """How far a month's sources have come."""

    month: str
    papers: int
    """That are taken of the month."""
    done: int = 0
    """Those of which the source is known, from earlier runs too."""
    fetched: int = 0
    size: int = 0
    """Of what was fetched, in bytes."""
    states: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    """Why papers cannot be read."""

    def count(self, source: Source) -> None:
        """Note what became of a paper."""
        self.done += 1
        self.states[source.state] += 1
        if source.reason:
            self.reasons[source.reason] += 1


def path_of(workspace: Workspace, preprint: Preprint) -> Path:
    """Return where the source of a paper's newest version is kept."""
    return workspace.papers / "sources" / preprint.month / preprint.name.replace("/", "_")


def fetch_sources(
    workspace: Workspace,
    month: str,
    *,
    on_paper: Callable[[Progress], None] = lambda _progress: None,
    on_wait: Callable[[str, float], None] = lambda _why, _seconds: None,
) -> Progress:
    """Get the sources of a month's papers that are not here yet, and look at each.

    What is wrong with one paper is recorded, and the month goes on.

    Args:
        workspace: where papers and settings are.
        month: as in ``2026-03``.
        on_paper: told after each paper.
        on_wait: told why and how many seconds the archive is not asked.

    Raises:
        HarvestError: the month was not harvested, or the archive does not answer; what came
            is kept.
        ConfigurationError: a file cannot be written, or an address cannot be.
    """
    papers = Papers(workspace.store)
    wanted = [one.preprint for one in papers.of_month(month) if not one.left_out]
    if not wanted:
        raise HarvestError(
            f"no papers of {month} are known; get them with: porism forge harvest --month {month}"
        )
    progress = Progress(month, len(wanted))
    known = papers.sources(month)
    fresh: list[Preprint] = []
    failed_before: list[Preprint] = []
    for preprint in wanted:
        source = known.get(preprint.id)
        if source is None or source.version != preprint.newest.number:
            fresh.append(preprint)
        elif source.state == "failed":
            failed_before.append(preprint)
        else:
            progress.count(source)
    (workspace.papers / "sources" / month).mkdir(parents=True, exist_ok=True)
    turnstile, site = turnstile_of(workspace), workspace.config.arxiv_sources

    async def run() -> None:
        async with Polite(turnstile, site, on_wait=on_wait) as client:
            fetching = Fetching(workspace, client, frozenset(p.id for p in failed_before))
            for preprint in (*fresh, *failed_before):
                source = await fetching.fetch(preprint)
                papers.add_source(source)
                progress.count(source)
                progress.fetched, progress.size = fetching.fetched, fetching.size
                on_paper(progress)

    asyncio.run(run())
    return progress


class Fetching:
    """Gets sources and looks at them.

    Args:
        workspace: where they are kept.
        client: asks for them.
        failed_before: papers that could not be had in an earlier run.
    """

    def __init__(self, workspace: Workspace, client: Polite, failed_before: frozenset[str]) -> None:
        self._workspace, self._client = workspace, client
        self._failed_before = failed_before
        self._failures = 0
        self.fetched = self.size = 0

    async def fetch(self, preprint: Preprint) -> Source:
        """Get one paper's source, unless its file is here, and look at it.

        Raises:
            HarvestError: the archive has answered nobody for a while. What an archive has
                refused before is no sign of that.
        """
        path = path_of(self._workspace, preprint)
        address = f"{self._workspace.config.arxiv_sources}/{preprint.name}"
        expected = preprint.id in self._failed_before
        try:
            if not path.exists():
                done = await self._client.download(address, path, Limits().packed_bytes)
                self.fetched += 1
                self.size += done.size
            source = examine(path, preprint)
        except EndpointError as error:
            expected = expected and isinstance(error, PermanentError)
            source = failed(preprint, str(error))
        if source.kind == "html":  # a page for people: of an error, of maintenance, of a limit
            path.unlink()
            source = failed(preprint, "a page of HTML came in place of a source")
        if source.state != "failed":
            self._failures = 0
        elif not expected:
            self._failures += 1
        if self._failures >= MOST_FAILURES:
            raise HarvestError(
                f"{address}: {source.reason}; what came is kept, go on later with the same command"
            )
        return source


def failed(preprint: Preprint, reason: str) -> Source:
    """Return the source of a paper that could not be had."""
    return Source(
        paper=preprint.id, version=preprint.newest.number, state="failed", reason=reason[:300]
    )


def examine(path: Path, preprint: Preprint) -> Source:
    """Tell what a source is, by its content alone."""
    with path.open("rb") as file:
        kind = kind_of(file.read(HEAD))
        file.seek(0)
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    source = Source(
        paper=preprint.id,
        version=preprint.newest.number,
        state="ready",
        sha256=sha256,
        size=path.stat().st_size,
        kind=kind,
    )
    try:
        with tempfile.TemporaryDirectory() as scratch:
            unpacked = unpack(path, Path(scratch) / "paper")
            if unpacked.kind == "pdf":
                return source.model_copy(update={"state": "pdf", "reason": "nothing but a PDF"})
            main = find_main(unpacked.folder).relative_to(unpacked.folder).as_posix()
    except SourceError as error:
        reason = str(error).removeprefix(f"{path.name}: ")
        return source.model_copy(update={"state": "unusable", "reason": reason[:300]})
    return source.model_copy(update={"main_file": main})
