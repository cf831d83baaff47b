"""From the store to the tables that show what stands behind the figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from porism.core.verdict import REVEALING
from porism.errors import StoreError
from porism.report.frame import frame
from porism.report.rewritings import rewriting_facts, uniform_forms
from porism.report.snapshot.evidence import read_transcript, transcript_text
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
    "said": "Int64", "attempt": "String", "judging": "String", "task": "Categorical",
    "jury": "Categorical", "jury_version": "Int32", "judge": "Categorical", "round": "Int32",
    "points": "Float64", "of": "Float64", "failure": "String", "reason": "String",
    "parts": "String", "concluded": "Boolean", "came_to": "Float64", "made_at": "Int64",
}  # fmt: skip
REWRITING = {
    "said": "Int64", "attempt": "String", "judging": "String", "by": "Categorical",
    "judged": "Boolean", "text": "String", "found": "String",
}  # fmt: skip
MARK = {
    "said": "Int64", "model": "String", "mark": "String", "reason": "String", "by": "String",
    "made_at": "Int64",
}  # fmt: skip
PROMPT = {"prompt": "String", "digest": "String", "text": "String"}
TELLING = ("failure", "reason", "parts")
"""Of an opinion: what gives away a withheld reference."""
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
        told = attempts.filter(pl.col("benchmark").is_in(hidden).not_())
        yield "rewritings", rewriting_table(opened, told, known)
        yield from transcript_tables(opened, told["attempt"].to_list())


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
        pl.when(told).then(pl.col(*REVEALING)),
        authority=pl.col("authority").replace_strict(dict(enumerate(AUTHORITIES))),
    )
    return of_attempts(instants(shown.drop("benchmark")), attempts)


def opinion_table(opened: Extract, attempts: pl.DataFrame, withheld: Sequence[str]) -> pl.DataFrame:
    """Return what each judge said, in the order in which it was said of each attempt."""
    import polars as pl

    told = pl.col("benchmark").is_in(withheld).not_()
    joined = collected(evidence.heard(opened), OPINION).join(
        attempts.select("attempt", "benchmark"), on="attempt"
    )
    shown = joined.with_columns(pl.when(told).then(pl.col(*TELLING)))
    return of_attempts(instants(shown.drop("benchmark")), attempts)


def rewriting_table(
    opened: Extract, told: pl.DataFrame, known: Mapping[str, pl.DataFrame]
) -> pl.DataFrame:
    """Return the proofs that were rewritten for juries, with what was found in them."""
    import polars as pl

    made = evidence.rewritings(opened)
    forms = list(uniform_forms(*evidence.checked(opened), made)) if made else []
    names = sorted({form.judging.attempt for form in forms} & set(told["attempt"]))
    judged = known["attempts"].filter(pl.col("attempt").is_in(names))
    place = pl.col("benchmark", "problem").cast(pl.String)
    asked = judged.with_columns(place).join(known["problems"], on=["benchmark", "problem"])
    statements = dict(asked.select("attempt", "statement").rows())
    answers = dict(written(opened, list(statements)))
    facts = (
        {"said": n, **rewriting_facts(form, statements[name], answers.get(name, ""))}
        for n, form in enumerate(forms)
        if (name := form.judging.attempt) in statements
    )
    return of_attempts(collected(facts, REWRITING), told)


def written(opened: Extract, attempts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield attempts with their answers, as far as these can be read."""
    for attempt, blob in evidence.transcript_blobs(opened, attempts):
        with suppress(StoreError):
            yield attempt, read_transcript(transcript_text(blob), {}).answer


def collected(facts: Iterable[Mapping[str, object]], schema: Mapping[str, str]) -> pl.DataFrame:
    """Collect facts by name as columns; schema as :func:`porism.report.frame.frame`."""
    rows = [tuple(one[name] for name in schema) for one in facts]
    return frame(iter([rows] if rows else []), schema)


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
