"""From what a jury came to, to the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from porism.core import Flag, Judging, Opinion, Verdict
from porism.judging.case import plain
from porism.judging.jury import Jury
from porism.judging.rules import Decision


def verdict_of(
    jury: Jury,
    judging: Judging,
    decision: Decision,
    opinions: Sequence[Opinion],
    further: Sequence[Flag] = (),
) -> Verdict:
    """Return the verdict that a jury comes to.

    Args:
        jury: who judged, and by which rule.
        judging: which attempt.
        decision: what they came to.
        opinions: all that was said.
        further: flags from before they were heard.
    """
    flags: list[Flag] = list(further)
    flags += ["jury-split"] if decision.split else []
    flags += ["jury-incomplete"] if decision.unread else []
    points = decision.points
    return Verdict(
        outcome="ungraded" if points is None else "graded",
        score=None if points is None else float(points / Fraction(judging.points)),
        rule=f"{jury.rule} of {len(jury.judges)}",
        reason=reason_of(jury, judging, decision, opinions),
        flags=tuple(flags),
        authority="jury",
        grader=judging.jury,
        version=judging.jury_version,
    )


def reason_of(jury: Jury, judging: Judging, decision: Decision, opinions: Sequence[Opinion]) -> str:
    """Say in a sentence who gave what and what counted."""
    given = ", ".join(f"{judge} {_course(judge, opinions)}" for judge in jury.judges)
    most = f"Of {plain(judging.points)} points"
    if decision.points is None:
        unread = ", ".join(decision.unread)
        return f"{most}: {given}; {unread} could not be read, so that a person is waited for."
    said = f"{most}: {given}; the {jury.rule} counts: {written_points(decision.points)}."
    return said + (" They stay far apart." if decision.split else "")


def _course(judge: str, opinions: Sequence[Opinion]) -> str:
    """Write what a judge gave, round by round: ``3, then 5``."""
    said = sorted((one for one in opinions if one.judge == judge), key=lambda one: one.round)
    return " then ".join("?" if o.points is None else plain(o.points) for o in said) or "–"


def written_points(points: Fraction) -> str:
    """Write points as a whole or decimal number if they are one, else as a fraction."""
    exact = float(points)
    return f"{exact:g}" if Fraction(f"{exact:g}") == points else str(points)
