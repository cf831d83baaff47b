"""The corrections log: every corrected or withdrawn problem and every overridden verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from markupsafe import Markup

from porism.look.shown import prose
from porism.look.verdicts import mark_of, reason, who, words_of
from porism.site import address
from porism.site.page import Link, Page
from porism.site.source import Source

OVERRULING = ("jury", "person")


class Entry(NamedTuple):
    """One correction."""

    made: date | None
    """Nothing where the day is not known."""
    what: str
    link: Link
    reason: Markup
    by: str


@dataclass(frozen=True, slots=True)
class LogView:
    """All corrections, the latest first."""

    entries: tuple[Entry, ...]
    told: bool
    """Whether the snapshot holds verdicts."""


def log_page(source: Source) -> Page:
    """Return the page."""
    view = LogView(tuple(log(source)), source.evidence.table("verdicts") is not None)
    return Page(address.LOG, "log.html", "Corrections", view)


def log(source: Source) -> list[Entry]:
    """Return all corrections, the latest first."""
    found = [*revised(source), *overruled(source), *marked(source)]
    return sorted(found, key=lambda e: (e.made or date.min, e.link.href), reverse=True)


def revised(source: Source) -> Iterator[Entry]:
    """Yield problems whose text or reference was corrected, and those that were withdrawn."""
    for benchmark, problems in source.asked.items():
        name = source.benchmarks[benchmark].name
        for asked in problems.values():
            link = Link(f"{name}, problem {asked.id}", address.problem_page(benchmark, asked.id))
            for one in asked.corrections:
                effect = {
                    "cosmetic": "Corrected; earlier attempts stand",
                    "substantive": "Corrected; earlier attempts no longer count",
                }[one.effect]
                yield Entry(one.made, effect, link, prose(one.why), "")
            if asked.withdrawn:
                yield Entry(None, "Withdrawn", link, prose(asked.withdrawn), "")


def overruled(source: Source) -> Iterator[Entry]:
    """Yield verdicts of people and juries that say otherwise than what was said before them."""
    import polars as pl

    table = source.evidence.table("verdicts")
    if table is None:
        return
    judged = table.filter(pl.col("authority").is_in(OVERRULING))["attempt"].unique()
    places = source.attempts.select("attempt", "benchmark", "variant", "problem", "model")
    chosen = table.filter(pl.col("attempt").is_in(judged.to_list()))
    before: dict[str, str] = {}
    for row in chosen.join(places, on="attempt", maintain_order="left").iter_rows(named=True):
        mark = mark_of(row["outcome"], row["score"])
        words = words_of(mark, row["score"])
        earlier = before.get(row["attempt"])
        if row["authority"] in OVERRULING and earlier not in {None, words}:
            place = (row["benchmark"], row["variant"], row["problem"], row["model"])
            link = Link(
                f"{source.benchmarks[row['benchmark']].name}, problem {row['problem']}, "
                f"{source.models[row['model']].name}",
                f"{address.attempts_page(*place)}#{row['attempt']}",
            )
            by = who(row["authority"], row["grader"], row["grader_version"])
            what = f"Verdict changed: {earlier} → {words}"
            yield Entry(
                row["made_at"].date(), what, link, reason(row["authority"], row["reason"] or ""), by
            )
        before[row["attempt"]] = words


def marked(source: Source) -> Iterator[Entry]:
    """Yield models that were taken out of the standings, and those let in again."""
    table = source.evidence.table("marks")
    for row in () if table is None else table.iter_rows(named=True):
        if row["model"] not in source.models:
            continue
        what = "Taken out of standings" if row["mark"] == "unstable" else "Let into standings again"
        link = Link(source.models[row["model"]].name, address.model_page(row["model"]))
        yield Entry(row["made_at"].date(), what, link, prose(row["reason"]), row["by"])
