"""Which of the many pages have to be made again, cut into jobs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from porism.core import Image
from porism.site import address
from porism.site.folder import Folder, Written
from porism.site.jobs import AttemptsJob, Job, PairsJob, ProblemsJob
from porism.site.keys import digest, row_digests
from porism.site.pages.attempts import Setting
from porism.site.pages.problem import SHOWN_OF_ATTEMPTS, Contestant, Hardness
from porism.site.problems import Asked
from porism.site.source import Source

if TYPE_CHECKING:
    import polars as pl

T = TypeVar("T")
GROUP = ("benchmark", "variant", "model")
PLACE = (*GROUP, "problem")
SPOKEN = ("verdicts", "opinions", "rewritings")
"""The tables of what was said of attempts."""
PAGES_A_JOB = 100
DETAIL = {
    "finish_reason": "String", "error": "String", "cached_input_tokens": "Int64",
    "cache_write_tokens": "Int64", "served_model": "String", "fingerprint": "String",
}  # fmt: skip


class Wanted(NamedTuple):
    """A page that the site has."""

    path: str
    key: str
    """Digest of what it is made from."""


@dataclass(frozen=True)
class Spoken:
    """A table of what was said of attempts, in the order of saying.

    Attributes:
        table: the whole of it, with the places of the attempts.
        digests: of its rows, by place.
        groups: its rows, by benchmark, variant and model.
    """

    table: pl.DataFrame
    digests: Mapping[tuple[str, ...], str]
    groups: Mapping[tuple[object, ...], pl.DataFrame]

    @classmethod
    def of(cls, source: Source, name: str, rows: pl.DataFrame) -> Spoken:
        """Read a table; without it in the snapshot, an empty one."""
        import polars as pl

        read = source.evidence.table(name)
        table = pl.DataFrame(schema={"attempt": pl.String}) if read is None else read
        placed = table.join(rows.select("attempt", *PLACE), on="attempt", maintain_order="left")
        groups = placed.partition_by(GROUP, as_dict=True, maintain_order=True)
        return cls(placed, row_digests(placed, PLACE), groups)

    def on(self, group: tuple[object, ...]) -> pl.DataFrame:
        """Return the rows of a group."""
        return self.groups.get(group, self.table.clear()).drop(*PLACE)


def attempt_jobs(source: Source, folder: Folder) -> Iterator[Job]:
    """Yield the pages of attempts at problems where anything changed."""
    rows = with_details(source)
    of_rows = row_digests(rows, PLACE)
    spoken = [Spoken.of(source, name, rows) for name in SPOKEN]
    texts = {a: digest(a) for problems in source.asked.values() for a in problems.values()}
    groups = rows.partition_by(GROUP, as_dict=True, maintain_order=True)
    for names, members in groups.items():
        benchmark, variant, model = map(str, names)
        setting = setting_of(source, benchmark, variant, model)
        tried = set(members["problem"])
        asked = [a for a in source.asked[benchmark].values() if a.id in tried]
        beside = neighbours([a.id for a in asked])
        common = digest(setting, bool(source.evidence.places))
        wanted = {}
        for one in asked:
            place = (benchmark, variant, model, one.id)
            told = of_rows[place], *(table.digests.get(place) for table in spoken)
            key = digest(*told, common, texts[one], *beside[one.id])
            wanted[one.id] = Wanted(address.attempts_page(benchmark, variant, one.id, model), key)
        stale = [a for a in asked if not kept(folder, wanted[a.id])]
        if not stale:
            continue
        on_them = [table.on(names) for table in spoken]
        for some in parts(stale, PAGES_A_JOB):
            yield attempts_job(source, folder, setting, some, (wanted, beside), members, on_them)


def attempts_job(  # noqa: PLR0913, PLR0917 - what the pages of a model have in common
    source: Source,
    folder: Folder,
    setting: Setting,
    asked: Sequence[Asked],
    pages: tuple[Mapping[str, Wanted], Mapping[str, tuple[str, str]]],
    rows: pl.DataFrame,
    spoken: Sequence[pl.DataFrame],
) -> Job:
    """Return the job of some problems."""
    wanted, beside = pages
    chosen = of_problems(rows, asked)
    places = source.evidence.places
    attempts = chosen["attempt"]
    verdicts, opinions, rewritings = (
        t.join(chosen.select("attempt"), on="attempt", how="semi") for t in spoken
    )
    made = [wanted[a.id] for a in asked]
    return AttemptsJob(
        setting=setting,
        asked=asked,
        neighbours={a.id: beside[a.id] for a in asked},
        pictures=pictures(source, asked),
        rows=chosen,
        verdicts=verdicts,
        opinions=opinions,
        rewritings=rewritings,
        places={a: places[a] for a in attempts if a in places},
        keys=dict(made),
        known=known(folder, [f for w in made for f in files(w.path)]),
    )


def problem_jobs(
    source: Source, folder: Folder, hardness: Mapping[str, Mapping[str, Hardness]]
) -> Iterator[Job]:
    """Yield the pages of problems at which anything changed."""
    of_rows = row_digests(source.attempts, ("benchmark", "problem"))
    models = {m.id: Contestant(m.name, m.released) for m in source.models.values()}
    for benchmark, problems in source.asked.items():
        definition, found = source.benchmarks[benchmark], hardness.get(benchmark, {})
        common = digest(definition, models)
        wanted = {
            a.id: Wanted(
                address.problem_page(benchmark, a.id),
                digest(a, found.get(a.id), of_rows.get((benchmark, a.id)), common),
            )
            for a in problems.values()
        }
        stale = [a for a in problems.values() if not folder.has(*wanted[a.id])]
        rows = source.attempts.filter(benchmark=benchmark).select(SHOWN_OF_ATTEMPTS)
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


def pair_jobs(source: Source, folder: Folder, pairs: Sequence[tuple[str, str]]) -> Iterator[Job]:
    """Yield the pages of pairs of models of which either has other scores than before."""
    scores = source.scores
    if scores is None:
        return
    names = {m.id: m.name for m in source.models.values()}
    benchmarks = {b.id: b.name for b in source.benchmarks.values()}
    common = digest([benchmarks[b] for b in scores.benchmarks])
    of_rows = row_digests(source.cells.filter(variant=""), ("model",))
    wanted = {
        pair: Wanted(
            address.pair_page(*pair),
            digest(pair, [(of_rows[m,], names[m]) for m in pair], common),
        )
        for pair in pairs
    }
    for some in parts([p for p in pairs if not folder.has(*wanted[p])], PAGES_A_JOB):
        made = [wanted[p] for p in some]
        yield PairsJob(
            scores=scores,
            pairs=some,
            models=names,
            benchmarks=benchmarks,
            keys=dict(made),
            known=known(folder, [w.path for w in made]),
        )


def files(page: str) -> tuple[str, str]:
    """Return a page of attempts and the file beside it."""
    return page, address.attempts_file(page)


def kept(folder: Folder, wanted: Wanted) -> bool:
    """Keep a page of attempts and its file if both were made from the same."""
    page, file = (folder.has(path, wanted.key) for path in files(wanted.path))
    return page and file


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


def with_details(source: Source) -> pl.DataFrame:
    """Return attempts with what is known of how they went."""
    import polars as pl

    details = source.evidence.table("details")
    if details is None:
        empty = {name: getattr(pl, kind) for name, kind in DETAIL.items()}
        details = pl.DataFrame(schema={"attempt": pl.String, **empty})
    return source.attempts.join(details, on="attempt", how="left", maintain_order="left")


def setting_of(source: Source, benchmark: str, variant: str, model: str) -> Setting:
    """Return what the attempts of a model on a benchmark have in common."""
    definition = source.benchmarks[benchmark]
    return Setting(
        benchmark=benchmark,
        benchmark_name=definition.name,
        variant=variant,
        model=model,
        model_name=source.models[model].name,
        withheld=definition.withheld,
        sample=definition.sample or source.models[model].sample,
    )


def neighbours(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the names before and after each; empty where there are none."""
    padded = ["", *names, ""]
    return {name: (padded[n], padded[n + 2]) for n, name in enumerate(names)}
