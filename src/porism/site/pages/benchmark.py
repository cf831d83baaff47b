"""The pages of a benchmark: its protocol, standings, grid and parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from porism.core import Benchmark, Outcome
from porism.look.figures import NOTHING, count, dollars, interval, known_day, percent
from porism.look.shown import code, prose
from porism.look.verdicts import OUTCOMES
from porism.report.board import Board, BoardRow
from porism.site import address
from porism.site.page import Link, Page
from porism.site.pages.breakdown import breakdowns
from porism.site.pages.claims import cited
from porism.site.pages.contamination import Contamination, contamination
from porism.site.pages.grid import Grid, grid_page, grids
from porism.site.pages.human import AMONG, People, among, people
from porism.site.pages.judges import Judges, judges
from porism.site.pages.origins import Origins, origins
from porism.site.pages.problem import Hardness
from porism.site.problems import Asked
from porism.site.source import Place, Source
from porism.site.table import Column, Item, Row, Table, share

KINDS = {
    "final_answer": "final answers",
    "multiple_choice": "multiple choice",
    "proof": "proofs",
    "broken_statement": "false statements",
    "formal_proof": "formal proofs",
}
NO_SCORE: tuple[Outcome, ...] = ("truncated", "refused", "empty", "unparsed", "failed", "ungraded")


@dataclass(frozen=True, slots=True)
class BenchmarkView:
    """A benchmark or one of its variants."""

    name: str
    description: Markup
    status: str
    withheld: bool
    facts: tuple[tuple[str, str, str], ...]
    prompts: tuple[tuple[str, Markup], ...]
    variants: tuple[Link, ...]
    """The other protocols for the same problems."""
    chance: float
    people: People | None
    standings: Table
    contamination: Contamination
    grid: Grid | None
    judges: Judges | None
    breakdowns: tuple[Table, ...]
    origins: Origins | None
    problems: Table


@dataclass(frozen=True, slots=True)
class GridView:
    """A part of a grid that has a page of its own."""

    name: str
    grid: Grid


def benchmark_pages(
    source: Source, place: Place, hardness: Mapping[str, Hardness]
) -> Iterator[Page]:
    """Yield the page of a benchmark, and those of the rest of its grid.

    Args:
        source: the snapshot.
        place: a benchmark and variant.
        hardness: what results say of its problems.
    """
    benchmark, board = source.benchmarks[place[0]], source.boards[place]
    models = [row.model for row in board.rows]
    parts = list(grids(source, place, models))
    name = title(benchmark, place[1])
    view = BenchmarkView(
        name=name,
        description=prose(benchmark.description),
        status=benchmark.status,
        withheld=benchmark.withheld,
        facts=tuple(facts(benchmark, board)),
        prompts=tuple(prompts(source, place)),
        variants=tuple(variants(source, place)),
        chance=board.chance,
        people=people(benchmark.human) if benchmark.human else None,
        standings=standings(source, board, place),
        contamination=contamination(source, benchmark, board),
        grid=parts[0] if parts else None,
        judges=judges(source, place),
        breakdowns=tuple(breakdowns(source, place, models)),
        origins=origins(source.asked[benchmark.id]),
        problems=problem_table(source, benchmark, hardness),
    )
    path = address.benchmark_page(*place)
    yield Page(path, "benchmark.html", name, view, sample=benchmark.sample)
    for number, grid in enumerate(parts[1:], start=1):
        yield Page(
            grid_page(*place, number), "grid.html", f"{name}: problems from {grid.first}",
            GridView(name, grid), (Link(name, path),), sample=benchmark.sample,
        )  # fmt: skip


def title(benchmark: Benchmark, variant: str) -> str:
    """Name a benchmark with its variant."""
    return f"{benchmark.name} ({variant})" if variant else benchmark.name


def facts(benchmark: Benchmark, board: Board) -> Iterator[tuple[str, str, str]]:
    """Yield the protocol: name, value and address of each fact."""
    yield "Kind", KINDS[benchmark.kind], ""
    yield "Problems", count(board.problems), ""
    yield "Published", known_day(benchmark.published), ""
    yield "Attempts a problem", count(benchmark.attempts), ""
    yield "Graders, in this order", ", ".join(benchmark.graders), ""
    yield "Tools", ", ".join(benchmark.tools) or "none", ""
    missing = [OUTCOMES[o] for o in NO_SCORE if getattr(benchmark.scoring, o) != "wrong"]
    wrong = [OUTCOMES[o] for o in NO_SCORE if getattr(benchmark.scoring, o) == "wrong"]
    yield "Counts as wrong", ", ".join(wrong) or "nothing", ""
    yield "Counts as missing", ", ".join(missing) or "nothing", ""
    if benchmark.decimals.rule != "exact":
        yield "Rounded answers", f"accepted by {benchmark.decimals.rule}", ""
    if benchmark.licence:
        yield "Licence", benchmark.licence, ""
    if address.web(benchmark.source):
        yield "Source", benchmark.source, benchmark.source


def prompts(source: Source, place: Place) -> Iterator[tuple[str, Markup]]:
    """Yield the prompts of a benchmark that were used, each with its name."""
    table = source.evidence.table("prompts")
    benchmark = source.benchmarks[place[0]]
    chosen = next((v.prompt for v in benchmark.variants if v.name == place[1]), None)
    name = chosen or benchmark.prompt
    if table is not None:
        yield from ((name, code(text)) for text in table.filter(prompt=name)["text"])


def variants(source: Source, place: Place) -> Iterator[Link]:
    """Yield the benchmark's other protocols that have attempts."""
    for other in source.places:
        if other[0] == place[0] and other != place:
            benchmark = source.benchmarks[other[0]]
            yield Link(title(benchmark, other[1]), address.benchmark_page(*other))


STANDINGS = (
    Column("rank", "Rank"),
    Column("model", "Model", "text"),
    Column("score", "Score, %", about="Mean over the attempts; the interval is for running these "
           "very problems again (95 %)."),
    Column("like", "Problems like these, %", about="The interval for new problems of the same "
           "kind (95 %).", kind="text"),
    AMONG,
    Column("attempts", "Attempts", about="Those that count, of all there are."),
    Column("cost", "Cost of an attempt", about="US dollars, where the price is known."),
    Column("tokens", "Output tokens", about="Mean of an attempt."),
    *(Column(outcome, OUTCOMES[outcome].capitalize()) for outcome in NO_SCORE),
)  # fmt: skip


def standings(source: Source, board: Board, place: Place) -> Table:
    """Return the standings."""
    rows = tuple(standing(source, row, place) for row in board.rows)
    caption = f"Standings on {board.name}"
    return Table("standings", caption, STANDINGS, rows, board.chance).dense()


def standing(source: Source, row: BoardRow, place: Place) -> Row:
    """Return a model's standing."""
    benchmark = source.benchmarks[place[0]]
    score = share(
        row.score,
        row.these_problems,
        f"{address.benchmark_page(*place)}#grid-{row.model}",
        cited=cited(source.claims_on(row.model, place)),
        facts=recount(benchmark, row),
    )
    items = (
        Item("–" if row.rank is None else str(row.rank), value=row.rank or 10**6),
        Item(row.name, address.model_page(row.model), note=remark(row)),
        score,
        Item(interval(row.problems_like_these), value=(row.problems_like_these or (0,))[0]),
        among(benchmark.human, row) if benchmark.human else Item(),
        Item(f"{row.scored:,} of {row.attempts:,}", value=row.scored),
        Item(dollars(row.cost_usd), value=row.cost_usd),
        Item(count(row.output_tokens), value=row.output_tokens),
        *(outcome_item(row, outcome) for outcome in NO_SCORE),
    )
    return Row(items, f"standing-{row.model}")


def recount(benchmark: Benchmark, row: BoardRow) -> dict[str, float | str]:
    """Return from what a browser can score a model without the attempts that were cut off."""
    cut = row.outcomes.get("truncated", 0) if benchmark.scoring.truncated == "wrong" else 0
    return {"scored": row.scored, "cut": cut} if cut else {}


def outcome_item(row: BoardRow, outcome: Outcome) -> Item:
    """Return how many attempts ended so."""
    number = row.outcomes.get(outcome, 0)
    return Item(count(number), value=number) if number else Item(value=0)


def remark(row: BoardRow) -> str:
    """Say what a reader should know of a row."""
    said = []
    if row.unstable:
        said.append(f"not ranked: {row.unstable}")
    if row.exposed:
        said.append(f"{percent(row.exposed, 0)} % of the problems were public before its release")
    if row.deprecated:
        said.append("deprecated")
    if row.sample:
        said.append("sample")
    return "; ".join(said)


PROBLEMS = (
    Column("place", "No."),
    Column("problem", "Problem", "text"),
    Column("mean", "Mean score, %"),
    Column("correlation", "Correlation", about="Between the models' scores on it and on the rest "
           "of the benchmark: a negative one is a reason to look at the reference."),
    Column("models", "Models"),
    Column("types", "Categories", "text"),
    Column("state", "State", "text"),
)  # fmt: skip


def problem_table(source: Source, benchmark: Benchmark, hardness: Mapping[str, Hardness]) -> Table:
    """List the problems."""
    asked = source.asked[benchmark.id].values()
    rows = tuple(problem_row(benchmark, one, hardness.get(one.id)) for one in asked)
    return Table("problems", f"Problems of {benchmark.name}", PROBLEMS, rows).dense()


def problem_row(benchmark: Benchmark, asked: Asked, found: Hardness | None) -> Row:
    """Return a problem of the list."""
    correlation = found.correlation if found else None
    told = NOTHING if correlation is None else f"{correlation:+.2f}".replace("-", "−")
    revised = f"revision {asked.revision}" if asked.revision > 1 else NOTHING
    return Row(
        (
            Item(str(asked.place), value=asked.place),
            Item(asked.id, address.problem_page(benchmark.id, asked.id)),
            share(found.mean if found else None),
            Item(told, value=correlation),
            Item(count(found.models if found else 0), value=found.models if found else 0),
            Item(", ".join(asked.types) or NOTHING),
            Item("withdrawn" if asked.withdrawn else revised),
        )
    )


def hardness_of(source: Source, benchmark: str) -> dict[str, Hardness]:
    """Return what results say of the problems of a benchmark, under its plain protocol."""
    from porism.report.scores import scores_of
    from porism.stats.discrimination import discriminate

    scores = scores_of(source.attempts.filter("stands", benchmark=benchmark, variant=""))
    if scores is None:
        return {}
    found = discriminate(scores.tally)
    return {
        problem: Hardness(
            int(found.models[n]),
            float(found.mean[n]),
            float(found.correlation[n]) if found.defined[n] else None,
        )
        for n, (_, problem) in enumerate(scores.problems)
    }
