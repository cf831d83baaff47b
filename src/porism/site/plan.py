"""Which of the many pages have to be made again, cut into jobs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from porism.core import Image
from porism.site import address
from porism.site.folder import Folder, Written
from porism.site.jobs import Job, PairsJob, ProblemsJob
from porism.site.keys import digest, row_digests
from porism.site.pages.problem import Contestant, Hardness, Tried
from porism.site.problems import Asked
from porism.site.source import Source

if TYPE_CHECKING:
    import polars as pl

T = TypeVar("T")
PAGES_A_JOB = 100


class Wanted(NamedTuple):
    """A page that the site has."""

    path: str
    key: str
    """Digest of what it is made from."""


def problem_jobs(
    source: Source, folder: Folder, hardness: Mapping[str, Mapping[str, Hardness]]
) -> Iterator[Job]:
    """Yield the pages of problems at which anything changed."""
    shown = source.attempts.select("benchmark", "problem", *Tried._fields)
    of_rows = {(b, p): told for b, p, told in row_digests(shown, ("benchmark", "problem")).rows()}
    for benchmark, problems in source.asked.items():
        definition, found = source.benchmarks[benchmark], hardness.get(benchmark, {})
        rows = shown.filter(benchmark=benchmark).drop("benchmark")
        tried = (source.models[name] for name in sorted(rows["model"].unique()))
        models = {m.id: Contestant(m.name, m.released) for m in tried}
        common = digest(definition, models)
        wanted = {
            a.id: Wanted(
                address.problem_page(benchmark, a.id),
                digest(a, found.get(a.id), of_rows.get((benchmark, a.id)), common),
            )
            for a in problems.values()
        }
        stale = [a for a in problems.values() if not folder.has(*wanted[a.id])]
        for some in parts(stale, PAGES_A_JOB):
            made = [wanted[a.id] for a in some]
            yield ProblemsJob(
                benchmark=definition,
                asked=some,
                pictures=pictures(source, some),
                rows=of_problems(rows, some),
                hardness=found,
                models=models,
                keys=dict(made),
                known=known(folder, [w.path for w in made]),
            )


def pair_jobs(source: Source, folder: Folder) -> Iterator[Job]:
    """Yield the pages of pairs of models of which either has other scores than before.

    Which pairs there are takes seconds to see: it is asked when other jobs are under way.
    """
    scores = source.scores
    if scores is None:
        return
    names = {m.id: m.name for m in source.models.values()}
    benchmarks = {b.id: b.name for b in source.benchmarks.values()}
    common = digest([benchmarks[b] for b in scores.benchmarks])
    of_rows = dict(row_digests(source.cells.filter(variant=""), ("model",)).rows())
    wanted = {
        pair: Wanted(
            address.pair_page(*pair),
            digest(pair, [(of_rows[m], names[m]) for m in pair], common),
        )
        for pair in source.pairs
    }
    for some in parts([p for p in source.pairs if not folder.has(*wanted[p])], PAGES_A_JOB):
        made = [wanted[p] for p in some]
        yield PairsJob(
            scores=scores,
            pairs=some,
            models=names,
            benchmarks=benchmarks,
            keys=dict(made),
            known=known(folder, [w.path for w in made]),
        )


def known(folder: Folder, paths: Sequence[str]) -> dict[str, Written]:
    """Return what the last build wrote to some paths."""
    return {path: folder.before[path] for path in paths if path in folder.before}


def parts(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Cut a list into lists."""
    yield from (items[n : n + size] for n in range(0, len(items), size))


def of_problems(rows: pl.DataFrame, asked: Sequence[Asked]) -> pl.DataFrame:
    """Return the rows of some problems."""
    import polars as pl

    return rows.filter(pl.col("problem").is_in([a.id for a in asked]))


def pictures(source: Source, asked: Sequence[Asked]) -> dict[str, dict[str, Image]]:
    """Return the pictures of the problems that have any."""
    return {a.id: source.pictures(a) for a in asked if a.images}
