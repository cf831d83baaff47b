"""Ranks that the data allow."""

from __future__ import annotations

from collections.abc import Sequence

from porism.report.charts.chart import Chart
from porism.report.charts.look import PLAIN, ROW, WIDTH, Row, drawn, labels
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
            "model": name,
            "rank": int(found.rank[n]),
            "low": int(found.low[n]),
            "high": int(found.high[n]),
            "score": float(found.score[n]),
        }
        for name, n in zip(names, order, strict=True)
    ]
    scale = alt.Scale(domain=[0.5, len(rows) + 0.5], nice=False, zero=False)
    base = alt.Chart(drawn(rows)).encode(
        y=alt.Y("model:N", sort=names, title=None, axis=alt.Axis(ticks=False, domain=False)),
        tooltip=["model:N", "rank:Q", alt.Tooltip("low:Q", title="best rank"),
                 alt.Tooltip("high:Q", title="worst rank"), alt.Tooltip("score:Q", format=".1%")],
    )  # fmt: skip
    low = alt.X("low:Q", scale=scale, title="rank", axis=alt.Axis(tickMinStep=1, format="d"))
    line = base.mark_rule(color=PLAIN, strokeWidth=3, strokeCap="round", opacity=0.55)
    points = base.mark_point(color=PLAIN, filled=True, size=80, opacity=1)
    drawing = line.encode(x=low, x2="high:Q") + points.encode(x=alt.X("rank:Q", scale=scale))
    drawing = drawing.properties(
        width=WIDTH,
        height=alt.Step(ROW),
        title=alt.Title(title, subtitle="points: rank by score; lines: ranks that the data allow"),
    )
    first = names[0]
    return Chart.of(
        drawing,
        f"{title}: {len(rows)} models by rank with the ranks that the data allow; first {first}, "
        f"ranks {rows[0]['low']} to {rows[0]['high']}.",
    )
