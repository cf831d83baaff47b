"""Lists of attempts, fast enough to show a hundred thousand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import (
    Engine,
    Row,
    Select,
    TableClause,
    case,
    column,
    func,
    select,
    table,
)

from porism.core import Flag, Noun, Outcome
from porism.store.engine import store_errors
from porism.store.rows import Line
from porism.store.schema import EPOCH, PICODOLLARS, attempts, cells, verdicts

PAGE = 5_000


class Filter(Noun):
    """Which attempts to list; ``None`` is any."""

    benchmark: str | None = None
    problem: str | None = None
    model: str | None = None
    variant: str | None = None
    run: str | None = None
    outcome: Outcome | None = None
    flag: Flag | None = None
    origin: str | None = None
    superseded: bool = False
    """Also attempts that were asked again since."""
    limit: int | None = None


def view(name: str, columns: Any) -> TableClause:  # noqa: ANN401 - a column collection
    """Name a database view with the columns of the table that it selects from."""
    return table(name, *(column(c.name, c.type) for c in columns))


standing_attempts = view("standing_attempts", attempts.c)
standing_verdicts = view("standing_verdicts", verdicts.c)


def query(only: Filter) -> Select[Any]:
    """Select what a :class:`Line` needs."""
    source = attempts if only.superseded else standing_attempts
    a = source.c
    v, c = standing_verdicts.c, cells.c
    outcome = case((a.ending != "answered", a.ending), else_=func.coalesce(v.outcome, "ungraded"))
    chosen = (
        select(
            a.seq, a.id, a.run, c.benchmark, c.problem, c.model, c.asks, c.prompt, c.variant,
            c.number, a.origin, outcome.label("outcome"), v.score, v.extracted, v.flags, v.grader,
            a.choices, a.input_tokens, a.output_tokens, raw(a.cost_usd), a.requests, a.retries,
            raw(a.started_at), a.duration_s, a.error, a.revision,
        )
        .select_from(source)
        .join(cells, c.digest == a.cell)
        .outerjoin(standing_verdicts, v.attempt == a.id)
    )  # fmt: skip
    wanted = {
        c.benchmark: only.benchmark,
        c.problem: only.problem,
        c.model: only.model,
        c.variant: only.variant,
        a.run: only.run,
        a.origin: only.origin,
        outcome: only.outcome,
    }
    chosen = chosen.where(*(where == value for where, value in wanted.items() if value is not None))
    if only.flag is not None:
        chosen = chosen.where(v.flags.contains(json.dumps(only.flag)))
    return chosen


def raw(of: Any) -> Any:  # noqa: ANN401 - a column
    """Select a column as the database keeps it: converting in bulk is cheaper than one by one."""
    return column(of.name, _selectable=of.table).label(of.name)


@lru_cache(maxsize=1024)
def flags_of(text: str | None) -> tuple[Flag, ...]:
    """Read a flags column; few different ones occur."""
    return tuple(json.loads(text)) if text else ()


def line_of(row: Row[Any]) -> Line:
    """Convert one row."""
    values = list(row)
    values[14] = flags_of(values[14])
    values[19] = None if values[19] is None else Decimal(values[19]) / PICODOLLARS
    values[22] = EPOCH + timedelta(microseconds=values[22])
    return Line._make(values)


def lines(engine: Engine, where: str, only: Filter) -> Iterator[Line]:
    """Yield lines in the order of writing, a page at a time, so that writers are not held up."""
    base = query(only)
    seq = base.selected_columns["seq"]
    after, left = 0, only.limit
    while left is None or left > 0:
        size = PAGE if left is None else min(PAGE, left)
        with store_errors(where), engine.connect() as connection:
            page = connection.execute(base.where(seq > after).order_by(seq).limit(size)).all()
        yield from map(line_of, page)
        if len(page) < size:
            return
        after = page[-1].seq
        left = None if left is None else left - size


def count_lines(engine: Engine, where: str, only: Filter) -> int:
    """Count lines."""
    inner = query(only).subquery()
    with store_errors(where), engine.connect() as connection:
        return int(connection.execute(select(func.count()).select_from(inner)).scalar_one())


class Spent(NamedTuple):
    """What live attempts took; the means are over those that report."""

    attempts: int
    output_tokens: float | None
    output_tokens_sd: float | None
    input_tokens: float | None
    cost_usd: float | None
    """Mean cost of an attempt, in US dollars."""
    duration_s: float | None
    requests: float | None
    """Mean number of requests of an attempt."""


def spent(engine: Engine, where: str, benchmark: str, model: str | None) -> Spent:
    """Average tokens, cost and time of attempts on a benchmark."""
    a, c = attempts.c, cells.c
    tokens = a.output_tokens * 1.0
    chosen = (
        select(
            func.count(),
            func.avg(tokens),
            func.avg(tokens * tokens),
            func.avg(a.input_tokens * 1.0),
            func.avg(raw(a.cost_usd) * 1.0),
            func.avg(a.duration_s),
            func.avg(a.requests * 1.0),
        )
        .join(cells, c.digest == a.cell)
        .where(c.benchmark == benchmark, a.ending != "failed", a.origin != "imported")
    )
    if model is not None:
        chosen = chosen.where(c.model == model)
    with store_errors(where), engine.connect() as connection:
        row = connection.execute(chosen).one()
    count, mean, square, given, cost, duration, requests = row
    sd = None if mean is None else max(0.0, float(square) - float(mean) ** 2) ** 0.5
    return Spent(
        count,
        number(mean),
        sd,
        number(given),
        None if cost is None else float(cost) / float(PICODOLLARS),
        number(duration),
        number(requests),
    )


def number(value: float | Decimal | None) -> float | None:
    """Convert what the database calls an average."""
    return None if value is None else float(value)
