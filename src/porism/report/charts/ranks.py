"""Ranks that the data allow."""

from __future__ import annotations

from collections.abc import Sequence

from porism.report.charts.chart import Chart
from porism.report.charts.look import Row, labels
from porism.report.charts.rows import dots, row_chart, spans
from porism.stats.ranks import Ranking


def rank_chart(models: Sequence[str], found: Ranking, *, title: str) -> Chart:
    """Draw a row a model: its rank as a point, the ranks that the data allow as a line.

    Args:
        models: names, in the order of the ranking's arrays.
        found: the ranks.
        title: what they are about.

    Raises:
        UserError: there is no model.
    """
    import altair as alt

    order = sorted(range(len(models)), key=lambda n: (found.rank[n], models[n]))
    names = labels(models[n] for n in order)
    rows: list[Row] = [
        {
            "name": name,
            "rank": int(found.rank[n]),
            "low": int(found.low[n]),
            "high": int(found.high[n]),
            "score": float(found.score[n]),
        }
        for name, n in zip(names, order, strict=True)
    ]
    scale = alt.Scale(domain=[0.5, len(rows) + 0.5], nice=False, zero=False)
    base = row_chart(rows).encode(
        tooltip=["name:N", "rank:Q", alt.Tooltip("low:Q", title="best rank"),
                 alt.Tooltip("high:Q", title="worst rank"), alt.Tooltip("score:Q", format=".1%")],
    )  # fmt: skip
    low = alt.X("low:Q", scale=scale, title="rank", axis=alt.Axis(tickMinStep=1, format="d"))
    line = spans(base, low, "high:Q")
    points = dots(base, alt.X("rank:Q", scale=scale))
    said = "points: rank by score; lines: ranks that the data allow"
    drawing = alt.layer(line, points).properties(title=alt.Title(title, subtitle=said))
    best = f"{names[0]} may be {rows[0]['low']} to {rows[0]['high']}"
    return Chart.of(drawing, f"{title}: {len(rows)} models by rank; {said}; {best}.")
