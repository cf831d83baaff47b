"""What was corrected between two snapshots: problems, and verdicts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

    from porism.report.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Revised:
    """A correction of a problem's text or reference."""

    benchmark: str
    problem: str
    revision: int
    effect: str
    """``cosmetic``: earlier attempts stand. ``substantive``: they are owed again."""
    why: str
    """Empty where the benchmark's references are withheld."""
    made: date


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A problem that does not count any more."""

    benchmark: str
    problem: str
    why: str


@dataclass(frozen=True, slots=True)
class Overruled:
    """A verdict of a grader that a jury or a person overruled."""

    benchmark: str
    model: str
    problem: str
    number: int
    attempt: str
    before: float | None
    """The score that was overruled; nothing where there was none."""
    after: float | None
    authority: str
    by: str
    why: str
    """Empty where the benchmark's references are withheld."""
    when: datetime


@dataclass(frozen=True, slots=True)
class Corrections:
    """What was corrected."""

    revised: tuple[Revised, ...]
    withdrawn: tuple[Withdrawn, ...]
    overruled: tuple[Overruled, ...]
    regraded: int
    """Attempts that a newer version of a grader gave another score."""


def corrections(before: Snapshot, after: Snapshot) -> Corrections:
    """Compare problems and verdicts of two snapshots.

    Args:
        before: the earlier one.
        after: the later one; with its verdicts, where those that were overruled are wanted.
    """
    return Corrections(
        revised=tuple(revised(before, after)),
        withdrawn=tuple(withdrawn(before, after)),
        overruled=tuple(overruled(after, before.manifest.as_of)),
        regraded=regraded(before, after),
    )


def revised(before: Snapshot, after: Snapshot) -> Iterator[Revised]:
    """Yield the corrections of problems that were known before."""
    known = {(row["benchmark"], row["problem"]): row["revision"] for row in rows(before.problems)}
    for row in rows(after.problems):
        former = known.get((row["benchmark"], row["problem"]))
        for one in json.loads(row["revisions"]):
            if former is not None and one["number"] > former:
                yield Revised(
                    benchmark=row["benchmark"],
                    problem=row["problem"],
                    revision=one["number"],
                    effect=one["effect"],
                    why=one.get("why", ""),
                    made=date.fromisoformat(one["made"]),
                )


def withdrawn(before: Snapshot, after: Snapshot) -> Iterator[Withdrawn]:
    """Yield the problems that counted before."""
    counted = {
        (row["benchmark"], row["problem"])
        for row in rows(before.problems)
        if row["withdrawn"] is None
    }
    for row in rows(after.problems):
        if row["withdrawn"] is not None and (row["benchmark"], row["problem"]) in counted:
            yield Withdrawn(row["benchmark"], row["problem"], row["withdrawn"])


def rows(table: pl.DataFrame) -> Iterator[dict[str, Any]]:
    """Yield rows by the names of their columns."""
    return table.iter_rows(named=True)


def overruled(after: Snapshot, since: datetime) -> Iterator[Overruled]:
    """Yield the verdicts that a jury or a person overruled after a moment, the first first."""
    import polars as pl

    if after.verdicts is None:
        return
    standing = after.attempts.filter(
        pl.col("authority").is_in(["jury", "person"]) & (pl.col("judged_at") > since)
    )
    said = after.verdicts.join(standing.select("attempt", "judged_at"), on="attempt")
    last = said.filter(pl.col("made_at") == pl.col("judged_at")).unique("attempt", keep="last")
    former = (
        said.filter(pl.col("authority").is_in(["imported", "grader"]))
        .unique("attempt", keep="last", maintain_order=True)
        .select("attempt", before="score")
    )
    found = (
        standing.join(former, on="attempt")
        .join(last.select("attempt", "reason"), on="attempt")
        .filter(pl.col("before").ne_missing(pl.col("verdict_score")))
        .sort("judged_at", "attempt")
    )
    for row in rows(found):
        yield Overruled(
            benchmark=row["benchmark"],
            model=row["model"],
            problem=row["problem"],
            number=row["number"],
            attempt=row["attempt"],
            before=row["before"],
            after=row["verdict_score"],
            authority=row["authority"],
            by=row["grader"],
            why=row["reason"] or "",
            when=row["judged_at"],
        )


def regraded(before: Snapshot, after: Snapshot) -> int:
    """Count the attempts that a newer version of a grader gave another score."""
    import polars as pl

    then, now = (
        snapshot.attempts.filter(pl.col("authority") == "grader").select(
            "attempt", "outcome", "verdict_score", "grader", "grader_version"
        )
        for snapshot in (before, after)
    )
    both = now.join(then, on=["attempt", "grader"], suffix="_then")
    newer = pl.col("grader_version") > pl.col("grader_version_then")
    other = pl.any_horizontal(
        pl.col(name).ne_missing(pl.col(f"{name}_then")) for name in ("outcome", "verdict_score")
    )
    return both.filter(newer & other).height
