"""Pages that compare two models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from porism.look.figures import ends, percent, signed
from porism.site import address
from porism.site.page import Link, Page
from porism.site.table import Column, Item, Row, Table

if TYPE_CHECKING:
    from porism.report.scores import Scores
    from porism.site.source import Source
    from porism.stats import Tally

MOST_DIFFERENCES = 100
BESIDE = 8
"""Problems whose attempts are shown side by side."""
SEED = 0


class Beside(NamedTuple):
    """A problem on which two models differ, and where their attempts are."""

    problem: str
    benchmark: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Test:
    """The first model less the second."""

    name: str
    href: str
    problems: int
    first: float
    second: float
    difference: float
    interval: tuple[float, float]
    p_value: float

    def words(self) -> str:
        """Say it in one line."""
        p = p_text(self.p_value)
        tested = f"p {p}" if p.startswith("<") else f"p = {p}"
        return f"{signed(self.difference)} points ({ends(*self.interval)}), {tested}"


@dataclass(frozen=True, slots=True)
class PairView:
    """Two models on the problems that both were put to."""

    first: Link
    second: Link
    all: Test
    tests: Table
    differences: Table
    more: int
    """Differences that are not listed."""
    beside: tuple[Beside, ...]


@dataclass(frozen=True, slots=True)
class CompareView:
    """The way to all comparisons."""

    choice: tuple[tuple[str, str], ...]
    """Identifiers and names of the models of which a reader's browser compares two or three."""
    models: tuple[tuple[Link, tuple[Link, ...]], ...]
    partial: bool
    """Whether some pairs have no page."""


TESTS = (
    Column("benchmark", "Benchmark", "text"),
    Column("first", "First, %"),
    Column("second", "Second, %"),
    Column("difference", "Difference", about="First less second, in percentage points; the "
           "interval is for problems like these (95 %)."),
    Column("p", "p", about="Two-sided, of the paired sign-flip test."),
    Column("problems", "Problems"),
)  # fmt: skip
DIFFERENCES = (
    Column("problem", "Problem", "text"),
    Column("first", "First, %"),
    Column("second", "Second, %"),
    Column("difference", "Difference"),
)


def compare_page(source: Source, pairs: Sequence[tuple[str, str]]) -> Page:
    """Return the page that leads to all comparisons."""
    scores = source.scores
    named = ((m, source.models[m].name) for m in (scores.models if scores else ()))
    choice = tuple(sorted(named, key=lambda one: one[1].lower()))
    with_whom = partners(pairs)
    models = tuple(
        (
            Link(source.models[m].name, address.model_page(m)),
            tuple(Link(source.models[o].name, address.pair_page(m, o)) for o in others),
        )
        for m, others in sorted(
            with_whom.items(), key=lambda one: source.models[one[0]].name.lower()
        )
    )
    whole = len(with_whom) * (len(with_whom) - 1) // 2
    view = CompareView(choice, models, len(pairs) < whole)
    return Page(address.COMPARE, "compare.html", "Compare models", view)


def partners(pairs: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """Return with which others each model is compared."""
    found: dict[str, list[str]] = {}
    for first, second in pairs:
        found.setdefault(first, []).append(second)
        found.setdefault(second, []).append(first)
    return found


def pair_page(
    scores: Scores, pair: tuple[str, str], models: Mapping[str, str], benchmarks: Mapping[str, str]
) -> Page:
    """Return the page of two models.

    Args:
        scores: those of all models on all benchmarks that are shown.
        pair: two models that share a problem.
        models: names by identifier.
        benchmarks: likewise.
    """
    shared = Shared.of(scores, pair)
    whole = shared.test("All shared problems", "", shared.benchmark >= 0)
    tests = [
        replace(whole, name=benchmarks[name], href=address.benchmark_page(name))
        if (chosen := shared.benchmark == n).all()
        else shared.test(benchmarks[name], address.benchmark_page(name), chosen)
        for n, name in enumerate(scores.benchmarks)
        if (shared.benchmark == n).any()
    ]
    decisive = shared.decisive()
    listed = [difference(shared, pair, n, benchmarks) for n in decisive[:MOST_DIFFERENCES]]
    first, second = (Link(models[m], address.model_page(m)) for m in pair)
    view = PairView(
        first=first,
        second=second,
        all=whole,
        tests=Table("tests", "By benchmark", TESTS, tuple(map(test_row, tests))),
        differences=Table(
            "differences", "Problems on which they differ", DIFFERENCES,
            tuple(row for row, _ in listed),
        ),
        more=len(decisive) - len(listed),
        beside=tuple(beside for _, beside in listed[:BESIDE]),
    )  # fmt: skip
    return Page(
        address.pair_page(*pair), "pair.html", f"{first.text} and {second.text}", view,
        (Link("Compare", address.COMPARE),),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """Two models on the problems that both were put to.

    Attributes:
        problems: (benchmark, problem) of the columns.
        benchmark: (problems,) number of each column's benchmark.
        tally: (2, problems).
    """

    problems: tuple[tuple[str, str], ...]
    benchmark: NDArray[np.intp]
    tally: Tally

    @classmethod
    def of(cls, scores: Scores, pair: tuple[str, str]) -> Shared:
        """Choose two rows and the columns that they share."""
        rows = np.array([scores.models.index(m) for m in pair])
        columns = np.flatnonzero(scores.tally.asked[rows].all(0))
        place = np.ix_(rows, columns)
        tally = scores.tally
        return cls(
            tuple(scores.problems[n] for n in columns),
            scores.benchmark[columns],
            type(tally)(tally.runs[place], tally.total[place], tally.squares[place]),
        )

    def test(self, name: str, href: str, chosen: NDArray[np.bool_]) -> Test:
        """Compare on some of the problems."""
        from porism.stats.comparison import compare

        tally = self.tally.questions(chosen)
        found = compare(tally, (0, 1), rng=np.random.default_rng(SEED))
        first, second = (float(mean) for mean in tally.mean_of_questions)
        return Test(
            name=name,
            href=href,
            problems=found.questions,
            first=first,
            second=second,
            difference=float(found.interval.estimate),
            interval=(float(found.interval.low), float(found.interval.high)),
            p_value=found.p_value,
        )

    def decisive(self) -> list[int]:
        """Return the columns that differ, those that differ most first."""
        first, second = self.tally.question_means
        gap = np.abs(first - second)
        return [int(n) for n in np.argsort(-gap, kind="stable") if gap[n] > 0]


def test_row(test: Test) -> Row:
    """Return a comparison as a row."""
    return Row(
        (
            Item(test.name, test.href),
            Item(percent(test.first), value=test.first),
            Item(percent(test.second), value=test.second),
            Item(
                signed(test.difference),
                value=test.difference,
                note=ends(*test.interval),
            ),
            Item(p_text(test.p_value), value=test.p_value),
            Item(f"{test.problems:,}", value=test.problems),
        )
    )


def difference(
    shared: Shared, pair: tuple[str, str], column: int, names: Mapping[str, str]
) -> tuple[Row, Beside]:
    """Return a problem on which two models differ."""
    benchmark, problem = shared.problems[column]
    means = [float(mean) for mean in shared.tally.question_means[:, column]]
    first, second = (address.attempts_page(benchmark, "", problem, m) for m in pair)
    gap = means[0] - means[1]
    row = Row(
        (
            Item(problem, address.problem_page(benchmark, problem), note=names[benchmark]),
            Item(percent(means[0], 0), first, means[0]),
            Item(percent(means[1], 0), second, means[1]),
            Item(signed(gap), value=gap),
        )
    )
    return row, Beside(problem, names[benchmark], first, second)


def p_text(value: float) -> str:
    """Write a p value; sums of powers of 1/2 often lie just between two numbers."""
    return "< 0.001" if value < 0.001 else f"{round(value, 9):.3f}"
