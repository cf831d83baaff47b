"""A jury's second opinion on a final answer that rules found wrong, or came to nothing on."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from porism.core import Benchmark, Verdict
from porism.store import Judged


def second_opinion(
    benchmark: Benchmark, said: Sequence[Verdict], opinion: Verdict
) -> Verdict | None:
    """Return what a jury's verdict on a final answer is worth.

    Where rules came to nothing it counts, if the benchmark names ``jury`` among its graders.
    Everywhere else it is at most a flag: the verdict that stands is said again, with the flag.

    Args:
        benchmark: the attempt's.
        said: what was said of the attempt, the standing verdict first.
        opinion: what the jury came to.
    """
    standing = said[0] if said else None
    undecided = standing is None or standing.outcome == "ungraded"
    if undecided and "jury" in benchmark.graders:
        return opinion
    if standing is None or opinion.score is None or opinion.score == (standing.score or 0):
        return None
    flags = dict.fromkeys((*standing.flags, "judge-differs"))
    reason = f"{standing.reason} A jury judges otherwise: {opinion.grader}, {opinion.reason}"
    return Verdict.model_validate(
        {**standing.model_dump(), "flags": tuple(flags), "reason": reason}
    )


def last_opinion(judged: Sequence[Judged]) -> Verdict | None:
    """Return what the last jury that came to something said of a final answer.

    Args:
        judged: the attempt's, the newest first.
    """
    for judging, _, ended in judged:
        if judging.task == "answer" and ended is not None and ended.points is not None:
            return Verdict(
                outcome="graded",
                score=float(ended.points / Fraction(judging.points)),
                reason=ended.reason,
                authority="jury",
                grader=judging.jury,
                version=judging.jury_version,
            )
    return None
