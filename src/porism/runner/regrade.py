"""Regrading: the newest grader over attempts that it has not judged yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from porism.benchmarks.choices import present
from porism.core import Benchmark, Problem, Verdict
from porism.grading import VERSION
from porism.runner.grade import asks_for_box, grade_answer
from porism.runner.judge.second_opinion import last_opinion, second_opinion
from porism.store import Filter, Judgements, Line, Store

BATCH = 200


@dataclass(frozen=True, slots=True)
class Change:
    """A verdict that came out otherwise than before."""

    attempt: str
    benchmark: str
    problem: str
    model: str
    before: Verdict | None
    after: Verdict


@dataclass(frozen=True, slots=True)
class Regraded:
    """What regrading did."""

    judged: int
    changes: tuple[Change, ...]


class Stale(NamedTuple):
    """An attempt that is graded again."""

    line: Line
    before: Verdict | None
    """The newest by rules."""
    doubted: bool
    """Whether a jury judged otherwise than rules once did."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One answer on its way to a worker."""

    text: str
    problem: Problem
    permutation: str
    benchmark: Benchmark
    boxed: bool
    """Whether the prompt asked for a box."""


def regrade(
    store: Store, executor: Executor, benchmarks: Sequence[str] = (), since: int | None = None
) -> Regraded:
    """Grade again what was last graded by an older version; nothing is overwritten.

    Args:
        store: where attempts are.
        executor: does the work, in processes or elsewhere.
        benchmarks: identifiers; all without any.
        since: grade again what a version before this one graded; the present one without it.
    """
    known = store.benchmarks()
    judged, changes = 0, []
    for name in benchmarks or sorted(known):
        problems = {p.id: p for p in store.problems(name)}
        stale = stale_attempts(store, name, VERSION if since is None else since)
        while batch := list(islice(stale, BATCH)):
            pieces = [piece_of(store, one.line, problems, known[name]) for one in batch]
            found = executor.map(judge, pieces, chunksize=max(1, BATCH // 8))
            new = [(one, after) for one, after in zip(batch, found, strict=True)]
            judged += len(new)
            promises = [
                store.add_verdict(one.line.id, verdict)
                for one, after in new
                if adds(one.before, after)
                for verdict in heard_beside(store, known[name], one, after)
            ]
            for promise in promises:
                promise.result()
            changes += [change_of(one, after) for one, after in new if differs(one.before, after)]
    return Regraded(judged, tuple(changes))


def stale_attempts(store: Store, benchmark: str, version: int) -> Iterator[Stale]:
    """Yield answered attempts without a verdict by rules of that version or a later one."""
    for line in store.attempts(Filter(benchmark=benchmark)):
        if line.outcome not in ("graded", "unparsed", "ungraded"):
            continue
        said = store.verdicts(line.id)
        rules = [v for v in said if v.authority == "grader"]
        if not rules or rules[0].version < version or rules[0].outcome == "ungraded":
            doubted = any("judge-differs" in v.flags for v in said)
            yield Stale(line, rules[0] if rules else None, doubted)


def heard_beside(
    store: Store, benchmark: Benchmark, stale: Stale, after: Verdict
) -> tuple[Verdict, ...]:
    """Return what is said now, with what a jury that judged otherwise has to say of it."""
    opinion = last_opinion(Judgements(store).judged(stale.line.id)) if stale.doubted else None
    said = second_opinion(benchmark, [after], opinion) if opinion else None
    if said is None:
        return (after,)
    return (after, said) if said.authority == "jury" else (said,)


def piece_of(store: Store, line: Line, problems: dict[str, Problem], benchmark: Benchmark) -> Piece:
    """Fetch what a worker needs."""
    transcript = store.transcript(line.id)
    text = transcript.answer if transcript else ""
    boxed = transcript is not None and asks_for_box(transcript)
    return Piece(text, problems[line.problem], line.choices, benchmark, boxed)


def judge(piece: Piece) -> Verdict:
    """Grade one answer; runs in a worker."""
    choices = present(piece.problem, piece.permutation)
    return grade_answer(piece.text, piece.problem, choices, piece.benchmark, boxed=piece.boxed)


def adds(before: Verdict | None, after: Verdict) -> bool:
    """Tell whether a verdict is worth keeping beside the one before it."""
    return before is None or before.version < after.version or differs(before, after)


def differs(before: Verdict | None, after: Verdict) -> bool:
    """Tell whether a verdict came out otherwise."""
    if before is None:
        return True
    return (before.outcome, before.score) != (after.outcome, after.score)


def change_of(stale: Stale, after: Verdict) -> Change:
    """Describe a change."""
    line = stale.line
    return Change(line.id, line.benchmark, line.problem, line.model, stale.before, after)
