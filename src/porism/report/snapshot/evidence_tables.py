"""From the store to the tables that show what stands behind the figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from porism.report.frame import frame
from porism.store import evidence
from porism.store.extract import Extract
from porism.store.rows import AUTHORITIES

if TYPE_CHECKING:
    import polars as pl

DETAIL = {
    "attempt": "String", "finish_reason": "String", "error": "String",
    "cached_input_tokens": "Int64", "cache_write_tokens": "Int64", "served_model": "Categorical",
    "fingerprint": "Categorical",
}  # fmt: skip
VERDICT = {
    "said": "Int64", "attempt": "String", "outcome": "Categorical", "score": "Float64",
    "authority": "Int32", "grader": "Categorical", "grader_version": "Int32", "rule": "Categorical",
    "reason": "String", "extracted": "String", "reading": "String",
    "reference_reading": "String", "flags": "Categorical", "made_at": "Int64",
}  # fmt: skip
OPINION = {
    "said": "Int64", "attempt": "String", "judging": "String", "jury": "Categorical",
    "jury_version": "Int32", "judge": "Categorical", "round": "Int32", "points": "Float64",
    "of": "Float64", "failure": "String", "reason": "String", "parts": "String",
    "concluded": "Boolean", "came_to": "Float64", "made_at": "Int64",
}  # fmt: skip
MARK = {
    "said": "Int64", "model": "String", "mark": "String", "reason": "String", "by": "String",
    "made_at": "Int64",
}  # fmt: skip
PROMPT = {"prompt": "String", "digest": "String", "text": "String"}
SENSITIVE = ("reason", "extracted", "reading", "reference_reading")
"""Of a verdict: what gives away a withheld reference."""
TELLING = ("failure", "reason", "parts")
"""Of an opinion: the same."""
SHARD_BYTES = 32 * 1024 * 1024
"""Compressed transcripts in one file, so that one of them is read without the others."""


def evidence_tables(
    opened: Extract, known: Mapping[str, pl.DataFrame], *, transcripts: bool
) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield tables of what stands behind the attempts that are known.

    Args:
        opened: the store.
        known: the tables of :func:`porism.report.snapshot.take.tables`.
        transcripts: also what was said, unless it would give away a withheld reference.
    """
    import polars as pl

    attempts = known["attempts"].select("attempt", "benchmark").with_row_index("row")
    hidden = known["benchmarks"].filter("withheld")["benchmark"].to_list()
    yield "details", of_attempts(frame(evidence.circumstances(opened), DETAIL), attempts)
    yield "verdicts", verdict_table(opened, attempts, hidden)
    yield "opinions", opinion_table(opened, attempts, hidden)
    yield "marks", instants(frame(evidence.model_marks(opened), MARK).sort("said")).drop("said")
    yield "prompts", frame(evidence.prompt_texts(opened), PROMPT).sort("prompt", "digest")
    names = known["problems"]["images"].explode().drop_nulls().to_list()
    yield "images", image_table(opened, names)
    if transcripts:
        told = attempts.filter(pl.col("benchmark").is_in(hidden).not_())["attempt"].to_list()
        yield from transcript_tables(opened, told)


def of_attempts(table: pl.DataFrame, attempts: pl.DataFrame) -> pl.DataFrame:
    """Keep the rows of attempts, in their order."""
    import polars as pl

    chosen = table.join(attempts, on="attempt", how="inner")
    order = [name for name in ("row", "said") if name in chosen.columns]
    return chosen.sort(*order).drop(*order, "benchmark").select("attempt", pl.exclude("attempt"))


def verdict_table(opened: Extract, attempts: pl.DataFrame, withheld: Sequence[str]) -> pl.DataFrame:
    """Return every verdict, in the order in which they were said of each attempt."""
    import polars as pl

    told = pl.col("benchmark").is_in(withheld).not_()
    joined = frame(evidence.judgements(opened), VERDICT).join(
        attempts.select("attempt", "benchmark"), on="attempt"
    )
    shown = joined.with_columns(
        pl.when(told).then(pl.col(*SENSITIVE)),
        authority=pl.col("authority").replace_strict(dict(enumerate(AUTHORITIES))),
    )
    return of_attempts(instants(shown.drop("benchmark")), attempts)


def opinion_table(opened: Extract, attempts: pl.DataFrame, withheld: Sequence[str]) -> pl.DataFrame:
    """Return what each judge said, in the order in which it was said of each attempt."""
    import polars as pl

    told = pl.col("benchmark").is_in(withheld).not_()
    rows = [tuple(one[name] for name in OPINION) for one in evidence.heard(opened)]
    joined = frame(iter([rows] if rows else []), OPINION).join(
        attempts.select("attempt", "benchmark"), on="attempt"
    )
    shown = joined.with_columns(pl.when(told).then(pl.col(*TELLING)))
    return of_attempts(instants(shown.drop("benchmark")), attempts)


def instants(table: pl.DataFrame) -> pl.DataFrame:
    """Read microseconds as instants."""
    import polars as pl

    return table.with_columns(pl.col("made_at").cast(pl.Datetime("us", "UTC")))


def image_table(opened: Extract, names: Sequence[str]) -> pl.DataFrame:
    """Return the pictures of all problems."""
    import polars as pl

    rows = [(name, i.media_type, i.data) for name, i in evidence.pictures(opened, names)]
    schema = {"sha256": pl.String, "media_type": pl.String, "data": pl.Binary}
    return pl.DataFrame(rows, schema, orient="row")


def transcript_tables(
    opened: Extract, attempts: Sequence[str]
) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield transcripts in tables of bounded size, and where each of them is."""
    import polars as pl

    schema = {"attempt": pl.String, "transcript": pl.Binary}
    places: list[tuple[str, str]] = []
    rows: list[tuple[str, bytes]] = []
    held = number = 0
    for attempt, blob in evidence.transcript_blobs(opened, attempts):
        if held + len(blob) > SHARD_BYTES and rows:
            yield shard_name(number), pl.DataFrame(rows, schema, orient="row")
            rows, held, number = [], 0, number + 1
        rows.append((attempt, blob))
        places.append((attempt, shard_name(number)))
        held += len(blob)
    if rows:
        yield shard_name(number), pl.DataFrame(rows, schema, orient="row")
    yield (
        "transcripts",
        pl.DataFrame(places, {"attempt": pl.String, "table": pl.String}, orient="row"),
    )


def shard_name(number: int) -> str:
    """Name a table of transcripts."""
    return f"transcripts-{number + 1:04}"
