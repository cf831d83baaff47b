"""What changed between two snapshots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from porism.report.overall import OverallRow
from porism.site import address
from porism.site.figures import percent, plural
from porism.site.source import Source

LEAST_MOVE = 0.001
"""A difference of expected performances that is told."""


class Change(NamedTuple):
    """One thing that is new."""

    text: str
    href: str
    title: str
    """What it links to, in words."""


def changes(before: Source, now: Source) -> Iterator[Change]:
    """Yield what is new, the greatest things first."""
    yield from new_benchmarks(before, now)
    yield from new_models(before, now)
    yield from moves(before, now)
    yield from more_attempts(before, now)
    yield from corrected(before, now)


def new_benchmarks(before: Source, now: Source) -> Iterator[Change]:
    """Yield benchmarks that had no attempts before."""
    known = set(before.places)
    for place, board in now.boards.items():
        if place not in known:
            yield Change(": a new benchmark", address.benchmark_page(*place), board.name)


def new_models(before: Source, now: Source) -> Iterator[Change]:
    """Yield models that had no attempts before, with where they stand."""
    known = set(before.attempts["model"])
    ranks = {row.model: row for row in now.overall.rows}
    for model in sorted(set(now.attempts["model"]) - known):
        row = ranks.get(model)
        said = f": a new model, rank {row.rank} of {len(ranks)}" if row else ": a new model"
        yield Change(said, address.model_page(model), now.models[model].name)


def moves(before: Source, now: Source) -> Iterator[Change]:
    """Yield the models whose expected performance is another."""
    old = {row.model: row for row in before.overall.rows}
    for row in now.overall.rows:
        earlier = old.get(row.model)
        if earlier and abs(earlier.performance - row.performance) >= LEAST_MOVE:
            yield Change(moved(earlier, row), address.model_page(row.model), row.name)


def moved(before: OverallRow, now: OverallRow) -> str:
    """Say how a model moved."""
    figures = f": {percent(before.performance)} % → {percent(now.performance)} %"
    ranks = f", rank {before.rank} → {now.rank}" if before.rank != now.rank else ""
    return figures + ranks


def more_attempts(before: Source, now: Source) -> Iterator[Change]:
    """Yield benchmarks that had attempts before and have more."""
    old = dict(before.attempts.group_by("benchmark").len().rows())
    for benchmark, number in sorted(now.attempts.group_by("benchmark").len().rows()):
        if 0 < old.get(benchmark, 0) < number:
            more = plural(number - old[benchmark], "more attempt")
            page = address.benchmark_page(benchmark)
            yield Change(f": {more}", page, now.benchmarks[benchmark].name)


def corrected(before: Source, now: Source) -> Iterator[Change]:
    """Yield problems that were corrected or withdrawn."""
    for benchmark, problems in now.asked.items():
        old = before.asked.get(benchmark, {})
        for name, asked in problems.items():
            if name not in old:
                continue
            page, where = address.problem_page(benchmark, name), now.benchmarks[benchmark].name
            if asked.withdrawn and not old[name].withdrawn:
                yield Change(f" of {where}: withdrawn", page, f"Problem {name}")
            elif asked.revision != old[name].revision:
                yield Change(f" of {where}: corrected", page, f"Problem {name}")
