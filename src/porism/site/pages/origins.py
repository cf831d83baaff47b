"""Where the problems of a benchmark come from: papers, theorems, licences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from porism.look.figures import day, plural
from porism.site import address
from porism.site.problems import Asked
from porism.site.table import Column, Item, Row, Table

COLUMNS = (
    Column("problem", "Problem", "text"),
    Column("paper", "Paper", "text", about="On arXiv, in the version that was read."),
    Column("theorem", "Theorem", "text"),
    Column("category", "Category", "text", about="The main one."),
    Column("since", "Public since", about="The day of the paper's first version."),
    Column("licence", "Licence", "text"),
    Column("source", "Source", "text"),
)


@dataclass(frozen=True, slots=True)
class Origins:
    """The problems that were made from papers."""

    said: str
    table: Table


def origins(problems: Mapping[str, Asked]) -> Origins | None:
    """Return where problems come from; nothing where none is from a paper."""
    made = [a for a in problems.values() if a.provenance.paper]
    if not made:
        return None
    papers = {a.provenance.paper for a in made}
    said = f"{plural(len(made), 'problem')} made from {plural(len(papers), 'paper')}"
    days = sorted(a.published for a in made if a.published)
    said += f", first read from {day(days[0])} to {day(days[-1])}" if days else ""
    table = Table("origins", "Where the problems come from", COLUMNS, tuple(map(origin, made)))
    return Origins(f"{said}.", table.dense())


def origin(asked: Asked) -> Row:
    """Return where one problem comes from."""
    known = asked.provenance
    return Row(
        (
            Item(asked.id, address.problem_page(asked.benchmark, asked.id)),
            Item(known.paper, address.arxiv(known.paper), away=True),
            Item(known.theorem or "–"),
            Item(asked.types[0] if asked.types else "–"),
            Item(day(asked.published)),
            Item(known.licence or "–"),
            Item(known.source or "–", address.web(known.url), away=True),
        )
    )
