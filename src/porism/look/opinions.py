"""What the judges of a jury said, side by side."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from porism.look.shown import prose


class Mark(NamedTuple):
    """What one part of the rubric earned."""

    part: str
    points: str
    reason: Markup


class Heard(NamedTuple):
    """What one judge said in one round."""

    when: str
    points: str
    marks: tuple[Mark, ...]
    reason: Markup


class Juror(NamedTuple):
    """What one judge said, round by round."""

    name: str
    rounds: tuple[Heard, ...]


class Rewritten(NamedTuple):
    """A proof in uniform form."""

    text: Markup
    by: str
    """Who rewrote it."""
    judged: bool
    """Whether judges saw this text; otherwise they saw the model's own words."""
    found: tuple[Markup, ...]
    """What the check of its content found."""


class Bench(NamedTuple):
    """One jury with what its judges said."""

    jury: str
    label: str
    """Tells it from the other juries of the attempt, which may have the same name."""
    outcome: str
    jurors: tuple[Juror, ...]
    rewritten: Rewritten | None = None
    """Where proofs were brought into uniform form for this jury, and that is known here."""


def benches(
    rows: Sequence[Mapping[str, Any]], rewritings: Sequence[Mapping[str, Any]] = ()
) -> tuple[Bench, ...]:
    """Return the juries that an attempt was before, the first one first.

    A check of a rewritten proof's content is no jury: it is told with the proof.

    Args:
        rows: of a snapshot's table of opinions, in its order; older ones tell no task.
        rewritings: of its table of rewritings.
    """
    forms = {row["judging"]: rewritten(row) for row in rewritings}
    judgings: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        if row.get("task") != "content":
            judgings.setdefault(row["judging"], []).append(row)
    several = len(judgings) > 1
    return tuple(
        bench(said, f", jury {number} of {len(judgings)}" if several else "", forms.get(name))
        for number, (name, said) in enumerate(judgings.items(), start=1)
    )


def bench(rows: Sequence[Mapping[str, Any]], which: str, form: Rewritten | None) -> Bench:
    """Return one jury; its judges come in the order in which they first spoke."""
    spoken: dict[str, list[Heard]] = {}
    for row in rows:
        spoken.setdefault(row["judge"], []).append(heard(row))
    jurors = (Juror(name, tuple(rounds)) for name, rounds in spoken.items())
    jury = rows[-1]["jury"]
    return Bench(jury, jury + which, outcome(rows[-1]), tuple(jurors), form)


def outcome(row: Mapping[str, Any]) -> str:
    """Say what came of a judging."""
    if not row["concluded"]:
        return "under way"
    if row["came_to"] is None:
        return "left to a person"
    return f"{row['came_to']:g} of {row['of']:g}"


def heard(row: Mapping[str, Any]) -> Heard:
    """Read a row of the table of opinions."""
    marks = [Mark(m["part"], f"{float(m['points']):g}", prose(m.get("reason", "")))
             for m in json.loads(row["parts"] or "[]")]  # fmt: skip
    return Heard(
        "after hearing the others" if row["round"] else "at first",
        "unreadable" if row["points"] is None else f"{row['points']:g}",
        tuple(marks),
        prose(row["reason"] or row["failure"] or ""),
    )


def rewritten(row: Mapping[str, Any]) -> Rewritten:
    """Read a row of the table of rewritings."""
    found = (escape(f"{one['said']} ") + prose(one["reason"]) for one in json.loads(row["found"]))
    return Rewritten(prose(row["text"]), row["by"], row["judged"], tuple(found))
