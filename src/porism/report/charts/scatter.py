"""Scores beside what they cost, and beside when the models came out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from porism.errors import UserError
from porism.report.charts.chart import Chart
from porism.report.charts.look import logarithmic
from porism.report.charts.plane import Plane, Point, Span

DAY_MS = 86_400_000
"""Vega counts time in milliseconds."""
EPOCH = date(1970, 1, 1)


class Priced(NamedTuple):
    """A model's score and what it takes."""

    name: str
    amount: float
    """Of money, tokens or time."""
    score: float
    """In [0, 1]."""
    interval: tuple[float, float] | None = None


class Released(NamedTuple):
    """A model's score and when it came out."""

    name: str
    day: date
    score: float
    """In [0, 1]."""
    interval: tuple[float, float] | None = None


def cost_chart(
    models: Sequence[Priced], *, title: str, amount: str = "cost of a run of a problem, US dollars"
) -> Chart:
    """Draw scores by what they cost, with the line of those that no cheaper model beats.

    Args:
        models: those without a positive amount have no place on a logarithmic axis; they are
            counted below the title.
        title: what the scores are.
        amount: what the horizontal axis shows, with its unit.

    Raises:
        UserError: no model has a positive amount.
    """
    import altair as alt

    points = [Point(*model) for model in models if model.amount > 0]
    if not points:
        raise UserError("nothing to draw: no cost is known")
    low, high = min(p.x for p in points) / 1.4, max(p.x for p in points) * 1.4
    scale, axis = logarithmic(low, high)
    span = Span(low, high, alt.X("x:Q", scale=scale, title=amount, axis=axis), logarithmic=True)
    said = "line: none is both cheaper and better"
    left_out = len(models) - len(points)
    return _chart(points, span, title, f"{said}; {left_out:,} not shown" if left_out else said)


def release_chart(models: Sequence[Released], *, title: str) -> Chart:
    """Draw scores by release date, with the line of the best so far.

    Raises:
        UserError: there is no model.
    """
    import altair as alt

    points = [Point(m.name, (m.day - EPOCH).days * DAY_MS, m.score, m.interval) for m in models]
    if not points:
        raise UserError("nothing to draw: no release date is known")
    first, last = min(p.x for p in points), max(p.x for p in points)
    edge = max(15 * DAY_MS, (last - first) / 16)
    scale = alt.Scale(type="utc", domain=[first - edge, last + edge], nice=False)
    axis = alt.Axis(labelOverlap="greedy", tickCount=8)
    x = alt.X("x:T", scale=scale, title="release of the model", axis=axis)
    span = Span(first - edge, last + edge, x, logarithmic=False)
    return _chart(points, span, title, "line: the best of its day")


def _chart(points: Sequence[Point], span: Span, title: str, subtitle: str) -> Chart:
    import altair as alt

    plane = Plane.of(points, span)
    drawing = plane.drawing().properties(title=alt.Title(title, subtitle=subtitle))
    best = ", ".join(plane.names[n] for n in plane.best)
    return Chart.of(drawing, f"{title}: {len(points)} models; {subtitle}: {best}.")
