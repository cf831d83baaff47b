"""An official jury's points become verdicts of people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from porism.core import Verdict
from porism.errors import UnknownName, UserError
from porism.interop.submissions.key import Key
from porism.interop.submissions.sheet import Grade, Sheet
from porism.store import Store


@dataclass(frozen=True, slots=True)
class Taken:
    """What was taken from a sheet."""

    added: int
    present: int
    """Verdicts that were there already."""
    blank: int
    """Lines without points."""


def take_grades(store: Store, key: Key, sheet: Sheet) -> Taken:
    """Add what a jury said to the store, all of it at once; nothing is overwritten.

    A grade that is already what its grader last said of that attempt is not added again.

    Raises:
        UserError: the store is not the one that the submissions were made from.
    """
    _refuse_other_store(store, key)
    new = list(_new(store, sheet))
    store.add_verdicts(new).result()
    return Taken(len(new), len(sheet.grades) - len(new), sheet.blank)


def _refuse_other_store(store: Store, key: Key) -> None:
    for submission in key.submissions:
        for handed in submission.handed:
            if handed.attempt is None:
                continue
            try:
                attempt = store.attempt(handed.attempt)
            except UnknownName:
                attempt = None
            place = (key.benchmark, handed.problem, submission.model)
            if attempt is None or (attempt.benchmark, attempt.problem, attempt.model) != place:
                raise UserError(
                    f"{store.name} has no attempt {handed.attempt} of {submission.code} at "
                    f"problem {handed.problem}; work in the workspace that the submissions "
                    "were made in"
                )


def _new(store: Store, sheet: Sheet) -> Iterator[tuple[str, Verdict]]:
    for grade in sheet.grades:
        verdict = verdict_of(grade)
        said = (v for v in store.verdicts(grade.attempt) if _by_the_same(v, verdict))
        if next(said, None) != verdict:
            yield grade.attempt, verdict


def _by_the_same(one: Verdict, other: Verdict) -> bool:
    return (one.authority, one.grader) == (other.authority, other.grader)


def verdict_of(grade: Grade) -> Verdict:
    """Return a grade as a verdict."""
    remark = f": {grade.remark}" if grade.remark else ""
    return Verdict(
        outcome="graded",
        score=float(grade.points / grade.handed.points),
        rule="points",
        reason=f"{grade.points} of {grade.handed.points} points, on revision "
        f"{grade.handed.revision} of the text{remark}",
        authority="person",
        grader=grade.grader,
    )
