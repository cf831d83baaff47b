"""From the store to the tables of a snapshot."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from porism.benchmarks.breakdown import chance, month
from porism.core import Benchmark, JsonObject, Model, Problem, canonical_json
from porism.report.results import NOT_SCORED
from porism.report.snapshot.manifest import Manifest, PriceNote
from porism.store.extract import Extract, Placed, Rows
from porism.store.rows import AUTHORITIES

if TYPE_CHECKING:
    import polars as pl

CELL = {
    "cell": "String", "benchmark": "String", "problem": "String", "model": "String",
    "variant": "String", "number": "Int32", "asks": "String", "prompt": "String",
}  # fmt: skip
ATTEMPT = {
    "seq": "Int64", "attempt": "String", "cell": "String", "revision": "Int32", "run": "String",
    "origin": "String", "ending": "String", "choices": "String", "input_tokens": "Int64",
    "output_tokens": "Int64", "reasoning_tokens": "Int64", "cost_usd": "Int64",
    "requests": "Int32", "retries": "Int32", "started_at": "Int64", "duration_s": "Float64",
}  # fmt: skip
VERDICT = {
    "said": "Int64", "attempt": "String", "outcome": "String", "verdict_score": "Float64",
    "authority": "Int32", "grader": "String", "grader_version": "Int32", "rule": "String",
    "flags": "String", "extracted": "String", "judged_at": "Int64",
}  # fmt: skip
SENSITIVE = ("extracted", "choices")
"""Of an attempt: what gives away the reference of a problem that was answered rightly."""
PLACE = ("benchmark", "variant", "model", "problem", "number")


def tables(extract: Extract) -> tuple[dict[str, pl.DataFrame], Manifest]:
    """Return the tables and a manifest that does not know their files yet."""
    benchmarks, models = extract.benchmarks(), extract.models()
    found = {
        "models": model_table(models, extract.unstable()),
        "benchmarks": benchmark_table(benchmarks),
        "problems": problem_table(extract.problems(), {b.id: b for b in benchmarks}),
    }
    found["attempts"] = attempt_table(extract, found, benchmarks)
    manifest = Manifest(
        as_of=extract.until,
        scoring={b.id: b.scoring for b in benchmarks},
        withheld=tuple(b.id for b in benchmarks if b.withheld),
        prices={
            m.id: PriceNote(source=m.price.source, as_of=m.price.as_of) for m in models if m.price
        },
    )
    return found, manifest


def model_table(models: Sequence[Model], unstable: Mapping[str, str]) -> pl.DataFrame:
    """Return a row a model."""
    import polars as pl

    rows = [
        {
            "model": m.id,
            "name": m.name,
            "developer": m.developer,
            "released": m.released,
            "open_weights": m.open_weights,
            "status": m.status,
            "sample": m.sample,
            "unstable": unstable.get(m.id),
            "definition": m.to_json(),
        }
        for m in models
    ]
    schema = {
        "model": pl.String, "name": pl.String, "developer": pl.String, "released": pl.Date,
        "open_weights": pl.Boolean, "status": pl.String, "sample": pl.Boolean,
        "unstable": pl.String, "definition": pl.String,
    }  # fmt: skip
    return pl.DataFrame(rows, schema)


def benchmark_table(benchmarks: Sequence[Benchmark]) -> pl.DataFrame:
    """Return a row a benchmark."""
    import polars as pl

    rows = [
        {
            "benchmark": b.id,
            "name": b.name,
            "kind": b.kind,
            "family": b.family,
            "published": b.published,
            "status": b.status,
            "sample": b.sample,
            "withheld": b.withheld,
            "definition": b.to_json(),
        }
        for b in benchmarks
    ]
    schema = {
        "benchmark": pl.String, "name": pl.String, "kind": pl.String, "family": pl.String,
        "published": pl.Date, "status": pl.String, "sample": pl.Boolean, "withheld": pl.Boolean,
        "definition": pl.String,
    }  # fmt: skip
    return pl.DataFrame(rows, schema)


def problem_table(problems: Sequence[Placed], benchmarks: Mapping[str, Benchmark]) -> pl.DataFrame:
    """Return a row a problem, in the benchmarks' own order."""
    import polars as pl

    schema: dict[str, pl.DataType | type[pl.DataType]] = {
        "benchmark": pl.String, "problem": pl.String, "place": pl.Int32, "revision": pl.Int32,
        "owed_since_revision": pl.Int32, "withdrawn": pl.String, "published": pl.Date,
        "month": pl.String, "types": pl.List(pl.String), "subset": pl.String,
        "chance": pl.Float64, "statement": pl.String, "images": pl.List(pl.String),
        "reference": pl.String, "sketch": pl.String, "revisions": pl.String,
        "provenance": pl.String,
    }  # fmt: skip
    rows = [problem_row(one, benchmarks[one.benchmark]) for one in problems]
    return pl.DataFrame(rows, schema)


def problem_row(placed: Placed, benchmark: Benchmark) -> dict[str, object]:
    """Return the row of a problem; what gives away a withheld reference is left out."""
    problem, told = placed.problem, not benchmark.withheld
    origin = problem.provenance
    return {
        "benchmark": placed.benchmark,
        "problem": problem.id,
        "place": placed.place,
        "revision": problem.revision,
        "owed_since_revision": problem.owed_since_revision,
        "withdrawn": problem.withdrawn,
        "published": origin.published or benchmark.published,
        "month": month(problem),
        "types": problem.types,
        "subset": problem.subset,
        "chance": float(chance(problem)),
        "statement": problem.statement,
        "images": placed.images,
        "reference": problem.reference.to_json() if told else None,
        "sketch": problem.sketch if told else None,
        "revisions": revisions(problem, told=told),
        "provenance": (
            origin if told else origin.model_copy(update={"details": JsonObject()})
        ).to_json(),
    }


def revisions(problem: Problem, *, told: bool) -> str:
    """Write the corrections of a problem; their reasons may quote the answer."""
    hidden = set() if told else {"why"}
    return canonical_json([r.model_dump(mode="json", exclude=hidden) for r in problem.revisions])


def attempt_table(
    extract: Extract, known: Mapping[str, pl.DataFrame], benchmarks: Sequence[Benchmark]
) -> pl.DataFrame:
    """Return a row a standing attempt, with its standing verdict and what it counts as.

    ``stands`` says whether it takes part in standings: it was asked under its model's newest
    settings and prompt, of a text that still stands, of a problem that was not withdrawn.
    ``score`` is what it counts as, and nothing where the policy calls it missing.
    """
    import polars as pl

    attempts = (
        frame(extract.attempts(), ATTEMPT)
        .sort(pl.col("ending") != "failed", "seq")
        .unique("cell", keep="last", maintain_order=True)
    )
    verdicts = (
        frame(extract.verdicts(), VERDICT)
        .sort("authority", "grader_version", "said")
        .unique("attempt", keep="last", maintain_order=True)
    )
    joined = (
        attempts.join(frame(extract.cells(), CELL), on="cell")
        .join(verdicts, on="attempt", how="left")
        .join(
            known["problems"].select("benchmark", "problem", "owed_since_revision", "withdrawn"),
            on=["benchmark", "problem"],
        )
        .join(known["models"].select("model"), on="model", how="semi")
    )
    withheld = [b.id for b in benchmarks if b.withheld]
    return (
        joined.with_columns(
            outcome=pl.when(pl.col("ending") != "answered")
            .then("ending")
            .otherwise(pl.col("outcome").fill_null("ungraded"))
        )
        .with_columns(
            pl.col("started_at", "judged_at").cast(pl.Datetime("us", "UTC")),
            pl.when(pl.col("benchmark").is_in(withheld).not_()).then(pl.col(*SENSITIVE)),
            pl.col("cost_usd") / 1e12,
            score=counted(benchmarks),
            stands=standing(),
            authority=pl.col("authority").replace_strict(dict(enumerate(AUTHORITIES))),
        )
        .drop("seq", "said", "cell", "ending", "owed_since_revision", "withdrawn")
        .select(*PLACE, pl.exclude(PLACE))
        .sort(*PLACE, "attempt")
    )


def counted(benchmarks: Sequence[Benchmark]) -> pl.Expr:
    """Return what an attempt counts as by its benchmark's policy; nothing where it is missing."""
    import polars as pl

    wrong = [
        f"{b.id} {outcome}"
        for b in benchmarks
        for outcome in NOT_SCORED
        if b.scoring.counts_wrong(outcome)
    ]
    case = pl.concat_str("benchmark", "outcome", separator=" ")
    return (
        pl.when(pl.col("outcome") == "graded")
        .then("verdict_score")
        .when(case.is_in(wrong))
        .then(pl.lit(0.0))
    )


def standing() -> pl.Expr:
    """Tell the attempts that take part in standings."""
    import polars as pl

    valid = pl.col("withdrawn").is_null() & (pl.col("revision") >= pl.col("owed_since_revision"))
    protocol = pl.col("asks") + pl.col("prompt")
    last = pl.when(pl.col("withdrawn").is_null()).then("seq").otherwise(-1)
    newest = protocol.sort_by(last).last().over("benchmark", "model", "variant")
    return valid & (protocol == newest)


def frame(chunks: Iterator[Rows], schema: Mapping[str, str]) -> pl.DataFrame:
    """Collect rows as columns, some at a time, so that few of them exist as rows."""
    import polars as pl

    types = {name: getattr(pl, kind) for name, kind in schema.items()}
    parts = [pl.DataFrame(schema=types)]
    for rows in uncollected(chunks):
        columns: Sequence[Sequence[Any]] = list(zip(*rows, strict=True))
        parts.append(
            pl.DataFrame(
                [
                    pl.Series(name, values, kind)
                    for (name, kind), values in zip(types.items(), columns, strict=True)
                ]
            )
        )
    return pl.concat(parts)


def uncollected(chunks: Iterator[Rows]) -> Iterator[Rows]:
    """Yield rows without looking for cycles among them: rows have none, and are many."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield from chunks
    finally:
        if was_on:
            gc.enable()
