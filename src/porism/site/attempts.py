"""Which pages of attempts have to be made again, cut into jobs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from porism.site import address
from porism.site.folder import Folder
from porism.site.jobs import AttemptsJob, Job
from porism.site.keys import digest, row_digests
from porism.site.pages.attempts import Setting
from porism.site.plan import PAGES_A_JOB, known, pictures
from porism.site.source import Source

if TYPE_CHECKING:
    import polars as pl

GROUP = ("benchmark", "variant", "model")
PLACE = (*GROUP, "problem")
SPOKEN = ("verdicts", "opinions", "rewritings")
"""The tables of what was said of attempts."""
DETAIL = {
    "finish_reason": "String", "error": "String", "cached_input_tokens": "Int64",
    "cache_write_tokens": "Int64", "served_model": "String", "fingerprint": "String",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Attempts:
    """Attempts, and what was said of them.

    Attributes:
        rows: attempts with their details, in the order of the pages.
        spoken: the tables of :data:`SPOKEN` in the order of saying, with the attempts' places.
    """

    rows: pl.DataFrame
    spoken: tuple[pl.DataFrame, ...]

    @classmethod
    def of(cls, source: Source) -> Attempts:
        """Read all of a snapshot."""
        rows = with_details(source)
        return cls(rows, tuple(placed(source, name, rows) for name in SPOKEN))

    def at(self, places: pl.DataFrame) -> Attempts:
        """Keep those at some places, or at some problems."""
        rows, *spoken = (
            table.join(places, on=places.columns, how="semi", maintain_order="left")
            for table in (self.rows, *self.spoken)
        )
        return Attempts(rows, tuple(spoken))

    def groups(self) -> Iterator[tuple[tuple[object, ...], Attempts]]:
        """Yield those of each model under each protocol."""
        rows, *spoken = (
            table.partition_by(GROUP, as_dict=True, maintain_order=True)
            for table in (self.rows, *self.spoken)
        )
        for names, some in rows.items():
            said = (
                found.get(names, table.clear())
                for found, table in zip(spoken, self.spoken, strict=True)
            )
            yield names, Attempts(some, tuple(said))


def attempt_jobs(source: Source, folder: Folder) -> Iterator[Job]:
    """Yield the pages of attempts at problems where anything changed."""
    attempts = Attempts.of(source)
    pages = wanted(source, attempts)
    stale = pages.filter([not kept(folder, *page) for page in pages.select("path", "key").rows()])
    attempts = attempts.at(stale.select(PLACE))
    transcripts = places_of(source, attempts)
    listed = stale.partition_by(GROUP, as_dict=True, maintain_order=True)
    for names, members in attempts.groups():
        for some in listed[names].iter_slices(PAGES_A_JOB):
            found = members.at(some.select("problem"))
            yield attempts_job(source, folder, some, found, transcripts)


def attempts_job(
    source: Source,
    folder: Folder,
    pages: pl.DataFrame,
    attempts: Attempts,
    transcripts: Mapping[str, str],
) -> Job:
    """Return the job of some pages of one model.

    Args:
        source: the snapshot.
        folder: of the site.
        pages: rows of :func:`wanted`.
        attempts: those that they show.
        transcripts: where transcripts are, by attempt.
    """
    benchmark, variant, model = pages.select(GROUP).row(0)
    asked = [source.asked[benchmark][name] for name in pages["problem"]]
    verdicts, opinions, rewritings = (table.drop(*PLACE) for table in attempts.spoken)
    beside = pages.select("problem", "before", "after").rows()
    paths = [file for page in pages["path"] for file in files(page)]
    return AttemptsJob(
        setting=setting_of(source, benchmark, variant, model),
        asked=asked,
        neighbours={name: (before, after) for name, before, after in beside},
        pictures=pictures(source, asked),
        rows=attempts.rows,
        verdicts=verdicts,
        opinions=opinions,
        rewritings=rewritings,
        places={a: transcripts[a] for a in attempts.rows["attempt"] if a in transcripts},
        keys=dict(pages.select("path", "key").rows()),
        known=known(folder, paths),
    )


def wanted(source: Source, attempts: Attempts) -> pl.DataFrame:
    """Return the pages that the site has, in their order.

    Returns:
        The place of each, the problems ``before`` and ``after`` it, its ``path``, and its ``key``:
        a digest of all that it is made from.
    """
    import polars as pl

    pages = row_digests(attempts.rows, PLACE, "rows")
    for name, table in zip(SPOKEN, attempts.spoken, strict=True):
        pages = pages.join(row_digests(table, PLACE, name), on=PLACE, how="left")
    pages = pages.join(texts(source), on=("benchmark", "problem"))
    pages = pages.join(settings(source, pages), on=GROUP).sort(*GROUP, "place").drop("place")
    pages = pages.with_columns(
        before=pl.col("problem").shift(1).over(GROUP),
        after=pl.col("problem").shift(-1).over(GROUP),
    ).fill_null("")
    told = pl.concat_str(pl.exclude(GROUP), separator="\0")
    places = pages.select("benchmark", "variant", "problem", "model").rows()
    return pages.select(
        *PLACE,
        "before",
        "after",
        path=pl.Series([address.attempts_page(*place) for place in places], dtype=pl.String),
        key=told.hash().cast(pl.String),
    )


def texts(source: Source) -> pl.DataFrame:
    """Return the problems with their places and digests of their texts."""
    import polars as pl

    rows = [
        (benchmark, asked.id, place, digest(asked))
        for benchmark, problems in source.asked.items()
        for place, asked in enumerate(problems.values())
    ]
    kinds = {"benchmark": pl.String, "problem": pl.String, "place": pl.Int64, "text": pl.String}
    return pl.DataFrame(rows, kinds, orient="row")


def settings(source: Source, pages: pl.DataFrame) -> pl.DataFrame:
    """Return digests of what the pages of each model under each protocol have in common."""
    import polars as pl

    kept = source.evidence.manifest.files.get("transcripts")
    groups = pages.select(GROUP).unique()
    common = [
        digest(setting_of(source, *group), bool(kept and kept.rows)) for group in groups.rows()
    ]
    return groups.with_columns(common=pl.Series(common, dtype=pl.String))


def kept(folder: Folder, page: str, key: str) -> bool:
    """Keep a page of attempts and its file if both were made from the same."""
    found = [folder.has(path, key) for path in files(page)]
    return all(found)


def files(page: str) -> tuple[str, str]:
    """Return a page of attempts and the file beside it."""
    return page, address.attempts_file(page)


def placed(source: Source, name: str, rows: pl.DataFrame) -> pl.DataFrame:
    """Read a table of what was said of attempts; without it in the snapshot, an empty one."""
    import polars as pl

    read = source.evidence.table(name)
    table = pl.DataFrame(schema={"attempt": pl.String}) if read is None else read
    return table.join(rows.select("attempt", *PLACE), on="attempt", maintain_order="left")


def places_of(source: Source, attempts: Attempts) -> dict[str, str]:
    """Return where the transcripts of some attempts are."""
    table = source.evidence.table("transcripts")
    if table is None:
        return {}
    return dict(table.join(attempts.rows.select("attempt"), on="attempt", how="semi").rows())


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
