"""To whom judges are lenient."""

from __future__ import annotations

from collections.abc import Mapping

from porism.report.charts.chart import Chart
from porism.report.charts.look import INK, Row, drawn, labels
from porism.report.charts.rows import dots, row_chart, spans
from porism.stats.raters import Estimate


def bias_chart(biases: Mapping[str, Estimate], *, title: str) -> Chart:
    """Draw a row a judge or a model: the mean of judge less person, with its interval.

    Args:
        biases: by the name of the row, in the given order.
        title: what they are about.

    Raises:
        UserError: there is nothing to draw.
    """
    import altair as alt

    names = labels(biases)
    rows: list[Row] = [
        {"name": name, "bias": found.value, "low": found.low, "high": found.high}
        for name, found in zip(names, biases.values(), strict=True)
    ]
    base = row_chart(rows).encode(tooltip=["name:N", alt.Tooltip("bias:Q", format="+.1%")])
    low = alt.X("low:Q", title="judge less person, share of the points",
                axis=alt.Axis(format="+.0%"))  # fmt: skip
    points = dots(base, alt.X("bias:Q"))
    none = alt.Chart(drawn([{"none": 0}])).mark_rule(color=INK, strokeDash=[4, 4])
    zero = none.encode(x="none:Q")
    said = "right of the dashed line: generous; left of it: severe"
    drawing = alt.layer(zero, spans(base, low, "high:Q"), points).properties(
        title=alt.Title(title, subtitle=said)
    )
    generous = sum(found.low > 0 for found in biases.values())
    severe = sum(found.high < 0 for found in biases.values())
    return Chart.of(
        drawing, f"{title}: {len(rows)} rows, {generous} surely generous, {severe} surely severe."
    )
