"""What several runs of a problem make of a model: once right, always right, the most frequent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.errors import UserError
from porism.report.overall import live_attempts
from porism.stats import Tally
from porism.stats.intervals import question_sd
from porism.stats.passk import all_at_k, mean_g_pass_at_k, pass_at_k
from porism.stats.tally import FloatArray
from porism.stats.voting import majority_at_k

if TYPE_CHECKING:
    import polars as pl

    from porism.report.snapshot import Snapshot

NOT_AN_ANSWER = -1


class Share(NamedTuple):
    """A share with the ends of its 95 % interval, about problems like these."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SeveralRuns:
    """One model on one benchmark, by draws of k of its runs of each problem."""

    model: str
    problems: int
    once: Share
    """Mean score of one run."""
    any_of_k: Share
    """pass@k: at least one right."""
    all_of_k: Share
    """All right."""
    stable: Share
    """mG-pass@k: right in more than half, averaged over how much more."""
    majority: Share
    """The most frequent answer is right."""


def several_runs(
    snapshot: Snapshot, benchmark: str, k: int
) -> tuple[list[SeveralRuns], tuple[str, ...]]:
    """Say what the models make of k runs, and whose runs are too few.

    Args:
        snapshot: the results.
        benchmark: identifier.
        k: runs that are drawn.

    Raises:
        UserError: no model has k scored runs of every problem it was put to.
    """
    import polars as pl

    attempts, _ = live_attempts(snapshot, deprecated=True)
    known = attempts.filter(pl.col("benchmark") == benchmark).drop_nulls("score")
    found, left_out = [], []
    for (model,), runs in sorted(known.group_by("model")):
        least = int(runs.group_by("problem").len()["len"].to_numpy().min())
        if least < k or not runs["score"].is_in([0.0, 1.0]).all():
            why = f"{least} runs of some problem" if least < k else "partial scores"
            left_out.append(f"{model} is left out: {why}")
        else:
            found.append(_of(str(model), runs, k))
    if not found:
        raise UserError(
            f"no model has {k} runs of every problem of {benchmark}, right or wrong each; "
            "ask for fewer with -k"
        )
    return sorted(found, key=lambda one: -one.once.value), tuple(left_out)


def _of(model: str, runs: pl.DataFrame, k: int) -> SeveralRuns:
    answers, scores = _tables(runs)
    tally = Tally.of_scores(scores)
    figures = (
        tally.question_means,
        pass_at_k(tally, k),
        all_at_k(tally, k),
        mean_g_pass_at_k(tally, k),
        majority_at_k(answers, scores, k),
    )
    return SeveralRuns(model, len(scores), *map(_share, figures))


def _share(of_questions: ArrayLike) -> Share:
    found = question_sd(np.asarray(of_questions, dtype=np.float64))
    return Share(float(found.estimate), float(found.low), float(found.high))


def _tables(runs: pl.DataFrame) -> tuple[NDArray[np.int64], FloatArray]:
    """Return (problems, runs) codes of answers and scores; right answers are one answer."""
    groups = [part for _, part in sorted(runs.group_by("problem"))]
    shape = len(groups), max(part.height for part in groups)
    answers, scores = np.full(shape, NOT_AN_ANSWER, dtype=np.int64), np.full(shape, np.nan)
    for row, part in enumerate(groups):
        codes: dict[str, int] = {}
        for column, (score, text) in enumerate(part.select("score", "extracted").iter_rows()):
            scores[row, column] = score
            answer = "right" if score == 1 else f"said {text}" if text else None
            if answer is not None:
                answers[row, column] = codes.setdefault(answer, len(codes))
    return answers, scores
