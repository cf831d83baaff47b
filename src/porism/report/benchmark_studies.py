"""Studies of benchmarks: their problems, how much room is left, what models may have seen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from porism.errors import UserError
from porism.report.overall import live_attempts
from porism.report.scores import Scores, scores_of
from porism.report.studies import live_scores
from porism.stats.agreement import Agreement, pairwise_agreement
from porism.stats.contamination import Jump, exposed, performance_jumps
from porism.stats.discrimination import Discrimination, SuspiciousKey, discriminate, suspicious_keys
from porism.stats.saturation import Saturation, saturation

if TYPE_CHECKING:
    import polars as pl

    from porism.report.snapshot import Snapshot


UNDATED = "since when its problems can be read is not known"


@dataclass(frozen=True, slots=True, eq=False)
class ProblemStudy:
    """The problems of one benchmark.

    Attributes:
        problems: their identifiers.
        found: how well each tells strong models from weak ones.
        doubtful: problems on which strong models agree on an answer that is not the key, with
            that answer, the least likely keys first.
    """

    problems: tuple[str, ...]
    found: Discrimination
    doubtful: tuple[tuple[str, str, SuspiciousKey], ...]


def problems(snapshot: Snapshot, benchmark: str) -> ProblemStudy:
    """Look for problems that tell nothing, tell the wrong thing, or have a doubtful answer key.

    Raises:
        UserError: no model has a score on the benchmark.
    """
    attempts, scores = _scores_on(snapshot, benchmark)
    names = tuple(problem for _, problem in scores.problems)
    return ProblemStudy(names, discriminate(scores.tally), _doubtful(attempts, scores))


def _scores_on(snapshot: Snapshot, benchmark: str) -> tuple[pl.DataFrame, Scores]:
    import polars as pl

    attempts, _ = live_attempts(snapshot, deprecated=True)
    here = attempts.filter(pl.col("benchmark") == benchmark)
    scores = scores_of(here)
    if scores is None:
        raise UserError(f"no model has a score on {benchmark}")
    return here, scores


def _doubtful(attempts: pl.DataFrame, scores: Scores) -> tuple[tuple[str, str, SuspiciousKey], ...]:
    """Find doubtful keys among the answers; all right ones are the key."""
    runs = attempts.drop_nulls("score").group_by("model", "problem", maintain_order=True)
    rows = {model: n for n, model in enumerate(scores.models)}
    columns = {problem: n for n, (_, problem) in enumerate(scores.problems)}
    cells = [
        (rows[model], columns[problem], part.select("score", "extracted").rows())
        for (model, problem), part in runs
    ]
    most = max(len(said) for _, _, said in cells)
    codes = np.full((len(rows), len(columns), most), -1)
    known: list[dict[str, int]] = [{} for _ in columns]
    for row, column, said in cells:
        for n, (score, text) in enumerate(said):
            if score == 1:
                codes[row, column, n] = 0
            elif text:
                codes[row, column, n] = known[column].setdefault(text, len(known[column]) + 1)
    found = suspicious_keys(codes, np.zeros(len(columns), dtype=int))
    return tuple(
        (scores.problems[key.question][1], list(known[key.question])[key.answer - 1], key)
        for key in found
    )


def room(snapshot: Snapshot, rng: np.random.Generator) -> list[tuple[str, Scores, Saturation]]:
    """Say of every live benchmark whether it still tells the best models apart.

    Raises:
        UserError: no live benchmark has the scores of two models.
    """
    attempts, _ = live_attempts(snapshot, deprecated=False)
    found = []
    for (name,), part in sorted(attempts.group_by("benchmark")):
        scores = scores_of(part)
        if scores is not None and len(scores.models) > 1:
            found.append((str(name), scores, saturation(scores.tally, rng=rng)))
    if not found:
        raise UserError("no live benchmark has scores of two models")
    return found


def jumps(snapshot: Snapshot, rng: np.random.Generator) -> tuple[dict[str, Jump], dict[str, str]]:
    """Test whether models that came out after a benchmark do better than elsewhere.

    Returns:
        The jumps by benchmark, and the reason for each benchmark that cannot be tested.

    Raises:
        UserError: there are too few scores, or no model has a release date.
    """
    scores, _ = live_scores(snapshot)
    released = [snapshot.models[model].released for model in scores.models]
    dated = np.array([day is not None for day in released])
    if dated.sum() < 2:
        raise UserError("fewer than two models have a release date: nothing can be tested")
    kept = scores.part(dated, scores.tally.asked[dated].any(0))
    names = kept.benchmarks
    published = {name: snapshot.benchmarks[name].published for name in names}
    # Nobody came out after a benchmark of no known day; that it is not tested for this is told.
    public = [published[name] or date.max for name in names]
    days = [day for day in released if day is not None]
    later = exposed(np.array(days, "datetime64[D]"), np.array(public, "datetime64[D]"))
    found, failed = performance_jumps(kept.tally, kept.benchmark, later, rng=rng)
    reasons = {names[n]: why if published[names[n]] else UNDATED for n, why in failed.items()}
    return {names[n]: one for n, one in found.items()}, reasons


def alike(snapshot: Snapshot) -> dict[tuple[str, str], Agreement]:
    """Correlate the rankings of every two live benchmarks.

    Raises:
        UserError: no two share three models.
    """
    scores, _ = live_scores(snapshot)
    table = np.full((len(scores.models), len(scores.benchmarks)), np.nan)
    for number in range(len(scores.benchmarks)):
        part = scores.tally.questions(np.flatnonzero(scores.benchmark == number))
        ran = part.asked.any(1)
        table[ran, number] = part.total[ran].sum(1) / part.runs[ran].sum(1)
    found = pairwise_agreement(table)
    if not found:
        raise UserError("no two live benchmarks share three models that they tell apart")
    return {(scores.benchmarks[a], scores.benchmarks[b]): one for (a, b), one in found.items()}
