"""What stands and what it counts as: said here once, for every figure.

- Of the attempts at a cell the newest stands that did not fail, or else the newest.
- Of the verdicts on an attempt that of the highest authority stands; among them the newest
  version's, and then the last.
- Figures are made of the standing attempts that are valid, which is asked of a text that still
  stands and of a problem that was not withdrawn, and that are current, which is asked under
  the settings and the prompt of the model's newest valid attempt there. Attempts under other
  settings, prompts or tools are no measurement of the same thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from porism.core import Benchmark, Outcome
from porism.report.frame import frame
from porism.store import Store
from porism.store.extract import Extract, Placed, extract

if TYPE_CHECKING:
    import polars as pl

NOT_SCORED: tuple[Outcome, ...] = (
    "failed", "truncated", "refused", "empty", "unparsed", "ungraded",
)  # fmt: skip
CELL = {
    "cell": "String", "benchmark": "Categorical", "problem": "Categorical",
    "model": "Categorical", "variant": "Categorical", "number": "Int32", "asks": "Categorical",
    "prompt": "Categorical",
}  # fmt: skip
ATTEMPT = {
    "seq": "Int64", "attempt": "String", "cell": "String", "revision": "Int32",
    "run": "Categorical", "origin": "Categorical", "ending": "Categorical",
    "choices": "Categorical", "input_tokens": "Int64", "output_tokens": "Int64",
    "reasoning_tokens": "Int64", "picodollars": "Int64", "requests": "Int32",
    "retries": "Int32", "started_at": "Int64", "duration_s": "Float64",
}  # fmt: skip
VERDICT = {
    "said": "Int64", "attempt": "String", "outcome": "Categorical", "verdict_score": "Float64",
    "authority": "Int32", "grader": "Categorical", "grader_version": "Int32",
    "rule": "Categorical", "flags": "Categorical", "extracted": "String", "judged_at": "Int64",
}  # fmt: skip
GROUP = ("benchmark", "model", "variant")
PROTOCOL = ("asks", "prompt")


def standing_now(
    store: Store, benchmarks: Sequence[str] | None = None
) -> tuple[pl.DataFrame, list[Placed]]:
    """Return the attempts that stand in a store, and all problems.

    Args:
        store: where they are.
        benchmarks: whose; all without it.

    Returns:
        The table of :func:`standing_attempts`; the problems, withdrawn ones included.
    """
    with extract(store, only=benchmarks) as opened:
        problems = opened.problems()
        return standing_attempts(opened, opened.benchmarks(), problems), problems


def standing_attempts(
    extract: Extract, benchmarks: Sequence[Benchmark], problems: Sequence[Placed]
) -> pl.DataFrame:
    """Return a row a standing attempt, with its standing verdict and what it counts as.

    Args:
        extract: the store.
        benchmarks: those of the extract.
        problems: those of the extract.

    Returns:
        What :data:`CELL`, :data:`ATTEMPT` and :data:`VERDICT` name, keys aside, and

        - ``outcome``, what the ending and the verdict make together,
        - ``score``, what it counts as by its benchmark's policy; null where it is missing,
        - ``valid`` and ``stands`` (valid and current), as this module's head says.
    """
    import polars as pl

    cells = frame(extract.cells(), CELL).with_row_index("place")
    attempts = numbered(frame(extract.attempts(), ATTEMPT), cells, "cell", "place")
    attempts = newest(attempts).with_row_index("row")
    verdicts = numbered(frame(extract.verdicts(), VERDICT), attempts, "attempt", "row")
    ended = pl.when(pl.col("ending") == "answered")
    found = (
        attempts.join(most_heard(verdicts), on="row", how="left")
        .join(cells.drop("cell"), on="place")
        .drop("row", "place", "said")
        .join(texts_that_stand(problems), on=["benchmark", "problem"])
        .with_columns(
            outcome=ended.then(pl.col("outcome").fill_null("ungraded")).otherwise("ending"),
            valid=pl.col("withdrawn").not_() & (pl.col("revision") >= pl.col("oldest")),
        )
        .drop("ending", "oldest", "withdrawn")
    )
    return with_score(with_current(found), benchmarks).drop("seq")


def numbered(table: pl.DataFrame, named: pl.DataFrame, name: str, number: str) -> pl.DataFrame:
    """Put a number in the place of each name; rows with a name that is not known are left out."""
    found = table.select(name).join(
        named.select(name, number), on=name, how="left", maintain_order="left"
    )
    return table.drop(name).with_columns(found[number]).drop_nulls(number)


def newest(attempts: pl.DataFrame) -> pl.DataFrame:
    """Keep the attempt that stands of each place."""
    import polars as pl

    return last_of(attempts, "place", pl.col("ending") != "failed", "seq")


def most_heard(verdicts: pl.DataFrame) -> pl.DataFrame:
    """Keep the verdict that stands on each row."""
    return last_of(verdicts, "row", "authority", "grader_version", "said")


def last_of(table: pl.DataFrame, key: str, *order: str | pl.Expr) -> pl.DataFrame:
    """Keep the last row of each key; most keys have one row alone, which needs no sorting."""
    import polars as pl

    several = pl.col(key).is_duplicated()
    ranked = table.filter(several).sort(*order)
    return pl.concat([table.filter(several.not_()), ranked.unique(key, keep="last")])


def texts_that_stand(problems: Sequence[Placed]) -> pl.DataFrame:
    """Return the oldest revision of each problem whose attempts still stand."""
    import polars as pl

    rows = [
        (p.benchmark, p.problem.id, p.problem.owed_since_revision, p.problem.withdrawn is not None)
        for p in problems
    ]
    schema = {
        "benchmark": pl.Categorical, "problem": pl.Categorical, "oldest": pl.Int32,
        "withdrawn": pl.Boolean,
    }  # fmt: skip
    return pl.DataFrame(rows, schema, orient="row")


def with_current(attempts: pl.DataFrame) -> pl.DataFrame:
    """Tell the attempts of which figures are made."""
    import polars as pl

    protocols = (
        attempts.filter("valid")
        .group_by(GROUP)
        .agg(pl.col(PROTOCOL).sort_by("seq").last())
        .with_columns(current=True)
    )
    found = attempts.join(protocols, on=[*GROUP, *PROTOCOL], how="left")
    stands = pl.col("valid") & pl.col("current").is_not_null()
    return found.with_columns(stands=stands).drop("current")


def with_score(attempts: pl.DataFrame, benchmarks: Sequence[Benchmark]) -> pl.DataFrame:
    """Tell what each attempt counts as."""
    import polars as pl

    wrong = [
        (b.id, outcome, 0.0)
        for b in benchmarks
        for outcome in NOT_SCORED
        if b.scoring.counts_wrong(outcome)
    ]
    schema = {"benchmark": pl.Categorical, "outcome": pl.Categorical, "wrong": pl.Float64}
    policy = pl.DataFrame(wrong, schema, orient="row")
    graded = pl.when(pl.col("outcome") == "graded")
    return (
        attempts.join(policy, on=["benchmark", "outcome"], how="left")
        .with_columns(score=graded.then("verdict_score").otherwise("wrong"))
        .drop("wrong")
    )
