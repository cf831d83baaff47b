"""What was, and what is now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from porism.report.charts.chart import Chart
from porism.report.charts.look import BEST, PLAIN, Row, labels
from porism.report.charts.rows import dots, row_chart, spans


class Change(NamedTuple):
    """A figure at two times."""

    name: str
    before: float
    """In [0, 1]."""
    after: float
    """In [0, 1]."""
    ends: tuple[float, float] | None = None
    """The interval in which the second figure lies, where it is known."""


def change_chart(
    changes: Sequence[Change],
    *,
    title: str,
    measure: str = "score",
    times: tuple[str, str] = ("before", "after"),
) -> Chart:
    """Draw a row a change, in the given order: movers, or agreement before and after a review.

    Args:
        changes: what is to be compared.
        title: what is shown.
        measure: what the figures are.
        times: what the two times are called.

    Raises:
        UserError: there is no change.
    """
    import altair as alt

    first, second = times
    names = labels(change.name for change in changes)
    rows: list[Row] = [
        {"name": name, "before": one.before, "after": one.after, "fell": one.after < one.before,
         **dict(zip(("low", "high"), one.ends or (), strict=False))}
        for name, one in zip(names, changes, strict=True)
    ]  # fmt: skip
    scale = alt.Scale(zero=False)
    colour = alt.condition("datum.fell", alt.value(BEST), alt.value(PLAIN))
    fields = {"before:Q": first, "after:Q": second}
    said = [alt.Tooltip(field, format=".1%", title=name) for field, name in fields.items()]
    base = row_chart(rows).encode(tooltip=["name:N", *said], color=colour)
    x = alt.X("before:Q", scale=scale, title=measure, axis=alt.Axis(format=".0%"))
    line = base.mark_rule(strokeWidth=2).encode(x=x, x2="after:Q")
    start = base.mark_point(size=60, strokeWidth=2, opacity=1).encode(x=x)
    end = dots(base, alt.X("after:Q", scale=scale), size=90)
    layers, told = [line, start, end], f"hollow: {first}; filled: {second}"
    if any(one.ends for one in changes):
        layers.insert(0, spans(base, alt.X("low:Q", scale=scale), "high:Q"))
        told += "; band: 95 % interval of the change"
    drawing = alt.layer(*layers).properties(title=alt.Title(title, subtitle=told))
    fell = sum(one.after < one.before for one in changes)
    rose = sum(one.after > one.before for one in changes)
    return Chart.of(drawing, f"{title}, {measure}: {rose} rose and {fell} fell; {told}.")
