"""Work for a pool of processes: pages that are many, in parts that can be sent."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from porism.core import Benchmark, Image
from porism.report.snapshot import Evidence, transcript_text
from porism.site import address
from porism.site.folder import Written, write
from porism.site.page import Page, render
from porism.site.pages.attempts import Recorded, Setting, attempts_json, attempts_page
from porism.site.pages.compare import pair_page
from porism.site.pages.problem import Contestant, Hardness, Tried, problem_page
from porism.site.problems import Asked
from porism.site.settings import Settings

if TYPE_CHECKING:
    import polars as pl

    from porism.report.scores import Scores


class Made(NamedTuple):
    """A file that a worker has made."""

    path: str
    written: Written
    new: bool


@dataclass(frozen=True, eq=False)
class Target:
    """Where pages go.

    Attributes:
        root: the site's folder.
        snapshot: the snapshot's folder.
        settings: of the site.
    """

    root: Path
    snapshot: Path
    settings: Settings


@dataclass(frozen=True, eq=False)
class Job(ABC):
    """Pages that are made together.

    Attributes:
        keys: digest of what each page is made from, by path.
        known: what stands at these paths, as the last build left it.
    """

    keys: Mapping[str, str] = field(kw_only=True)
    known: Mapping[str, Written] = field(kw_only=True)

    @abstractmethod
    def contents(self, target: Target) -> Iterator[tuple[str, bytes, str]]:
        """Yield files with the path of the page whose key they share."""


@dataclass(frozen=True, eq=False)
class PagesJob(Job):
    """Pages without files beside them."""

    def contents(self, target: Target) -> Iterator[tuple[str, bytes, str]]:
        """Yield every page."""
        for page in self.pages():
            yield page.path, render(page, target.settings), page.path

    @abstractmethod
    def pages(self) -> Iterator[Page]:
        """Yield the pages before they are written."""


@dataclass(frozen=True, eq=False)
class AttemptsJob(Job):
    """The attempts of one model on one benchmark.

    Attributes:
        setting: what they have in common.
        asked: the problems whose pages are to be made.
        neighbours: the problems before and after each.
        pictures: by problem.
        rows: attempts with their details, in the order of the pages.
        verdicts: on them, in the order in which they were said.
        opinions: of judges, in the same order.
        rewritings: of proofs, for juries.
        places: where their transcripts are.
    """

    setting: Setting
    asked: Sequence[Asked]
    neighbours: Mapping[str, tuple[str, str]]
    pictures: Mapping[str, Mapping[str, Image]]
    rows: pl.DataFrame
    verdicts: pl.DataFrame
    opinions: pl.DataFrame
    rewritings: pl.DataFrame
    places: Mapping[str, str]

    def contents(self, target: Target) -> Iterator[tuple[str, bytes, str]]:
        """Yield every page and the file beside it."""
        for asked, recorded in self.recorded(target):
            page = attempts_page(
                self.setting,
                asked,
                self.pictures.get(asked.id, {}),
                recorded,
                self.neighbours[asked.id],
            )
            yield page.path, render(page, target.settings), page.path
            yield address.attempts_file(page.path), attempts_json(recorded), page.path

    def recorded(self, target: Target) -> Iterator[tuple[Asked, Recorded]]:
        """Yield problems with what is known of the attempts at them."""
        attempts = self.rows["attempt"].to_list()
        blobs = opened(target.snapshot).transcripts(attempts, self.places)
        verdicts, opinions, rewritings = (
            table.rows_by_key("attempt", named=True, include_key=True)
            for table in (self.verdicts, self.opinions, self.rewritings)
        )
        rows = self.rows.rows_by_key("problem", named=True, include_key=True)
        for asked in self.asked:
            tried = (row["attempt"] for row in rows[asked.id])
            told = {a: transcript_text(blobs[a]) for a in tried if a in blobs}
            yield asked, Recorded(rows[asked.id], verdicts, opinions, rewritings, told)


@dataclass(frozen=True, eq=False)
class ProblemsJob(PagesJob):
    """Some problems of a benchmark.

    Attributes:
        rows: the problem and what is shown of each attempt, by variant, model and number.
        models: by identifier.
    """

    benchmark: Benchmark
    asked: Sequence[Asked]
    pictures: Mapping[str, Mapping[str, Image]]
    rows: pl.DataFrame
    hardness: Mapping[str, Hardness]
    models: Mapping[str, Contestant]

    def pages(self) -> Iterator[Page]:
        """Yield the pages."""
        rows: dict[str, list[Tried]] = {}
        for problem, *shown in self.rows.rows():
            rows.setdefault(problem, []).append(Tried._make(shown))
        for asked in self.asked:
            found = self.hardness.get(asked.id), self.models
            pictures = self.pictures.get(asked.id, {})
            yield problem_page(self.benchmark, asked, pictures, rows.get(asked.id, []), found)


@dataclass(frozen=True, eq=False)
class PairsJob(PagesJob):
    """Some pairs of models."""

    scores: Scores
    pairs: Sequence[tuple[str, str]]
    models: Mapping[str, str]
    benchmarks: Mapping[str, str]

    def pages(self) -> Iterator[Page]:
        """Yield the pages."""
        for pair in self.pairs:
            yield pair_page(self.scores, pair, self.models, self.benchmarks)


@lru_cache(maxsize=1)
def opened(folder: Path) -> Evidence:
    """Open a snapshot once a process."""
    return Evidence.of(folder)


def done(job: Job, target: Target) -> list[Made]:
    """Make the files of a job."""
    made = []
    for path, content, page in job.contents(target):
        known = job.known.get(path)
        made.append(Made(path, *write(target.root, path, content, known, job.keys[page])))
    return made
