"""From the store to the tables of a snapshot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from porism.benchmarks.breakdown import chance, month
from porism.core import Benchmark, Claim, JsonObject, Model, Problem, canonical_json
from porism.report.snapshot.manifest import Manifest, PriceNote
from porism.report.standing import standing_attempts
from porism.store.extract import Extract, Placed
from porism.store.rows import AUTHORITIES
from porism.store.schema import PICODOLLARS

if TYPE_CHECKING:
    import polars as pl

SENSITIVE = ("extracted", "choices")
"""Of an attempt: what gives away the reference of a problem that was answered rightly."""
PLACE = ("benchmark", "variant", "model", "problem", "number")
MEASURED = (
    "attempt", "revision", "run", "origin", "choices", "input_tokens", "output_tokens",
    "reasoning_tokens", "cost_usd", "requests", "retries", "started_at", "duration_s", "asks",
    "prompt", "outcome", "verdict_score", "authority", "grader", "grader_version", "rule",
    "flags", "extracted", "judged_at", "score", "stands",
)  # fmt: skip


def tables(
    extract: Extract, claims: Sequence[Claim] = ()
) -> tuple[dict[str, pl.DataFrame], Manifest]:
    """Return the tables and a manifest that does not know their files yet."""
    benchmarks, models, problems = extract.benchmarks(), extract.models(), extract.problems()
    found = {
        "models": model_table(models, extract.unstable()),
        "benchmarks": benchmark_table(benchmarks),
        "problems": problem_table(problems, {b.id: b for b in benchmarks}),
        "attempts": attempt_table(extract, benchmarks, problems),
    }
    manifest = Manifest(
        as_of=extract.until,
        scoring={b.id: b.scoring for b in benchmarks},
        withheld=tuple(b.id for b in benchmarks if b.withheld),
        prices={
            m.id: PriceNote(source=m.price.source, as_of=m.price.as_of) for m in models if m.price
        },
        claims=tuple(c for c in claims if c.date <= extract.until.date()),
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
    extract: Extract, benchmarks: Sequence[Benchmark], problems: Sequence[Placed]
) -> pl.DataFrame:
    """Return a row a standing attempt, by place; what gives away a withheld one is left out."""
    import polars as pl

    withheld = [b.id for b in benchmarks if b.withheld]
    told = pl.col("benchmark").is_in(withheld).not_()
    found = standing_attempts(extract, benchmarks, problems)
    order = [by_name(found[name]) if name != "number" else pl.col(name) for name in PLACE]
    return (
        found.sort(*order, "attempt")
        .with_columns(
            pl.col("started_at", "judged_at").cast(pl.Datetime("us", "UTC")),
            pl.when(told).then(pl.col(*SENSITIVE)),
            cost_usd=pl.col("picodollars") / float(PICODOLLARS),
            authority=pl.col("authority").replace_strict(dict(enumerate(AUTHORITIES))),
        )
        .select(*PLACE, *MEASURED)
    )


def by_name(names: pl.Series) -> pl.Expr:
    """Sort a column by its names, of which few are different: by their numbers, once sorted."""
    import polars as pl

    return pl.col(names.name).cast(pl.Enum(names.unique().cast(pl.String).sort()))
