"""What changed since an earlier snapshot, as the home page tells it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from porism.look.figures import interval, percent, plural
from porism.report.overall import OverallRow
from porism.site import address
from porism.site.source import Source

if TYPE_CHECKING:
    from porism.report.change import Changes

LEAST_MOVE = 0.001
"""A difference of expected performances that is told."""
ADVICE = {
    "keep": "tells the best models apart again",
    "watch": "hardly tells the best models apart",
    "deprecate": "no longer tells the best models apart",
}


class Change(NamedTuple):
    """One thing that is new."""

    text: str
    href: str
    title: str
    """What it links to, in words."""


def changes(before: Source, now: Source) -> Iterator[Change]:
    """Yield what is new, the greatest things first.

    Raises:
        ConfigurationError: the first is not the earlier one.
    """
    from porism.report.change import changes as changes_between

    found = changes_between(before.snapshot, now.snapshot)
    yield from new_benchmarks(found)
    yield from new_models(found)
    yield from leaders(found)
    yield from moves(found)
    yield from room(found)
    yield from more_attempts(before, now)
    yield from corrected(found, now)


def new_benchmarks(found: Changes) -> Iterator[Change]:
    """Yield benchmarks that had no attempts before."""
    for new in found.new_benchmarks:
        said = f": a new benchmark of {plural(new.problems, 'problem')}"
        page = address.benchmark_page(new.benchmark)
        yield Change(said, page, found.names[new.benchmark])


def new_models(found: Changes) -> Iterator[Change]:
    """Yield models that had no attempts before, with where they stand."""
    ranks = {row.model: row.rank for row in found.standings}
    for new in found.new_models:
        rank = ranks.get(new.model)
        said = f": a new model, rank {rank} of {len(ranks)}" if rank else ": a new model"
        yield Change(said, address.model_page(new.model), found.names[new.model])


def leaders(found: Changes) -> Iterator[Change]:
    """Yield the benchmarks that another model leads."""
    for lead in found.leaders:
        said = f": {found.names[lead.leader]} leads, {percent(lead.score)} %"
        said += f"; {found.names[lead.former]} did before, {percent(lead.former_score)} % now"
        said += "" if lead.significant else " (may be chance)"
        page = address.benchmark_page(lead.benchmark)
        yield Change(said, page, found.names[lead.benchmark])


def moves(found: Changes) -> Iterator[Change]:
    """Yield the models whose expected performance is another, and the scores that are."""
    old = {row.model: row for row in found.former_standings}
    for row in found.standings:
        earlier = old.get(row.model)
        if earlier and abs(earlier.performance - row.performance) >= LEAST_MOVE:
            yield Change(moved(earlier, row), address.model_page(row.model), row.name)
    for one in found.moves:
        said = f": {found.names[one.model]} {percent(one.before)} % → {percent(one.after)} %"
        said += f" (95 % interval of the change: {interval(one.interval)})"
        page = address.benchmark_page(one.benchmark)
        yield Change(said, page, found.names[one.benchmark])


def moved(before: OverallRow, now: OverallRow) -> str:
    """Say how a model moved."""
    figures = f": {percent(before.performance)} % → {percent(now.performance)} %"
    ranks = f", rank {before.rank} → {now.rank}" if before.rank != now.rank else ""
    return figures + ranks


def room(found: Changes) -> Iterator[Change]:
    """Yield the benchmarks with more or less room at the top than before."""
    for one in found.room:
        page = address.benchmark_page(one.benchmark)
        yield Change(f": {ADVICE[one.advice]}", page, found.names[one.benchmark])


def more_attempts(before: Source, now: Source) -> Iterator[Change]:
    """Yield benchmarks that had attempts before and have more."""
    old = dict(before.attempts.group_by("benchmark").len().rows())
    for benchmark, number in sorted(now.attempts.group_by("benchmark").len().rows()):
        if 0 < old.get(benchmark, 0) < number:
            more = plural(number - old[benchmark], "more attempt")
            page = address.benchmark_page(benchmark)
            yield Change(f": {more}", page, now.benchmarks[benchmark].name)


def corrected(found: Changes, now: Source) -> Iterator[Change]:
    """Yield problems that were corrected or withdrawn and have a page."""
    told = [(one.benchmark, one.problem, "withdrawn") for one in found.corrections.withdrawn]
    told += [(one.benchmark, one.problem, "corrected") for one in found.corrections.revised]
    for benchmark, problem, what in told:
        if benchmark not in now.benchmarks:
            continue
        page = address.problem_page(benchmark, problem)
        yield Change(f" of {found.names[benchmark]}: {what}", page, f"Problem {problem}")
