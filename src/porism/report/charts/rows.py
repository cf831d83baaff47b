"""What charts with a row a model, a variant or a benchmark have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from porism.report.charts.look import PLAIN, ROW, WIDTH, Row, drawn

if TYPE_CHECKING:
    import altair as alt


def row_chart(rows: Sequence[Row], width: int = WIDTH) -> alt.Chart:
    """Return a chart with a row for each value of ``name``, in the order of the data.

    Raises:
        UserError: there is nothing to draw.
    """
    import altair as alt

    names = list(dict.fromkeys(str(row["name"]) for row in rows))
    axis = alt.Axis(ticks=False, domain=False, labelPadding=6)
    base = alt.Chart(drawn(rows)).properties(width=width, height=alt.Step(ROW))
    made: alt.Chart = base.encode(y=alt.Y("name:N", sort=names, title=None, axis=axis))
    return made


def spans(base: alt.Chart, low: alt.X, high: str) -> alt.Chart:
    """Return lines from one end of an interval to the other."""
    line = base.mark_rule(color=PLAIN, strokeWidth=3, strokeCap="round", opacity=0.55)
    made: alt.Chart = line.encode(x=low, x2=high)
    return made


def dots(base: alt.Chart, x: alt.X, size: int = 80) -> alt.Chart:
    """Return filled points."""
    made: alt.Chart = base.mark_point(color=PLAIN, filled=True, size=size, opacity=1).encode(x=x)
    return made
