"""Verdicts as pages show them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from porism import markup
from porism.look.figures import points
from porism.look.shown import answer, cut, noted, prose

OUTCOMES = {
    "right": "right",
    "wrong": "wrong",
    "partial": "partly right",
    "failed": "failed",
    "truncated": "cut off",
    "refused": "refused",
    "empty": "empty",
    "unparsed": "no readable answer",
    "ungraded": "not graded",
}


@dataclass(frozen=True, slots=True)
class Said:
    """One verdict."""

    who: str
    made_at: datetime
    mark: str
    """Right, wrong, partial or an outcome."""
    words: str
    score: float | None
    rule: str
    reason: Markup
    extracted: Markup
    reading: Markup
    reference_reading: Markup
    flags: tuple[str, ...]
    stands: bool


def mark_of(outcome: str, score: float | None) -> str:
    """Say in a word what came of an attempt."""
    if outcome != "graded" or score is None:
        return outcome
    return {0.0: "wrong", 1.0: "right"}.get(score, "partial")


def words_of(mark: str, score: float | None, most: float = 1) -> str:
    """Say it to people.

    Args:
        mark: in a word.
        score: share of the points.
        most: how many points there are; 1 where answers are right or wrong.
    """
    words = OUTCOMES.get(mark, mark)
    if score is not None and most > 1:
        return points(score, most)
    return f"{words}: {score:.2f}" if mark == "partial" and score is not None else words


def said(rows: Sequence[Mapping[str, Any]], standing: Mapping[str, Any]) -> tuple[Said, ...]:
    """Return the verdicts on an attempt in their order.

    Args:
        rows: of the table of verdicts.
        standing: the attempt's row, which repeats the verdict that stands.
    """
    last = max(
        (n for n, row in enumerate(rows) if same(row, standing)),
        default=-1,
    )
    return tuple(verdict(row, stands=n == last) for n, row in enumerate(rows))


def same(row: Mapping[str, Any], standing: Mapping[str, Any]) -> bool:
    """Tell whether a verdict may be the one that stands."""
    names = ("authority", "grader", "grader_version", "rule")
    return all(row[name] == standing[name] for name in names)


def verdict(row: Mapping[str, Any], *, stands: bool, most: float = 1) -> Said:
    """Read a row of the table of verdicts.

    Args:
        row: of the table.
        stands: whether it is the verdict that counts.
        most: how many points there are; 1 where scores are not told in points.
    """
    mark = mark_of(row["outcome"], row["score"])
    return Said(
        who=who(row["authority"], row["grader"], row["grader_version"]),
        made_at=row["made_at"],
        mark=mark,
        words=words_of(mark, row["score"], most),
        score=row["score"],
        rule=row["rule"],
        reason=reason(row["authority"], row["reason"] or ""),
        extracted=answer(row["extracted"] or ""),
        reading=answer(row["reading"] or ""),
        reference_reading=answer(row["reference_reading"] or ""),
        flags=flags(row["flags"]),
        stands=stands,
    )


def reason(authority: str, text: str) -> Markup:
    """Show why: people and juries write Markdown, graders quote LaTeX as it stands."""
    if authority in {"person", "jury"}:
        return prose(text)
    kept, note = cut(text)
    return noted(Markup(f"<p>{escape(markup.plain(kept))}</p>"), note)  # noqa: S704 - escaped


def who(authority: str, grader: str, version: int) -> str:
    """Name who speaks."""
    match authority:
        case "grader":
            return f"grader {grader}, version {version}"
        case "person":
            return f"person: {grader}"
        case _:
            return authority if grader == authority else f"{authority}: {grader}"


@lru_cache(maxsize=1024)
def flags(text: str | None) -> tuple[str, ...]:
    """Read flags as tables keep them."""
    found: list[str] = json.loads(text or "[]")
    return tuple(found)
