"""The page of a problem."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from markupsafe import Markup

from porism.core import Benchmark, Image
from porism.look.figures import day, percent, plural
from porism.look.references import Choice
from porism.look.shown import answer, code, prose
from porism.look.verdicts import mark_of, words_of
from porism.site import address
from porism.site.page import Link, Page
from porism.site.problems import Asked, Correction
from porism.site.table import Chip, Column, Item, Row, Table, share


class Contestant(NamedTuple):
    """A model as pages of problems name it."""

    name: str
    released: date | None


class Hardness(NamedTuple):
    """What results say of a problem."""

    models: int
    mean: float
    """Mean of the models' scores."""
    correlation: float | None
    """Between the models' scores on it and on the rest of the benchmark."""


@dataclass(frozen=True, slots=True)
class ProblemView:
    """A problem with all results."""

    id: str
    statement: Markup
    pictures: tuple[str, ...]
    choices: tuple[tuple[Choice, Markup], ...]
    formal: Markup | None
    reference: Markup | None
    texts: tuple[tuple[str, Markup], ...]
    sketch: Markup | None
    withheld: bool
    withdrawn: str | None
    facts: tuple[tuple[str, str, str], ...]
    """Name, value and address of each."""
    corrections: tuple[tuple[Correction, Markup], ...]
    results: Table


class Tried(NamedTuple):
    """What a problem's page shows of a row of the table of attempts."""

    variant: str
    model: str
    attempt: str
    outcome: str
    verdict_score: float | None
    score: float | None
    stands: bool


COLUMNS = (
    Column("model", "Model", "text"),
    Column("score", "Score, %", about="Mean over the attempts that count."),
    Column("attempts", "Attempts", "text", about="Each leads to all that was said in it."),
)


def problem_page(
    benchmark: Benchmark,
    asked: Asked,
    pictures: Mapping[str, Image],
    rows: Sequence[Tried],
    found: tuple[Hardness | None, Mapping[str, Contestant]],
) -> Page:
    """Return the page.

    Args:
        benchmark: which it is of.
        asked: the problem.
        pictures: its pictures.
        rows: the attempts at it, by variant, model and number.
        found: what results say of it, and the models.
    """
    hardness, models = found
    choices = asked.choices()
    short = asked.answer()
    view = ProblemView(
        id=asked.id,
        statement=prose(asked.statement),
        pictures=tuple(address.picture(n, i.media_type) for n, i in pictures.items()),
        choices=tuple((c, prose(c.text)) for c in choices),
        formal=code(asked.formal) if asked.formal else None,
        reference=answer(short) if short else None,
        texts=tuple((head, prose(text)) for head, text in asked.texts()),
        sketch=prose(asked.sketch) if asked.sketch else None,
        withheld=benchmark.withheld,
        withdrawn=asked.withdrawn,
        facts=tuple(facts(asked, hardness, {models[row.model] for row in rows})),
        corrections=tuple((c, prose(c.why)) for c in asked.corrections),
        results=results(benchmark.id, asked, rows, models),
    )
    home = Link(benchmark.name, address.benchmark_page(benchmark.id))
    path = address.problem_page(benchmark.id, asked.id)
    title = f"Problem {asked.id}"
    return Page(path, "problem.html", title, view, (home,), sample=benchmark.sample)


def facts(
    asked: Asked, hardness: Hardness | None, models: Collection[Contestant]
) -> Iterator[tuple[str, str, str]]:
    """Yield what is known of a problem.

    Args:
        asked: the problem.
        hardness: what results say of it.
        models: those that were put to it.
    """
    origin = asked.provenance
    known = (
        *hardness_facts(hardness),
        ("Guessing scores", f"{percent(asked.chance)} %" if asked.chance else "", ""),
        ("Categories", ", ".join(asked.types), ""),
        ("Subset", asked.subset, ""),
        ("Public since", public_since(asked, models), ""),
        ("Source", origin.source or address.web(origin.url), address.web(origin.url)),
        ("Paper", f"arXiv:{origin.paper}" if origin.paper else "", address.arxiv(origin.paper)),
        ("Theorem", origin.theorem, ""),
        ("Licence", origin.licence, ""),
    )
    yield from ((name, value, href) for name, value, href in known if value)


def public_since(asked: Asked, models: Collection[Contestant]) -> str:
    """Say since when anyone could read a problem, and how many models came out later."""
    if asked.published is None:
        return ""
    later = sum(seen(asked, model) for model in models)
    told = f", before {plural(later, 'model')} here came out" if later else ""
    return f"{day(asked.published)}{told}"


def seen(asked: Asked, model: Contestant) -> bool:
    """Tell whether a model came out after the problem, so that it may have learnt from it."""
    if asked.published is None or model.released is None:
        return False
    return model.released > asked.published


def hardness_facts(found: Hardness | None) -> Iterator[tuple[str, str, str]]:
    """Yield what results say of a problem."""
    if found:
        models = plural(found.models, "model")
        yield "Mean score", f"{percent(found.mean)} % over {models}", ""
        if found.correlation is not None:
            yield "Correlation with the rest", f"{found.correlation:+.2f}", ""


def results(
    benchmark: str, asked: Asked, rows: Sequence[Tried], models: Mapping[str, Contestant]
) -> Table:
    """Return what every model scored, the best first."""
    places = groupby(rows, key=attrgetter("variant", "model"))
    found = [result(benchmark, asked, list(tried), models) for _, tried in places]
    best_first = sorted(found, key=lambda row: -float(row.items[1].value or 0))
    return Table("results", f"Results on problem {asked.id}", COLUMNS, tuple(best_first))


def result(
    benchmark: str, asked: Asked, rows: Sequence[Tried], models: Mapping[str, Contestant]
) -> Row:
    """Return what one model scored under one protocol."""
    variant, model = rows[0].variant, rows[0].model
    page = address.attempts_page(benchmark, variant, asked.id, model)
    counted = [row.score for row in rows if row.stands and row.score is not None]
    mean = sum(counted) / len(counted) if counted else None
    late = f"came out {day(models[model].released)}" if seen(asked, models[model]) else ""
    note = ", ".join(filter(None, (variant, late)))
    head = Item(models[model].name, address.model_page(model), note=note)
    chips = tuple([chip(row, page) for row in rows])
    return Row((head, share(mean, href=page), Item("", value=len(rows), chips=chips)))


def chip(row: Tried, page: str) -> Chip:
    """Return an attempt in a word."""
    words, mark = told(row.outcome, row.verdict_score, row.stands)
    return Chip(words, mark, f"{page}#{row.attempt}")


@lru_cache(maxsize=1 << 10)
def told(outcome: str, score: float | None, stands: bool) -> tuple[str, str]:  # noqa: FBT001 - a row's
    """Say what came of an attempt, with its mark: of hundreds on a page few differ."""
    mark = mark_of(outcome, score)
    words = words_of(mark, score)
    return words if stands else f"{words} (does not count)", mark
