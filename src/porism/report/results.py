"""Results: what models score on benchmarks, with the outcomes that are no score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import groupby
from statistics import fmean
from typing import Literal, NamedTuple, Self

from porism.benchmarks.breakdown import Answered, chance, facets
from porism.core import Benchmark, Outcome, Problem, ScoringPolicy
from porism.errors import UnknownName
from porism.store import Filter, Line, Store

Facet = Literal["type", "month", "subset", "position", "problem"]
NOT_SCORED: tuple[Outcome, ...] = (
    "failed", "truncated", "refused", "empty", "unparsed", "ungraded",
)  # fmt: skip


class Group(NamedTuple):
    """What a row of results is about."""

    benchmark: str
    model: str
    variant: str
    value: str = ""
    """The value of the facet by which results are broken down."""


class Remarks(NamedTuple):
    """What a reader of a row should know besides the figures."""

    older: int = 0
    """Attempts under other settings or prompts than the newest, which do not count."""
    unstable: str = ""
    """Why the model is kept out of standings."""
    sample: bool = False
    """Made for trying Porism out: no measurement of anything."""
    imported: bool = False
    """Made elsewhere, as a file says; not asked here."""


@dataclass(frozen=True, slots=True)
class Result:
    """One row."""

    group: Group
    problems: int
    attempts: int
    outcomes: dict[Outcome, int]
    scored: int
    """Attempts that count: graded ones, and those that the policy calls wrong."""
    accuracy: float | None
    low: float | None
    """Lower end of the 95 % interval (pooled normal, about these problems)."""
    high: float | None
    chance: float
    """What guessing would score on average; 0 where there are no choices."""
    output_tokens: float | None
    """Mean over the attempts that report it."""
    cost_usd: Decimal | None
    """All attempts together; ``None`` where any has no known price."""
    retried: int
    """Attempts that needed more than one request."""
    remarks: Remarks


@dataclass(frozen=True)
class Definition:
    """A benchmark as the store last saw it."""

    benchmark: Benchmark
    problems: dict[str, Problem]

    @cached_property
    def chances(self) -> dict[str, float]:
        """What guessing scores on each problem."""
        return {name: float(chance(problem)) for name, problem in self.problems.items()}

    @property
    def scoring(self) -> ScoringPolicy:
        """What an attempt without a verdict counts as."""
        return self.benchmark.scoring

    def lines(self, store: Store) -> list[Line]:
        """Return the attempts at problems and texts that still stand."""
        oldest = {p.id: p.owed_since_revision for p in self.problems.values() if not p.withdrawn}
        lines = store.attempts(Filter(benchmark=self.benchmark.id))
        return [x for x in lines if x.problem in oldest and x.revision >= oldest[x.problem]]

    @classmethod
    def of(cls, store: Store, benchmark: Benchmark) -> Self:
        """Read a benchmark's problems."""
        return cls(benchmark, {p.id: p for p in store.problems(benchmark.id)})


def results(
    store: Store,
    benchmarks: Sequence[str] = (),
    models: Sequence[str] = (),
    by: Facet | None = None,
) -> list[Result]:
    """Return results of models on benchmarks, the best first within each benchmark.

    Args:
        store: where attempts are.
        benchmarks: identifiers or families; all that were ever run without any.
        models: identifiers; all without any.
        by: break down by a facet of the problems.

    Raises:
        UnknownName: the store has no such benchmark or model.
    """
    known = store.benchmarks()
    marks, definitions = store.unstable(), store.models()
    wanted_models = set(named("model", models, definitions))
    found: list[Result] = []
    for name in named_benchmarks(benchmarks, known):
        definition = Definition.of(store, known[name])
        lines = definition.lines(store)
        chosen = (x for x in lines if not wanted_models or x.model in wanted_models)
        for group, current, older in grouped(chosen):
            sample = definition.benchmark.sample or definitions[group.model].sample
            imported = all(x.origin == "imported" for x in current)
            remarks = Remarks(older, marks.get(group.model, ""), sample, imported)
            parts = split(group, current, definition, by)
            found += [summary(part, members, definition, remarks) for part, members in parts]
    return sorted(found, key=order)


def order(row: Result) -> tuple[str, str, str, float, str]:
    """Sort benchmarks by name and models by score."""
    best_first = -1.0 if row.accuracy is None else row.accuracy
    return row.group.benchmark, row.group.variant, row.group.value, -best_first, row.group.model


def named(what: str, wanted: Iterable[str], known: Iterable[str]) -> list[str]:
    """Check names against those that exist."""
    names = set(known)
    for name in wanted:
        if name not in names:
            raise UnknownName(what, name, names)
    return list(wanted)


def named_benchmarks(wanted: Sequence[str], known: dict[str, Benchmark]) -> list[str]:
    """Resolve identifiers and families."""
    families = {b.family for b in known.values() if b.family}
    named("benchmark", wanted, {*known, *families})
    return sorted(
        b.id for b in known.values() if not wanted or b.id in wanted or b.family in wanted
    )


def grouped(lines: Iterable[Line]) -> Iterator[tuple[Group, list[Line], int]]:
    """Yield each model and variant with the attempts under its newest settings.

    Attempts under other settings, prompts or tools are no measurement of the same thing;
    they are counted apart.
    """

    def group(line: Line) -> Group:
        return Group(line.benchmark, line.model, line.variant)

    for key, members in groupby(sorted(lines, key=group), key=group):
        listed = list(members)
        newest = max(listed, key=lambda line: line.seq)
        current = [x for x in listed if (x.asks, x.prompt) == (newest.asks, newest.prompt)]
        yield key, current, len(listed) - len(current)


def split(
    group: Group, lines: Sequence[Line], definition: Definition, by: Facet | None
) -> Iterator[tuple[Group, list[Line]]]:
    """Yield the parts of a group by a facet; an attempt with two types is in two parts."""
    if by is None:
        yield group, list(lines)
        return
    parts: dict[str, list[Line]] = {}
    for line in lines:
        for value in values(line, definition, by):
            parts.setdefault(value, []).append(line)
    for value in sorted(parts):
        yield group._replace(value=value), parts[value]


def values(line: Line, definition: Definition, by: Facet) -> list[str]:
    """Return an attempt's values of a facet."""
    if by == "problem":
        return [line.problem]
    answered = Answered(definition.problems[line.problem], line.choices, line.score, line.variant)
    return [value for facet, value in facets(answered) if facet == by]


def score_of(line: Line, scoring: ScoringPolicy) -> float | None:
    """Return what an attempt counts as; ``None`` where it is missing."""
    if line.outcome == "graded":
        return line.score
    return 0.0 if scoring.counts_wrong(line.outcome) else None


def summary(
    group: Group, lines: Sequence[Line], definition: Definition, remarks: Remarks
) -> Result:
    """Add up the attempts of one row."""
    scores = [(x.problem, score_of(x, definition.scoring)) for x in lines]
    counted = [(problem, score) for problem, score in scores if score is not None]
    accuracy, low, high = interval(counted)
    tokens = [x.output_tokens for x in lines if x.output_tokens is not None]
    costs = [x.cost_usd for x in lines]
    return Result(
        group=group,
        problems=len({x.problem for x in lines}),
        attempts=len(lines),
        outcomes=dict(Counter(x.outcome for x in lines)),
        scored=len(counted),
        accuracy=accuracy,
        low=low,
        high=high,
        chance=fmean(definition.chances[x.problem] for x in lines),
        output_tokens=fmean(tokens) if tokens else None,
        cost_usd=None if None in costs else sum((c for c in costs if c is not None), Decimal(0)),
        retried=sum(x.retries > 0 for x in lines),
        remarks=remarks,
    )


def interval(
    scores: Sequence[tuple[str, float]],
) -> tuple[float | None, float | None, float | None]:
    """Return the mean score and the ends of its 95 % interval.

    The pooled normal interval; Wilson's where all attempts agree, since the other would
    then have no width and look certain.
    """
    from porism.stats import Tally, pooled_normal, wilson

    if not scores:
        return None, None, None
    codes = {problem: n for n, problem in enumerate(dict.fromkeys(p for p, _ in scores))}
    tally = Tally.of_attempts([codes[p] for p, _ in scores], [score for _, score in scores])
    found = pooled_normal(tally)
    if float(found.estimate) in {0.0, 1.0}:
        found = wilson(tally)
    return float(found.estimate), float(found.low), float(found.high)
